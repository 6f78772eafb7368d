"""Invalid frames in both directions; a receiver closes the connection."""

from typing import Any, Final

import msgpack

from pente_protocol.codec import encode, to_wire
from pente_protocol.messages.base import MOST_ROOMS, RequestId
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Watch
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.from_server import FROM_SERVER
from pente_protocol.spec.samples.values import DO, MARK, ROOM, SEEN


def pack(wire: Any) -> bytes:
    """Encode any value, which need not be a message."""
    packed: bytes = msgpack.packb(wire)
    return packed


def rooms(**changed: Any) -> bytes:
    return pack({"id": 1, "t": "rooms"} | changed)


def watch(**changed: Any) -> bytes:
    return pack({**to_wire(Watch(RequestId(1), ROOM, SEEN)), **changed})


def act(command: Any) -> bytes:
    return pack(
        {
            "id": 1,
            "room": ROOM,
            "base": {"version": 17, "mark": MARK},
            "command_id": DO,
            "command": command,
            "t": "act",
        }
    )


def hello(**changed: Any) -> bytes:
    return pack(to_wire(FROM_CLIENT["hello, a new guest"]) | changed)


def create(ruleset: Any) -> bytes:
    return pack({"id": 1, "command_id": DO, "ruleset": ruleset, "time": "-", "t": "create"})


MANY_ROOMS: Final = [f"room{number:04}" for number in range(MOST_ROOMS + 1)]

