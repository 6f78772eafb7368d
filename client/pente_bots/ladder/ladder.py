"""A ladder on a server: its bots, their games, and who plays next."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final

from pente_bots.ladder.ladder_result import LadderResult
from pente_bots.ladder.pairing import next_pair
from pente_bots.ladder.results_file import ResultsFile
from pente_bots.ladder.standing import LadderStanding
from pente_bots.play.bot import Bot, log_end
from pente_bots.play.policy import Policy
from pente_bots.play.program.challenger import TEMPORARY
from pente_bots.play.program.service import BotService
from pente_client.connection import Client, ConnectionEnded, RequestRejected
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset

_LOG: Final = logging.getLogger("pente.bot")
_LOOK_EVERY: Final = 5.0
"""Seconds after which the games that go on are counted again, though none has ended."""
_REMEMBERED: Final = 1000
"""Rooms that have ended and are remembered, as the second bot tells of them a little later."""
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
"""Seconds until the next game after one that could not begin; doubled each time."""


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """What a ladder plays."""

    services: Sequence[BotService]
    """Its bots, two at least, with different names."""
    ruleset: Ruleset
    """With two sides."""
    time: str
    """The time control as text."""
    at_once: int
    """How many games go on at a time."""
    games: int | None = None
    """After how many games it ends; None: never."""


class Ladder:
    """Keeps bots playing. Mutable."""

    def __init__(self, plan: LadderPlan, results: ResultsFile, report: Callable[[str], None]) -> None:
        """``report`` gets a line for each game that ends. Raises BadResults."""
        self._plan: Final = plan
        self._results: Final = results
        self._report: Final = report
        self.standing: Final = LadderStanding(results.read())
        self._bots: Final[dict[str, Bot]] = {}
        self._news: Final = asyncio.Event()
        self._over: Final[dict[RoomId, None]] = {}
        """The rooms that have ended last, the latest at the end."""
        self._pause = 0.0
        """Seconds to wait before the next game; 0: none has failed to begin."""
        self.played = 0
        """How many games have ended since it was started."""
        self.has_begun = False
        """Whether all its bots have been connected."""

    async def run(self) -> None:
        """Play until cancelled, or until all games are played. Raises BadResults, and what connecting raises,
        also ConnectionEnded where a bot's connection ends for good.
        """
        async with AsyncExitStack() as stack:
            playing: list[asyncio.Task[str]] = []
            try:
                for service in self._plan.services:
                    stack.enter_context(closing(service.thinker))
                    client = await stack.enter_async_context(service.client())
                    bot = self._bots[client.me.name] = self._bot(service, client)
                    playing.append(asyncio.create_task(bot.run()))
                self.has_begun = True
                await self._run_games(playing)
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)

    def _bot(self, service: BotService, client: Client) -> Bot:
        """A bot that plays only with the others, for whom a rating of a server means nothing."""
        names = tuple(one.name for one in self._plan.services)
        policy = Policy(service.behaviour.policy.supports, names=names, most_games=1_000)
        behaviour = replace(service.behaviour, policy=policy)
        return Bot(client, service.thinker, behaviour, Random(service.seed), self._ended)

    async def _run_games(self, playing: Sequence[asyncio.Task[str]]) -> None:
        games = asyncio.create_task(self._begin_games())
        try:
            done, _ = await asyncio.wait({games, *playing}, return_when=asyncio.FIRST_COMPLETED)
            if games in done:
                return games.result()
            raise ConnectionEnded(next(task.result() for task in playing if task in done))
        finally:
            games.cancel()

    async def _begin_games(self) -> None:
        """Begin a game whenever fewer go on than may."""
        for bot in self._bots.values():
            await bot.welcomed.wait()
        while not self._is_done:
            self._news.clear()
            if self._pause:
                await asyncio.sleep(self._pause)
            if not await self._begin_game():
                await self._wait()

    @property
    def _is_done(self) -> bool:
        return self._plan.games is not None and self.played >= self._plan.games

    async def _begin_game(self) -> bool:
        """Begin the next game; False if none is to be begun now."""
        current = list(self._current())
        left = None if self._plan.games is None else self._plan.games - self.played - len(current)
        if len(current) >= self._plan.at_once or (left is not None and left <= 0):
            return False
        pair = next_pair(list(self._bots), self.standing, current)
        if pair is None:
            return False
        first, second = pair
        try:
            await self._bots[first].open(self._plan.ruleset, self._plan.time, second, seat=0)
        except RequestRejected as rejected:
            if rejected.code not in TEMPORARY:
                raise
            self._could_not_begin(f"{first} and {second}: {rejected}")
        return True

    def _current(self) -> Iterator[tuple[str, str]]:
        """The pairs that play now. Rooms that were not seen yet count for all of them."""
        for first, second in combinations(self._bots, 2):
            if self._bots[first].games_with(second) or self._bots[second].games_with(first):
                yield first, second

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(_LOOK_EVERY):
                await self._news.wait()
        except TimeoutError:
            pass

    def _could_not_begin(self, reason: str) -> None:
        self._pause = min(max(_FIRST_PAUSE, 2 * self._pause), _LONGEST_PAUSE)
        _LOG.warning("no game yet: %s", reason)

    def _ended(self, room_id: RoomId, room: Room) -> None:
        """Count and report a game that has ended, of which both bots tell: the first time."""
        self._news.set()
        if room_id in self._over:
            return
        self._over[room_id] = None
        if len(self._over) > _REMEMBERED:
            del self._over[next(iter(self._over))]
        result = self._result(room_id, room)
        if room.status is ev.Status.CLOSED:
            self._could_not_begin(f"{room_id} was closed before its game")
        elif result is None:
            log_end(room_id, room)
        elif room_id not in self.standing:
            self._pause = 0.0
            self._results.add(result)
            self.standing.add(result)
            self.played += 1
            self._report(self._line(result))

    def _result(self, room_id: RoomId, room: Room) -> LadderResult | None:
        """What came of a room; None: no game between bots of this ladder was finished there."""
        outcome = room.game.outcome
        names = [player.name for player in room.seats if player is not None]
        if outcome is None or outcome.termination is Termination.ABORTED:
            return None
        if len(names) != 2 or not set(names) <= set(self._bots):
            return None
        winner = room.seats[outcome.winners[0]] if outcome.winners else None
        return LadderResult(
            at=room.active,
            players=(names[0], names[1]),
            winner=None if winner is None else winner.name,
            termination=outcome.termination.value,
            stones=room.game.stones,
            room=room_id,
        )

    def _line(self, result: LadderResult) -> str:
        """A finished game: the players with their new ratings, and the result."""
        first, second = (f"{name} ({self.standing.score(name).rating.points})" for name in result.players)
        won = "draw" if result.winner is None else f"{result.winner} wins"
        return f"{first} {second}: {won} by {result.termination}, {result.stones} stones, {result.room}"
