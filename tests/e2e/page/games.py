"""Games for a page to show: people play them over sockets of their own, and say what a test has them say."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from tests.support.peer import Peer, peers

WON_BY_LINE = "K10 L10 A1 M10 N10 A19 L10 C19 M10 E19 O10"
"""A game of Pente in which the first player captures a pair and then has five in a row."""


class ShownGame:
    """A game under way. Mutable: its players move in turn."""

    def __init__(self, room: RoomId, players: Sequence[Peer], size: int) -> None:
        self.room = room
        self.players = players
        self._size = size
        self._played = 0

    async def play(self, points: str) -> None:
        """Play points such as ``"K10 L10"``, each by the player whose turn it is."""
        for name in points.split():
            mover = self.players[self._played % len(self.players)]
            self._played += 1
            version = (await mover.act(self.room, cmd.Play(parse_point(name, self._size)))).version
            for player in self.players:
                await player.heard_version(self.room, version)

    async def say(self, seat: int, text: str) -> None:
        await self.do(seat, cmd.Say(text))

    async def resign(self, seat: int) -> None:
        await self.do(seat, cmd.Resign())

    async def do(self, seat: int, command: cmd.PlayerCommand) -> None:
        await self.players[seat].act(self.room, command)


@asynccontextmanager
async def shown_game(
    url: str, *names: str, ruleset: object = "pente", size: int = 19, password: str = "", **fields: Any
) -> AsyncIterator[ShownGame]:
    """A game that has just begun, for the time of the block. ``fields``: of the request that opens it."""
    async with peers(url, *names, password=password) as players:
        host, *guests = players
        room = await host.create(ruleset, **{"time": "5+3", "seat": 0, **fields})
        for guest in guests:
            await guest.act(room, cmd.Join())
        yield ShownGame(room, players, size)
