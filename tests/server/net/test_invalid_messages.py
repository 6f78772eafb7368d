"""Frames that are not valid messages: each is answered with its mistake, and the connection goes on."""

from typing import Any

import msgpack
import pytest

from pente_core.room.refusals import ErrorClass
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.lists import RoomList, Rooms
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from tests.support.peer import Peer, Served, a_game, peers, serving

WATCH = {"t": "watch", "id": 77, "room": "abcdefgh"}
CHAT = {"t": "act", "id": 77, "room": "abcdefgh", "command_id": "12345678"}
MISTAKES: list[tuple[object, int, str]] = [
    ({**WATCH, "room": "short"}, 77, "/room"),
    ({**WATCH, "colour": "red"}, 77, "/colour"),
    ({**WATCH, "id": 2**31}, 0, "/id"),
    ({**WATCH, "id": True}, 0, "/id"),
    ({**WATCH, "t": "wach"}, 77, "/t"),
    ({"t": "watch", "id": 77}, 77, "/room"),
    ({"id": 77}, 77, "/t"),
    ({**CHAT, "command": {"t": "say", "text": ["x"]}}, 77, "/command/text"),
    ({**CHAT, "command": {"t": "play", "point": "K10"}}, 77, "/command/point"),
    ({**CHAT, "command": {"t": "say", "text": "hello", "loud": True}}, 77, "/command/loud"),
    ({"t": "logs", "id": 77, "rooms": ["abcdefgh", "b"]}, 77, "/rooms/1"),
    ({"t": "welcome", "id": 77}, 77, "/t"),
    ([1, 2], 0, ""),
    (None, 0, ""),
]


async def reply(peer: Peer, frame: bytes | str) -> Error:
    """The error that a frame gets."""
    await peer.send(frame)
    return await peer.heard(Error)


@pytest.mark.parametrize(("wire", "id_", "at"), MISTAKES, ids=lambda value: str(value)[:30])
async def test_a_mistake_is_answered_with_its_place(served: Served, wire: Any, id_: int, at: str) -> None:
    async with peers(served.url, "alice") as (alice,):
        error = await reply(alice, msgpack.packb(wire))
        assert (error.id, error.code, error.kind, error.at) == (
            id_,
            ErrorCode.BAD_MESSAGE,
            ErrorClass.INVALID,
            at,
        )
        assert error.text.startswith("This is not a valid message: ")
        assert error.text.isprintable()
        assert len(error.text) <= 200
        await alice.told(RoomList, Rooms)


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\x91" * 4000, bytes(8192), "text"], ids=len)
async def test_what_is_no_message_at_all_is_answered_too(served: Served, frame: bytes | str) -> None:
    async with peers(served.url, "alice") as (alice,):
        error = await reply(alice, frame)
        assert (error.id, error.code, error.at) == (0, ErrorCode.BAD_MESSAGE, "")
        await alice.told(RoomList, Rooms)


async def test_nothing_hostile_is_sent_back(served: Served) -> None:
    async with peers(served.url, "alice") as (alice,):
        for wire in ({**WATCH, "\x1b[2J\u202e": 1}, {**WATCH, "t": "\x1b]0;x\x07"}, {**WATCH, "x" * 3000: 1}):
            error = await reply(alice, msgpack.packb(wire))
            assert error.text.isprintable()
            assert error.at in ("", "/t")


async def test_too_many_of_them_end_the_connection(served: Served) -> None:
    allowance = Allowance(invalid_messages=RateLimit(1e-6, 3), messages=RateLimit(1e6, 1e6))
    async with serving(allowance=allowance) as strict, peers(strict.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        for _ in range(3):
            assert (await reply(alice, b"\xc1")).code == ErrorCode.BAD_MESSAGE
        await alice.send(msgpack.packb({**WATCH, "room": "short"}))
        code, reason = await alice.closed()
        assert code == CloseCode.BAD_MESSAGE
        assert reason.startswith("Too many invalid messages. This is not a valid message: Expected string")
        assert len(reason.encode()) <= 123
        assert bob.limit("invalid_messages").burst == 3
        assert bob.version(room)


async def test_they_come_no_faster_than_other_messages() -> None:
    allowance = Allowance(messages=RateLimit(1e-6, 3), invalid_messages=RateLimit(0.1, 1e6))
    async with serving(allowance=allowance) as served, Peer(served.url) as peer:
        await peer.hello("alice")
        for _ in range(5):
            await peer.send(b"\xc1")
        for _ in range(3):
            await peer.heard(Error)
        _ = await peer.post(Rooms)
        assert sum(isinstance(message, Error) for message in peer.said) == 3


@pytest.mark.parametrize(
    ("wire", "at", "words"),
    [
        ({"t": "hello", "id": 5}, "/client", "Missing key client"),
        ({"t": "hello", "id": 5, "client": 1}, "/client", "Expected string, got integer"),
        ({"t": "hello", "id": 5, "client": "x", "versions": [1]}, "/versions", "Unknown key versions"),
        ({"t": "rooms", "id": 5}, "/t", "The first message of a connection must be a hello."),
    ],
)
async def test_before_the_welcome_one_is_enough(
    served: Served, wire: dict[str, object], at: str, words: str
) -> None:
    async with Peer(served.url) as peer:
        error = await reply(peer, msgpack.packb(wire))
        assert (error.id, error.code, error.at) == (RequestId(5), ErrorCode.BAD_MESSAGE, at)
        assert words in error.text
        assert await peer.closed() == (CloseCode.BAD_MESSAGE, error.text)
