"""The golden vectors: every kind of message as JSON and as bytes, for tests of other implementations.

Clients in use depend on this encoding: before committing a change of a vector, make sure that it is
compatible.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from pente_protocol.client_codec import decode_client, decode_server
from pente_protocol.codec import encode, to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.compact_json import pretty
from pente_protocol.spec.enum_samples import EVERY_VALUE
from pente_protocol.spec.future_frames import NEWER_FROM_SERVER, future_vectors
from pente_protocol.spec.invalid_frames import REFUSED_FROM_CLIENT, REFUSED_FROM_SERVER
from pente_protocol.spec.invalid_texts import REFUSED_TEXTS
from pente_protocol.spec.samples import MESSAGES

SAMPLES: Final = {**MESSAGES, **EVERY_VALUE}
"""The messages of the vectors, by name."""
_DECODERS: Final[Mapping[str, Any]] = {"client": decode_client, "server": decode_server}
LONGEST_REFUSED: Final = 2048
"""The maximum length of the invalid frames that are included; implementations can generate longer ones."""


def vectors() -> dict[str, Any]:
    """The vectors of all messages, and the frames that are not messages."""
    return {
        "messages": [_vector(name, message) for name, message in SAMPLES.items()],
        "refused": [
            {"name": name, "from": sender, "hex": frame.hex()}
            for sender, frames in (("client", REFUSED_FROM_CLIENT), ("server", REFUSED_FROM_SERVER))
            for name, frame in frames.items()
            if len(frame) <= LONGEST_REFUSED and (sender, name) not in NEWER_FROM_SERVER
        ],
        "refused_texts": [
            {"name": name, "from": "client", "text": text} for name, text in REFUSED_TEXTS.items()
        ],
        "future": future_vectors(),
    }


def golden_json() -> str:
    """The contents of ``golden.json``."""
    return pretty(vectors()) + "\n"


def _vector(name: str, message: ClientMessage | ServerMessage) -> dict[str, Any]:
    sender = "client" if isinstance(message, get_args(ClientMessage)) else "server"
    return {"name": name, "from": sender, "json": to_wire(message), "hex": encode(message).hex()}


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
