"""Connections by the thousand: each costs little, sends whatever it is given, and remembers how it ended."""

import asyncio
import resource
import socket
from typing import Any, Final

import msgpack

from pente_core.identity import PlayerKind, RoomId
from pente_protocol.forms import MSGPACK, Form
from pente_protocol.messages import Wire
from tests.support.accounts.sign_in import TestedDevice
from tests.support.games import checkpoints
from tests.support.hostile.raw_peer import RawPeer, masked
from tests.support.waiting import patience

CLOSE: Final = 8
GONE: Final = 1006
"""The code of a connection that just broke."""


class LightConnection(RawPeer):
    """Mutable: one connection of a player."""

    def __init__(self, *, is_greeted: bool = True, form: Form = MSGPACK) -> None:
        super().__init__(is_greeted=is_greeted, form=form)
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The code that it was closed with."""
        self.welcome: Wire = {}
        self.seen: dict[RoomId, dict[int, Wire]] = {}
        """Every event of every room, by version."""
        self.shown: dict[RoomId, Wire] = {}
        """The latest snapshot of every room."""
        self.contradictions: list[tuple[RoomId, int]] = []
        """What it was told in two ways."""
        self.answers = 0
        """How many replies came since they were `expect_answers`ed."""
        self._answered: tuple[int, asyncio.Future[None]] | None = None
        self._expected: dict[tuple[RoomId, int], asyncio.Future[None]] = {}
        self.hear = self._heard

    @classmethod
    async def deaf(cls, port: int) -> "LightConnection":
        """A connection that will not take much once it has stopped reading."""
        loop = asyncio.get_running_loop()
        with socket.socket() as probe:  # closed only if it can't be connected
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            probe.setblocking(False)
            await loop.sock_connect(probe, ("127.0.0.1", port))
            held = socket.socket(fileno=probe.detach())
        _, peer = await loop.create_connection(cls, sock=held)
        await peer.shake_hands()
        return peer

    @property
    def transport(self) -> asyncio.Transport:
        assert self._transport is not None
        return self._transport

    async def greet(
        self, name: str = "", *, kind: PlayerKind = PlayerKind.PERSON, credential: str = "", **more: Any
    ) -> Wire:
        """Say hello; the welcome, or the error. Rooms to resume may have versions only."""
        if credential:
            self.device = TestedDevice(credential)
        account = self.device.known() if credential else self.device.new(name, kind)
        answer = await self.answer(await self.introduced(account, **checkpoints.with_checkpoints(more)))
        if answer["t"] == "welcome":
            self.welcome, self.device.player = answer, answer["player"]["id"]
        return answer

    @property
    def credential(self) -> str:
        """What signs in to the same account again."""
        return self.device.credential

    def version(self, room: RoomId) -> int:
        """The newest version of a room that it has seen."""
        return max(self.seen.get(room, {0: None}))

    async def sees(self, room: RoomId, version: int) -> None:
        """Wait for an event."""
        if version not in self.seen.get(room, {}):
            event = self._expected[room, version] = asyncio.get_running_loop().create_future()
            async with patience(f"version {version} of {room}", lambda: self.seen.get(room, {}).items()):
                await event

    def expect_answers(self, count: int) -> asyncio.Future[None]:
        """Is done after so many replies more, to requests that are sent as they are."""
        self.answers, done = 0, asyncio.get_running_loop().create_future()
        self._answered = count, done
        return done

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end(GONE)

    def _received(self, opcode: int, body: bytes, size: int) -> None:
        if opcode != CLOSE:
            super()._received(opcode, body, size)
            return
        self._end(int.from_bytes(body[:2], "big") if body else 1005)
        self.send(masked(body[:2], CLOSE))
        self.transport.close()

    def _end(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_result(code)

    def _heard(self, body: bytes) -> None:
        message = msgpack.unpackb(body)
        checkpoints.heard_wire(message)
        if "id" in message:
            self._count()
        elif message["t"] == "happened":
            self._happened(message["room"], message["version"], message["event"])
        elif message["t"] == "synced":
            self.shown[message["room"]] = message["snapshot"]
        elif message["t"] == "missed":
            for version, event in enumerate(message["events"], message["after"] + 1):
                self._happened(message["room"], version, event)

    def _happened(self, room: RoomId, version: int, event: Wire) -> None:
        if self.seen.setdefault(room, {}).setdefault(version, event) != event:
            self.contradictions.append((room, version))
        expected = self._expected.pop((room, version), None)
        if expected is not None and not expected.done():
            expected.set_result(None)

    def _count(self) -> None:
        self.answers += 1
        if self._answered is not None and self.answers == self._answered[0] and not self._answered[1].done():
            self._answered[1].set_result(None)


def open_many_files() -> None:
    """Let this process have as many sockets as the system grants."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
