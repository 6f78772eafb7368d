"""Peers that send whatever they like: they get errors or are closed, and nobody else notices."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import msgpack
import pytest

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import tag_of
from pente_protocol.codec import encode
from pente_protocol.errors import CloseCode
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import Watch, Watching
from pente_server.store.memory.store import MemoryStore
from tests.support.games.checkpoints import checkpoint
from tests.support.hostile.raw_peer import HANDSHAKE
from tests.support.peer import Peer, Served, a_game, peers, play, serving
from tests.support.waiting import patience, until

ODD: Sequence[Any] = (
    *(None, True, False, 0, -1, 1, 2, 19, 255, 2**31, 2**63, 2**64 - 1, -(2**63), 1.5, float("nan")),
    *("", "pente", "alice", "\x1b[2J", "\u202e", "x" * 300, "🎲", "-", "5+3", "0" * 12, "a" * 32, "swap"),
    *(
        [],
        [1, 2, 3],
        ["alice"] * 5,
        [[[[]]]],
        {},
        {"size": 13},
        {"base": "gomoku", "sides": 4},
        {"t": "join"},
    ),
    *(b"bytes", {"size": 19, "captures": [2, 3], "goal": 15}, {"base": "pente", "line": 3, "size": 3}),
)
TAGS = ("hello", "create", "act", "watch", "unwatch", "rooms", "follow", "ok", "welcome", "nonsense")
FIELDS = (
    *("room", "base", "command_id", "command", "after", "ruleset", "time", "seat", "invite", "versions"),
    *("client", "account", "rooms", "extra"),
)


class Fuzz:
    """Makes messages that are almost, or not at all, right. All chance comes from a seed."""

    def __init__(self, seed: int, room: RoomId) -> None:
        self._chance = Random(seed)
        self._room = room

    def frame(self) -> bytes:
        frame: bytes = msgpack.packb(self._message(), use_bin_type=True)
        if self._chance.random() < 0.2:
            return self._damaged(frame)
        return frame

    def _message(self) -> dict[str, Any]:
        message = {"t": self._chance.choice(TAGS[2:7]), "id": self._chance.randrange(1, 2**31)}
        match message["t"]:
            case "act":
                base = self._chance.choice((0, 1, 4, 10**6))
                message |= {
                    "room": self._room,
                    "base": base,
                    "command_id": self._id(),
                }
                message["command"] = self._command()
            case "create":
                message |= {
                    "command_id": self._id(),
                    "time": "5+3",
                    "ruleset": "pente",
                }
            case "watch" | "unwatch":
                message["room"] = self._room
            case _:
                pass
        for _ in range(self._chance.choice((0, 0, 1, 2))):
            message[self._chance.choice((*FIELDS, "t", "id"))] = self._chance.choice(ODD)
        return message

    def _id(self) -> str:
        return f"{self._chance.getrandbits(40):016}"

    def _command(self) -> dict[str, Any]:
        command: dict[str, Any] = {"t": tag_of(self._chance.choice(get_args(cmd.PlayerCommand)))}
        for field in ("point", "seat", "text", "to", "choice", "offer"):
            if self._chance.random() < 0.3:
                command[field] = self._chance.choice((*ODD, "watchers", "all", self._chance.randrange(361)))
        if command["t"] == "play":
            command = {"t": "play", "point": self._chance.choice((*ODD[3:13], self._chance.randrange(361)))}
        return command

    def _damaged(self, frame: bytes) -> bytes:
        at = self._chance.randrange(len(frame))
        match self._chance.randrange(4):
            case 0:
                return frame[:at]
            case 1:
                return frame[:at] + self._chance.randbytes(3) + frame[at:]
            case 2:
                return frame[:at] + bytes([self._chance.randrange(256)]) + frame[at + 1 :]
            case _:
                return self._chance.randbytes(at)


async def pester(served: Served, name: str, fuzz: Fuzz, frames: int) -> None:
    """Send odd frames, coming back whenever the connection is closed for them."""
    credential = ""
    while frames:
        async with Peer(served.url) as peer:
            await peer.hello(name, credential=credential)
            credential = peer.credential
            while frames and not peer._reader.done():
                frames -= 1
                try:
                    await peer.send(fuzz.frame())
                except Exception:  # noqa: BLE001 -- whatever websockets makes of a connection that was closed
                    break
                await asyncio.sleep(0)
            if peer._reader.done():
                code, _ = await peer.closed()
                assert code in (CloseCode.BAD_MESSAGE, CloseCode.TOO_BIG), code


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_that_is_sent_is_our_mistake(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        with caplog.at_level("INFO"):
            async with asyncio.TaskGroup() as tasks:
                for number in range(4):
                    fuzz = Fuzz(10 * seed + number, room)
                    tasks.create_task(pester(served, f"mallory-{number}", fuzz, 250))
            for number in range(8):
                await play((alice, bob)[number % 2], room, 13 * number)
                await (bob, alice)[number % 2].happened(ev.Moved)

    wrong = [record for record in caplog.records if record.levelname not in ("INFO", "DEBUG")]
    assert [record for record in wrong if "forgiving" not in record.message] == []
    assert all(record.message.isprintable() for record in caplog.records)


async def test_a_peer_that_leaves_while_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(MemoryStore):
        async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
            if gate is not None:
                waiting.set()
                await gate.wait()
            return await super().read(room, since)

    gate: asyncio.Event | None = None
    waiting = asyncio.Event()
    async with serving(Slow()) as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        node = served.node
        async with Peer(served.url) as carol:
            await carol.hello("carol")
            gate = asyncio.Event()
            _ = await carol.post(Watch, room=room)
            await waiting.wait()
            carol.connection.transport.abort()
            await until(lambda: len(node.server.connections) == 2)
            gate.set()
        await until(lambda: node.health.report()["connections"] == 2)
        assert len(node.hub._listeners[room].watchers) == 0
        gate = None
        await play(alice, room, 0)
        await bob.happened(ev.Moved)


async def test_hello_after_hello_from_everywhere_at_once() -> None:
    async with serving() as served, peers(served.url, "alice") as (alice,):
        rooms = [await alice.create() for _ in range(10)]

        async def greet(number: int) -> None:
            async with Peer(served.url) as peer:
                resume = {room: checkpoint(room, number) for room in rooms}
                fields = await peer.introduced(credential=alice.credential, client="x" * 900, rooms=resume)
                await peer.send(encode(Hello(RequestId(1), **fields)))
                await until(lambda: len(peer.said) > 1)

        await asyncio.gather(*(greet(number) for number in range(40)))
        assert isinstance(await alice.ask(Watch, room=rooms[0]), Watching)


@pytest.mark.parametrize("change", [(b"", b""), (b"Version: 13", b"Version: 8"), (b"HTTP/1.1", b"HTTP/1.0")])
async def test_who_does_not_wait_for_the_answer_to_a_handshake(
    change: tuple[bytes, bytes], caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing that comes with a handshake is our mistake, and every connection is counted to its end."""
    hello = encode(Hello(RequestId(1), "early"))
    masked = bytes((0x82, 0x80 + len(hello))) + bytes(4) + hello
    close, ping = b"\x88\x80" + bytes(4), b"\x89\x80" + bytes(4)
    tails = (masked, masked + close, close, ping, b"\0" * 9, b"GET / HTTP/1.1\r\n\r\n")
    async with serving() as served:
        limits, health = served.node.connection_limits, served.node.health
        for tail in tails:
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(HANDSHAKE.replace(*change) + tail)
            async with patience("an answer"):
                assert await reader.read(1)
            writer.transport.abort()
        await until(lambda: not (limits.open_sockets or health.sessions or limits._players))
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
