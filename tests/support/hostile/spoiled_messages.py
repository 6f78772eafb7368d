"""Ways to spoil messages, in both forms."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

import msgpack

from pente_protocol import json_codec
from pente_protocol.codec import encode, encode_event, encode_summary, to_wire
from pente_protocol.spec.invalid_frames import pack
from pente_protocol.spec.samples import MESSAGES
from pente_protocol.spec.samples.room import EVENTS
from pente_protocol.spec.samples.values import SUMMARY

WIRES: Final[list[dict[str, Any]]] = [
    json.loads(json.dumps(to_wire(message))) for message in MESSAGES.values()
]
"""Every sample of a message, as plain values."""
BODIES: Final = [encode_event(event) for event in EVENTS.values()]
TEXTS: Final = [json_codec.encode(message) for message in MESSAGES.values()]
"""Every sample of a message as JSON."""
FRAMES: Final = [*(encode(message) for message in MESSAGES.values()), *BODIES, encode_summary(SUMMARY)]

_ODD: Final[list[Any]] = [
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 2**64 - 1, -(2**63), 0.0, 1.5, float("nan"), float("inf")),
    *("", "t", "x" * 300, "a\ud7ff\U0001f600", "0" * 32, "\x00\x1b[2J", "rooms", "swap", b"", b"\xff"),
    *([], [[]], [None], [1] * 300, {}, {"t": 1}, {"t": "hidden", "at": 1}, {1: 2}, {b"": 1}),
    *(msgpack.ExtType(5, b""), msgpack.Timestamp(3, 4)),
]
"""What does not belong where it is put."""


_MSGPACK_BYTES: Final = b"\x00\x7f\x80\x90\xa0\xc0\xc1\xc3\xc4\xc7\xcb\xcf\xd3\xdb\xdd\xdf\xff"
JSON_BYTES: Final = b'{}[]",:\\u/0123456789eE.+- \t\n\x00tfnINd\x80\xed\xff'
"""Bytes that mean something to a reader."""
_LITERALS: Final = (
    *(b"1.0", b"1e3", b"-0", b"-0.0", b"1.5", b"01", b"1.", b".5", b"+1", b"1e400", b"9007199254740993"),
    *(
        b"9007199254740993.0",
        b"18446744073709551615",
        b"18446744073709551616",
        b"-9223372036854775809",
        b"1" * 400,
    ),
    *(b"NaN", b"Infinity", b"-Infinity", b"nan", b"true", b"null", b"[]", b"{}", b'{"t":1}', b"[" * 200),
    *(
        b'"\\ud800"',
        b'"\\udc00\\ud800"',
        b'"\\ud83d\\ude00"',
        b'"\\u0000"',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b"'a'",
    ),
    *(b"//", b"/**/", b"\xef\xbb\xbf", b'"id":1,', b'"t":"rooms",'),
)
"""What stands where a value of JSON should, well formed or not."""


def scrambled(frame: bytes, chance: Random, odd: bytes = _MSGPACK_BYTES) -> bytes:
    """A frame with some of its bytes changed, lost, doubled or moved."""
    body = bytearray(frame)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        place = chance.randrange(len(body) + 1)
        match chance.randrange(6):
            case 0 if place < len(body):
                body[place] ^= 1 << chance.randrange(8)
            case 1 if place < len(body):
                body[place] = chance.choice(odd)
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
    return pack(odd(wire, chance))


def odd(wire: dict[str, Any], chance: Random) -> Any:
    """The same as a plain map."""
    wire = deepcopy(wire)
    holder, place = chance.choice(list(_places(wire)))
    match chance.randrange(4):
        case 0 if isinstance(holder, dict):
            del holder[place]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(["x", "t", "id", "seat"])] = chance.choice(_ODD)
        case _:
            holder[place] = chance.choice(_ODD)
    return wire


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


def spoiled_texts(count: int, seed: int) -> Iterator[bytes]:
    """Frames that were messages in JSON before."""
    chance = Random(seed)
    for number in range(count):
        match number % 3:
            case 0:
                yield scrambled(chance.choice(TEXTS), chance, JSON_BYTES)
            case 1:
                yield with_odd_literal(chance.choice(TEXTS), chance)
            case _:
                wire = odd(chance.choice(WIRES), chance)
                yield json.dumps(
                    wire, default=repr, skipkeys=True, ensure_ascii=chance.random() < 0.5
                ).encode()


def with_odd_literal(text: bytes, chance: Random) -> bytes:
    """A text of JSON in which one value, or more of it, is another."""
    colons = [at for at, byte in enumerate(text) if byte in b":[,"]
    start = chance.choice(colons) + 1
    ends = [at for at in range(start, len(text)) if text[at] in b",]}"]
    return text[:start] + chance.choice(_LITERALS) + text[chance.choice(ends[:2]) :]


def text_bombs(longest: int) -> Iterator[bytes]:
    """Frames in JSON that make much of little."""
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        for depth in (500, 1000, longest // len(opening)):
            yield opening * depth
        depth = longest // len(opening + closing) - 1
        yield opening * depth + b"1" + closing * depth
    for item in (b"[]", b"{}", b'""', b"0.1", b"1e9", b"1", b"null"):
        yield b"[" + b",".join([item] * (longest // (len(item) + 1) - 2)) + b"]"
    keys = b",".join(b'"%d":[]' % number for number in range(longest // 12))
    yield b"{" + keys + b"}"
    yield b"1" * longest
    yield b"0." + b"1" * (longest - 2)
    yield b'"' + b"\\u0000" * (longest // 6 - 1) + b'"'


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
