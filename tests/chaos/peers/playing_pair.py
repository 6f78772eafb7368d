"""People who just play, while others misbehave: how long each of their moves takes to be heard of."""

import asyncio
from collections.abc import Iterable
from statistics import quantiles
from time import perf_counter
from typing import Final

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import BotPolicy, Options
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_protocol.codec import encode
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import RequestId, RulesetSpec
from pente_protocol.messages.rooms import Act, Create, Watch
from tests.chaos.peers.light_connection import LightConnection
from tests.support.games.checkpoints import checkpoint
from tests.support.hostile.raw_peer import masked
from tests.support.peer import a_command

ENDLESS: Final[RulesetSpec] = {"base": "freestyle", "size": 25, "line": 25, "dead_draw": False}
"""Rules under which nobody wins, so that there is always another move."""
OPEN: Final = Options(bots=BotPolicy.ANYBODY)
"""A room in which bots sit down without an invitation."""
BEGUN: Final = 4
"""The version of a room in which a game of two has begun and nobody has moved."""
PLIES: Final = 500
"""Moves after which a table is cleared."""


class PlayingPair:
    """Mutable: two players at a table of their own, who answer each other's moves at once."""

    def __init__(self, players: tuple[LightConnection, LightConnection]) -> None:
        self.players = players
        self.waits: list[float] = []
        """Seconds from the sending of each move to the opponent's hearing of it."""
        self.room = RoomId("")
        self._plies = 0
        self._watchers: list[LightConnection] = []

    @classmethod
    async def seated(cls, port: int) -> "PlayingPair":
        players = (await LightConnection.connect(port), await LightConnection.connect(port))
        for player in players:
            await player.greet(kind=PlayerKind.BOT)
        pair = cls(players)
        await pair.clear()
        return pair

    async def clear(self) -> None:
        """Begin a new game."""
        host, guest = self.players
        self.room = await a_game(host, guest)
        self._plies = 0
        self.let_watch(())

    def let_watch(self, more: Iterable[LightConnection]) -> None:
        """Show this game to more peers, and from the next on all of them; nobody waits for an answer."""
        self._watchers += more
        for peer in self._watchers:
            if not peer.ended.done():
                peer.send(masked(encode(Watch(RequestId(1 << 30), self.room))))

    async def play(self, done: asyncio.Event, pace: float = 0.0) -> None:
        """Play until told to end; ``pace`` is a pause between two moves."""
        while not done.is_set():
            await self.move()
            await asyncio.sleep(pace)

    async def move(self) -> None:
        """Play one move, which both must hear of."""
        if self._plies == PLIES:
            await self.players[0].ask(Act(RequestId(1), self.room, a_command(), cmd.Resign()))
            await self.clear()
        mover, other = self.players if self._plies % 2 == 0 else self.players[::-1]
        version = BEGUN + self._plies
        act = Act(
            RequestId(1), self.room, a_command(), cmd.Play(Point(self._plies)), checkpoint(self.room, version)
        )
        begin = perf_counter()
        reply = asyncio.create_task(insist(mover, act))
        await other.sees(self.room, version + 1)
        self.waits.append(perf_counter() - begin)
        await reply
        self._plies += 1

    def close(self) -> None:
        for player in self.players:
            player.close()


async def insist(player: LightConnection, request: Act) -> None:
    """Ask until the server has its store."""
    while (answer := await player.answer(request))["t"] == "error":
        assert answer["code"] == ErrorCode.UNAVAILABLE, answer
        await asyncio.sleep(0.05)


async def a_game(host: LightConnection, guest: LightConnection, time: str = "-") -> RoomId:
    """A game that has begun, in which the host is to move; both watch it."""
    create = Create(RequestId(1), a_command(), ENDLESS, time, seat=0, options=OPEN)
    room = RoomId((await host.ask(create))["room"])
    await guest.ask(Act(RequestId(1), room, a_command(), cmd.Join()))
    return room


def p99(waits: list[float]) -> float:
    """The time that one in a hundred exceeds, in ms."""
    return 1000 * quantiles(waits, n=100, method="inclusive")[98]