REFUSED_FROM_CLIENT: Final[dict[str, bytes]] = {
    "an empty frame": b"",
    "a byte that msgpack never uses": b"\xc1",
    "a map cut short": encode(Rooms(RequestId(1)))[:-1],
    "something after the message": encode(Rooms(RequestId(1))) + b"\xc0",
    "a number": pack(7),
    "a string": pack("rooms"),
    "nil": pack(None),
    "a list": pack([{"id": 1, "t": "rooms"}]),
    "an empty map": pack({}),
    "no type": pack({"id": 1}),
    "an unknown type": rooms(t="nonsense"),
    "a type with a capital": rooms(t="Rooms"),
    "a message of a server": pack({"room": ROOM, "t": "featured"}),
    "an event": pack({"at": 1, "t": "hidden"}),
    "a type that is a number": rooms(t=1),
    "a type that is true": rooms(t=True),
    "a type that is nil": rooms(t=None),
    "a type that is a list": rooms(t=["rooms"]),
    "a type that is a map": rooms(t={"t": "rooms"}),
    "a type of no bytes": rooms(t=b""),
    "a key too many": rooms(more=1),
    "a key that is a number": pack({"id": 1, "t": "rooms", 1: 2}),
    "a key that is nil": pack({"id": 1, "t": "rooms", None: 2}),
    "a key of bytes": pack({"id": 1, "t": "rooms", b"": 2}),
    "no id": pack({"t": "rooms"}),
    "id 0": rooms(id=0),
    "an id below 0": rooms(id=-1),
    "an id that is too big": rooms(id=2**31),
    "an id that is true": rooms(id=True),
    "an id that is a string": rooms(id="1"),
    "an id that is a float": rooms(id=1.0),
    "an id that is nil": rooms(id=None),
    "a room that is too short": watch(room="short"),
    "a room that is too long": watch(room="x" * 41),
    "a room of other characters": watch(room="room/../etc"),
    "a room with a line break": watch(room="room0001\n"),
    "a room of bytes": watch(room=b"room0001"),
    "a version without its mark": watch(after=17),
    "a version that is true": watch(after={"version": True, "mark": MARK}),
    "a version that is a float": watch(after={"version": 3.0, "mark": MARK}),
    "a version that is not a number": watch(after={"version": float("nan"), "mark": MARK}),
    "version 0": watch(after={"version": 0, "mark": MARK}),
    "a mark that is too short": watch(after={"version": 17, "mark": "5f1d"}),
    "a mark in capitals": watch(after={"version": 17, "mark": MARK.upper()}),
    "a command that is a string": act("resign"),
    "a command that is a list": act(["resign"]),
    "a command that is nil": act(None),
    "a command without a type": act({}),
    "a command of the keeper": act({"t": "tick"}),
    "a point that is a name": act({"t": "play", "point": "K10"}),
    "a point that is nil": act({"t": "play", "point": None}),
    "a seat that is false": act({"t": "join", "seat": False}),
    "a choice that there is not": act({"t": "choose", "choice": "maybe"}),
    "a choice that is a list": act({"t": "choose", "choice": ["swap"]}),
    "an audience that there is not": act({"t": "say", "text": "hi", "to": "me"}),
    "text that is bytes": act({"t": "say", "text": b""}),
    "text that is not UTF-8": act({"t": "say", "text": "?"}).replace(b"\xa1?", b"\xa1\xff"),
    "text with half a surrogate": act({"t": "say", "text": "???"}).replace(b"???", b"\xed\xa0\x80"),
    "a ruleset that is nil": create(None),
    "a ruleset that is a number": create(19),
    "a ruleset that is a list": create(["pente"]),
    "a ruleset of bytes": create(b""),
    "a ruleset with a map in it": create({"base": {"base": "pente"}}),
    "a ruleset with lists in a list": create({"base": "pente", "captures": [[2]]}),
    "a ruleset with a number that is none": create({"base": "pente", "size": float("nan")}),
    "a ruleset without end": create({"base": "pente", "size": float("inf")}),
    "a ruleset with bytes as a name": create({b"": 1}),
    "a string where a list belongs": pack(to_wire(FROM_CLIENT["create"]) | {"invite": "bob"}),
    "a map where a list belongs": pack(to_wire(FROM_CLIENT["create"]) | {"invite": {"bob": 1}}),
    "a list of other things": pack(to_wire(FROM_CLIENT["create"]) | {"invite": [1]}),
    "a list where a map belongs": hello(rooms=[ROOM]),
    "a map with another value": hello(rooms={ROOM: "1"}),
    "a map with another key": hello(rooms={"x": 1}),
    "257 games": pack(to_wire(FROM_CLIENT["logs"]) | {"rooms": MANY_ROOMS}),
    "257 rooms to resume": hello(rooms=dict.fromkeys(MANY_ROOMS)),
    "257 passwords of rooms": hello(passwords=dict.fromkeys(MANY_ROOMS, "")),
    "a frame of more than 8192 bytes": pack({"id": 1, "t": "rooms"}) + bytes(8192),
    "bytes of which there are some": rooms(id=b"1"),
    "an extension": b"\x82" + pack("id") + b"\xc7\x00\x05" + pack("t") + pack("rooms"),
    "an extension with a byte": b"\x82" + pack("id") + b"\xd4\x05\x00" + pack("t") + pack("rooms"),
    "a timestamp": b"\xd6\xff\x00\x00\x00\x00",
    "a list nested 2000 times": b"\x91" * 2000,
    "a map nested 2000 times": b"\x81\xa1a" * 2000,
    "a list that is said to have 2**32-1 items": b"\xdd\xff\xff\xff\xff",
    "a map that is said to have 10**6 keys": b"\xdf\x00\x0f\x42\x40",
    "a string that is said to have 2**32-1 bytes": b"\xdb\xff\xff\xff\xff",
    "bytes that are said to be 2**32-1": b"\xc6\xff\xff\xff\xff",
    "an extension that is said to have 2**32-1 bytes": b"\xc9\xff\xff\xff\xff\x01",
    "JSON": b'{"id": 1, "t": "rooms"}',
    "HTTP": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


def happened(event: Any) -> bytes:
    return pack({"room": ROOM, "version": 17, "mark": MARK, "event": event, "t": "happened"})


def created(**changed: Any) -> bytes:
    return happened(to_wire(FROM_SERVER["happened: created"])["event"] | changed)


def moved(**changed: Any) -> bytes:
    wire = to_wire(FROM_SERVER["happened: moved with everything"])
    return pack(wire | {"event": wire["event"] | changed})


REFUSED_FROM_SERVER: Final[dict[str, bytes]] = {
    "an empty frame": b"",
    "a message of a client": pack({"id": 1, "t": "rooms"}),
    "an event on its own": pack({"at": 1, "t": "hidden"}),
    "an event without a type": happened({"at": 1}),
    "an event that is a list": happened([]),
    "an event that there is not": happened({"at": 1, "t": "bribed"}),
    "an event with a key too many": happened({"at": 1, "t": "hidden", "text": "psst"}),
    "a capture that is a list": moved(captured=[[1, [42, 60]]]),
    "a capture with a key too many": moved(captured=[{"colour": 1, "points": [42], "seat": 1}]),
    "points that are a string": moved(poofed="AB"),
    "points that are true": moved(poofed=[True]),
    "a call that there is not": moved(calls=["check"]),
    "a key that is a number": moved(key=7),
    "a player that is a name": happened({"at": 1, "t": "joined", "seat": 1, "player": "Ann"}),
    "a player of another id": happened(
        {"at": 1, "t": "joined", "seat": 1, "player": {"id": "ann", "name": "Ann"}}
    ),
    "a ruleset that is a name": created(ruleset="pente"),
    "a ruleset with a base": created(ruleset={"base": "pente"}),
    "a ruleset that there is not": created(ruleset={"variant": "chess"}),
    "a ruleset that can not be played": created(ruleset={"size": 2}),
    "a time control without time": created(time={"t": "fischer", "initial": 0}),
    "a list of 4097": moved(poofed=[1] * 4097),
    "a string of more than 2048 bytes": moved(key="0" * 2049),
    "a frame of more than 262144 bytes": pack({"room": ROOM, "t": "featured"}) + bytes(262_144),
}
