"""A player who comes back, whatever happens, and believes only what was acknowledged."""

import asyncio
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Answer
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.rooms import Act, Acted
from tests.support.peer import Peer, a_command
from tests.support.waiting import patience

_LOST = (OSError, EOFError, ConnectionClosed, InvalidHandshake)


class ReconnectingPlayer:
    """Mutable. Every event that any of its connections saw, and every move that was acknowledged."""

    def __init__(self, *urls: str, name: str = "") -> None:
        """``name`` empty: a guest."""
        self._urls = urls
        self._name = name
        self._tries = 0
        self._peer: Peer | None = None
        self._credential = ""
        self.seen: dict[RoomId, dict[int, ev.Event]] = {}
        self.acknowledged: list[tuple[int, int]] = []
        """The version and point of each."""
        self.breaks = 0
        """How often a connection was lost."""

    async def connected(self) -> Peer:
        """A connection on which all rooms are resumed, the old one if it holds."""
        async with patience(f"a connection to one of {self._urls}", self._heard):
            while self._peer is None:
                try:
                    await self._connect()
                except _LOST:
                    await asyncio.sleep(0.02)  # nobody listens yet
        return self._peer

    async def _connect(self) -> None:
        self._tries += 1
        peer = Peer(self._urls[self._tries % len(self._urls)])
        await peer.__aenter__()
        try:
            await peer.hello(
                self._name,
                credential=self._credential,
                rooms={room: max(seen) for room, seen in self.seen.items()},
            )
        except (AssertionError, *_LOST) as error:
            await peer.__aexit__()
            raise ConnectionError from error
        self._credential = peer.credential
        self._peer = peer

    async def ask(self, message: type, **fields: Any) -> Any:
        """Ask until it is carried out; a command under one id."""
        async with patience(f"{message.__name__}({fields}) to be carried out", self._heard):
            while True:
                peer = await self.connected()
                try:
                    answer = await (await peer.post(message, **fields))
                except _LOST:
                    self.breaks += 1
                    await self.drop()
                    continue
                if isinstance(answer, Ok | Answer):
                    self._note(peer)
                    return answer
                assert isinstance(answer, Error)
                assert answer.code == ErrorCode.UNAVAILABLE, answer
                await asyncio.sleep(0.05)

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> Acted:
        base = max(self.seen.get(room, {0: None}))
        fields = {"room": room, "base": base, "command_id": a_command(), "command": command}
        acted = await self.ask(Act, **fields)
        assert isinstance(acted, Acted)
        return acted

    async def play(self, room: RoomId, point: int) -> None:
        ok = await self.act(room, cmd.Play(Point(point)))
        self.acknowledged.append((ok.version, point))

    async def caught_up(self, room: RoomId, version: int) -> None:
        """Wait until the room is seen at a version, over as many connections as it takes."""
        async with patience(f"version {version} of {room}", self._heard):
            while max(self.seen.get(room, {0: None})) < version:
                peer = await self.connected()
                self._note(peer)
                if peer._reader.done():
                    self.breaks += 1
                    await self.drop()
                await asyncio.sleep(0.001)

    async def drop(self) -> None:
        """Let go of the connection."""
        peer, self._peer = self._peer, None
        if peer is not None:
            self._note(peer)
            peer.connection.transport.abort()
            await peer.__aexit__()

    def _heard(self) -> list[object]:
        said = self._peer.said if self._peer is not None else ()
        return [f"{self.breaks} connections were lost after {self._tries} tries", *said[-5:]]

    def _note(self, peer: Peer) -> None:
        for room, seen in self.seen.items():
            for version, event in peer.events(room):
                assert seen.setdefault(version, event) == event, "history was changed"
