"""A game of two actors that goes on until told to end, with those who watch it."""

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Final

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from tests.chaos.peers.recording_player import RecordingPlayer

TIME: Final = "5"
"""Minutes a side."""
PLIES: Final = 400
"""Moves after which a game is given up for a new one."""
THOUGHT: Final = 0.01
"""Seconds that people think about a move."""


class EndlessGame:
    """Mutable: a game that nobody wins."""

    def __init__(
        self,
        room: RoomId,
        players: tuple[RecordingPlayer, RecordingPlayer],
        watchers: Sequence[RecordingPlayer],
    ) -> None:
        self.rooms = [room]
        """One game after the other."""
        self.players = players
        self.watchers = watchers
        self.times: list[float] = []
        """When each move was acknowledged."""

    @classmethod
    async def opened(
        cls, players: tuple[RecordingPlayer, RecordingPlayer], watchers: Sequence[RecordingPlayer]
    ) -> "EndlessGame":
        room = await begun(players)
        for watcher in watchers:
            await watcher.client.watch(room)
        return cls(room, players, watchers)

    @property
    def room(self) -> RoomId:
        return self.rooms[-1]

    @property
    def actors(self) -> tuple[RecordingPlayer, ...]:
        return (*self.players, *self.watchers)

    @property
    def moves(self) -> int:
        return len(self.times)

    def first_since(self, moment: float) -> float:
        """When a move was acknowledged first after a moment in which there will have been one."""
        return next(time for time in self.times if time > moment)

    async def play(self, done: asyncio.Event) -> None:
        """Play until told to end; then all have seen everything."""
        version = 0
        while not done.is_set():
            ply = self.moves % PLIES
            if self.moves and not ply:
                await self._begin_anew()
            mover, other = self.players if ply % 2 == 0 else self.players[::-1]
            version = await mover.play(self.room, ply)
            self.times.append(perf_counter())
            await other.sees(self.room, version)
            await asyncio.sleep(THOUGHT)
        for actor in self.actors:
            await actor.sees(self.room, version)

    async def _begin_anew(self) -> None:
        await self.players[0].client.act(self.room, cmd.Resign())
        self.rooms.append(await begun(self.players))
        for watcher in self.watchers:
            await watcher.client.watch(self.room)


async def begun(players: tuple[RecordingPlayer, RecordingPlayer]) -> RoomId:
    """A game that has begun."""
    host, guest = players
    room = await host.open(TIME)
    await guest.join(room)
    return room
