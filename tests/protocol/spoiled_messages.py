"""Ways to spoil messages."""

from copy import deepcopy
from random import Random
from typing import Any, Final

import msgpack

from pente_protocol.spec.invalid_frames import pack

_ODD: Final[list[Any]] = [
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 2**64 - 1, -(2**63), 0.0, 1.5, float("nan"), float("inf")),
    *("", "t", "x" * 300, "a\ud7ff\U0001f600", "0" * 32, "\x00\x1b[2J", "rooms", "swap", b"", b"\xff"),
    *([], [[]], [None], [1] * 300, {}, {"t": 1}, {"t": "hidden", "at": 1}, {1: 2}, {b"": 1}),
    *(msgpack.ExtType(5, b""), msgpack.Timestamp(3, 4)),
]
"""What does not belong where it is put."""


def scrambled(frame: bytes, chance: Random) -> bytes:
    """A frame with some of its bytes changed, lost, doubled or moved."""
    body = bytearray(frame)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        place = chance.randrange(len(body) + 1)
        match chance.randrange(6):
            case 0 if place < len(body):
                body[place] ^= 1 << chance.randrange(8)
            case 1 if place < len(body):
                body[place] = chance.choice(
                    b"\x00\x7f\x80\x90\xa0\xc0\xc1\xc3\xc4\xc7\xcb\xcf\xd3\xdb\xdd\xdf\xff"
                )
            case 2:
                body[place:place] = chance.randbytes(chance.randrange(1, 5))
            case 3:
                del body[place : place + chance.randrange(1, 5)]
            case 4:
                body[place:place] = body[chance.randrange(len(body) + 1) :][: chance.randrange(20)]
            case _:
                body = body[:place]
    return bytes(body)


def misfit(wire: dict[str, Any], chance: Random) -> bytes:
    """A message of which one part was exchanged for something odd, lost, or added."""
    wire = deepcopy(wire)
    holder, place = chance.choice(list(_places(wire)))
    match chance.randrange(4):
        case 0 if isinstance(holder, dict):
            del holder[place]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(["x", "t", "id", "seat"])] = chance.choice(_ODD)
        case _:
            holder[place] = chance.choice(_ODD)
    return pack(wire)


def _places(wire: Any) -> Any:
    """Every place inside, as what holds it and the key or index there."""
    items = wire.items() if isinstance(wire, dict) else enumerate(wire) if isinstance(wire, list) else ()
    for place, value in items:
        yield wire, place
        yield from _places(value)
