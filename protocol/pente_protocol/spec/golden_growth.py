"""Whether golden vectors of an earlier moment are still good: what they show may grow, and nothing else."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pente_protocol.client_codec import decode_client, decode_server
from pente_protocol.codec import to_wire
from pente_protocol.errors import ProtocolError

_DECODERS: Final[Mapping[str, Any]] = {"client": decode_client, "server": decode_server}


def broken_vectors(earlier: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the messages of ``earlier``, the content of a golden file, that are read otherwise.

    A message may have got more keys since, of which each has a default; but its frame must still be read, and
    mean what it did.
    """
    for vector in earlier["messages"]:
        try:
            message = _DECODERS[vector["from"]](bytes.fromhex(vector["hex"]))
        except ProtocolError:
            yield vector["name"]
        else:
            if json.loads(json.dumps(to_wire(message))) != vector["json"]:
                yield vector["name"]
