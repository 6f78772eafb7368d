"""Ways to spoil messages."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

import msgpack

from pente_protocol.codec import encode, encode_event, encode_summary, to_wire
from pente_protocol.spec.invalid_frames import pack
from pente_protocol.spec.samples import MESSAGES
from pente_protocol.spec.samples.events import EVENTS
from pente_protocol.spec.samples.values import SUMMARY

WIRES: Final[list[dict[str, Any]]] = [
    json.loads(json.dumps(to_wire(message))) for message in MESSAGES.values()
]
"""Every sample of a message, as plain values."""
BODIES: Final = [encode_event(event) for event in EVENTS.values()]
FRAMES: Final = [*(encode(message) for message in MESSAGES.values()), *BODIES, encode_summary(SUMMARY)]

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


def spoiled(count: int, seed: int) -> Iterator[bytes]:
    """Frames that were messages before."""
    chance = Random(seed)
    for number in range(count):
        if number % 2:
            yield misfit(chance.choice(WIRES), chance)
        else:
            yield scrambled(chance.choice(FRAMES), chance)


def bombs(longest: int, items: int) -> Iterator[bytes]:
    """Frames that make much of little."""
    array = b"\xdc" + items.to_bytes(2, "big")
    yield from (array * depth for depth in (500, 1000, 1030) if 3 * depth <= longest)
    for empty in (b"\x80", b"\x90", b"\xa0", b"\xcb" + bytes(8)):
        full = array + empty * items
        rows = (longest - 3) // len(full)
        yield b"\xdc" + rows.to_bytes(2, "big") + full * rows
    yield b"\x81\xa1a" * 1000 + b"\xc0"
    keys = b"".join(b"\xa2" + bytes([65 + n % 26, 65 + n // 26]) + b"\x80" for n in range(256))
    table = b"\xde\x01\x00" + keys
    rows = (longest - 3) // len(table)
    yield b"\xdc" + rows.to_bytes(2, "big") + table * rows
    for head in (b"\xdb", b"\xc6", b"\xdd", b"\xdf"):
        yield head + b"\xff\xff\xff\xff"
        yield head + longest.to_bytes(4, "big") + bytes(longest - 5)
