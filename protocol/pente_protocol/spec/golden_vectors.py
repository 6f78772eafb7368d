"""The golden vectors: for every kind of message its JSON form and its bytes, for other programs to test with.

The encoding is a promise to clients that are out there: look at the difference before you give it away.
"""

import json
from typing import Any, Final, get_args

from pente_protocol.codec import encode, to_wire
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.enum_samples import EVERY_VALUE
from pente_protocol.spec.invalid_frames import REFUSED_FROM_CLIENT, REFUSED_FROM_SERVER
from pente_protocol.spec.samples import MESSAGES

SAMPLES: Final = {**MESSAGES, **EVERY_VALUE}
"""What the vectors are made of, by name."""
LONGEST_REFUSED: Final = 2048
"""Longer frames that are refused are left out: an implementation can make its own."""


def vectors() -> dict[str, Any]:
    """What is told of every message, and of frames that are none."""
    return {
        "messages": [_vector(name, message) for name, message in SAMPLES.items()],
        "refused": [
            {"name": name, "from": sender, "hex": frame.hex()}
            for sender, frames in (("client", REFUSED_FROM_CLIENT), ("server", REFUSED_FROM_SERVER))
            for name, frame in frames.items()
            if len(frame) <= LONGEST_REFUSED
        ],
    }


def golden_json() -> str:
    """The file of the vectors."""
    return json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n"


def _vector(name: str, message: ClientMessage | ServerMessage) -> dict[str, Any]:
    sender = "client" if isinstance(message, get_args(ClientMessage)) else "server"
    return {"name": name, "from": sender, "json": to_wire(message), "hex": encode(message).hex()}
