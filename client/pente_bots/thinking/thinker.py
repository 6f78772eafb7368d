"""Thinking outside the event loop: quick players in a thread, the others in processes."""

import asyncio
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Final, Self, TypeVar

from pente_bots.players.catalogue import entry_of
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchReport, report_nothing
from pente_bots.thinking.kept_players import KeptPlayers, forget_player
from pente_bots.thinking.report_relay import ReportRelay
from pente_bots.thinking.think_request import (
    CataloguePlayerMaker,
    ConsideredMove,
    PlayerDecision,
    PlayerMaker,
    ThinkContext,
    ThinkRequest,
    considered_move,
    does_not_lead,
    explained,
    in_process,
    player_decision,
    search_report,
)
from pente_bots.thinking.workers import WorkerLost, Workers
from pente_core.rules.game import Turn
from pente_core.rules.position import Position

R = TypeVar("R")
_KEPT_FOR: Final = 600.0
"""Seconds after its last move in which a player stays with its game."""


class CannotThink(Exception):
    """The player could not think, perhaps for lack of memory; a later attempt may succeed."""


class Thinker:
    """Thinks for one player, in many games at once. Mutable: it may own processes, so close it.

    Bots in one process may share their ``workers``; then these are not the thinker's to close.

    With a ``seed``, equal positions get equal answers; without one, only within a game. A player that keeps
    state (see `Player.keeps_state`) stays with its game, in the process that has it; it answers equally when
    the same game is played again, as long as no process is lost or busy with another game.

    Who cancels a question stops its search: the process soon has time for others. A move with a clock that
    has waited for a process as long as it was to take stops the search that has gone on for longest.
    """

    def __init__(
        self,
        make: PlayerMaker,
        seed: int | None = None,
        *,
        is_heavy: bool = True,
        varies: bool | None = None,
        workers: Workers | None = None,
    ) -> None:
        """A player that is not heavy thinks in a thread. ``varies``: whether games differ (None: they do
        without a seed).
        """
        self._make = make
        self._seed = secrets.randbits(64) if seed is None else seed
        self._differs = seed is None if varies is None else varies
        self._own = Workers() if is_heavy and workers is None else None
        self._workers = (workers or self._own) if is_heavy else None
        self._players = KeptPlayers()
        """Those that think in threads."""
        self._mark: Final = secrets.token_hex(4)
        """Keeps its games apart from those of others who share the processes."""
        self._expiries: dict[str, asyncio.TimerHandle] = {}

    @classmethod
    def of(
        cls,
        player: str,
        options: Mapping[str, str],
        seed: int | None = None,
        workers: Workers | None = None,
    ) -> Self:
        """A thinker for a player that ships. Raises InvalidPlayerOption for an unknown player or option."""
        make = CataloguePlayerMaker(player, tuple(options.items()))
        make(Random(0)).close()
        return cls(make, seed, is_heavy=entry_of(player).is_heavy, workers=workers)

    async def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        game: str = "",
        turns: tuple[Turn, ...] | None = None,
    ) -> PlayerDecision:
        """The player's action in a position of a game. The event loop is not blocked.

        ``turns`` is the game so far, as in `SearchRequest`. Raises CannotThink.
        """
        return await self._answered(player_decision, self._request(position, limit, game, turns))

    async def search(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        game: str = "",
        turns: tuple[Turn, ...] | None = None,
        *,
        lines: int = 1,
        report: Callable[[SearchReport], None] = report_nothing,
        stop: asyncio.Event | None = None,
    ) -> SearchReport:
        """The player's search of a position in which a stone is due; see `SearchRequest`.

        ``report`` is called in the event loop, and skips reports where the loop is slower than the search.
        Once ``stop`` is set the answer is the best so far. Raises CannotThink.
        """
        request = self._request(position, limit, game, turns, lines)
        return await self._answered(search_report, request, report, stop)

    async def consider(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        game: str = "",
        turns: tuple[Turn, ...] | None = None,
    ) -> ConsideredMove:
        """As `think`, with what the player expects of the game. Raises CannotThink."""
        return await self._answered(considered_move, self._request(position, limit, game, turns))

    async def agrees_to_draw(self, position: Position, seat: int, game: str = "") -> bool:
        """Whether a seat accepts a draw: in a game of two, if it does not stand better.

        Raises CannotThink.
        """
        return await self._answered(partial(does_not_lead, seat), self._request(position, game=game))

    async def explain(self, position: Position, game: str = "") -> str:
        """What the player has to say about a position; may be empty. Raises CannotThink."""
        return await self._answered(explained, self._request(position, game=game))

    def forget(self, game: str) -> None:
        """Let go of the player that is kept for a game, as it is over."""
        key = self._key(game)
        expiry = self._expiries.pop(key, None)
        if expiry is not None:
            expiry.cancel()
        if self._workers is None:
            self._players.forget(key)
        else:
            self._workers.leave(key, partial(forget_player, key))

    def close(self) -> None:
        """Stop all thinking immediately, but for that in shared processes."""
        for expiry in self._expiries.values():
            expiry.cancel()
        if self._own is not None:
            self._own.close()

    async def _answered(
        self,
        think: Callable[[ThinkRequest, ThinkContext], R],
        request: ThinkRequest,
        report: Callable[[SearchReport], None] = report_nothing,
        stop: asyncio.Event | None = None,
    ) -> R:
        relay = ReportRelay(report)
        try:
            return await self._tried(think, request, relay, stop)
        except WorkerLost:  # a process was killed: try another one, once
            pass
        try:
            return await self._tried(think, request, relay, stop)
        except WorkerLost as lost:
            raise CannotThink("the processes that think are being killed") from lost

    async def _tried(
        self,
        think: Callable[[ThinkRequest, ThinkContext], R],
        request: ThinkRequest,
        relay: ReportRelay,
        stop: asyncio.Event | None,
    ) -> R:
        """An answer. Raises WorkerLost."""
        answer, end, urge = self._begun(think, request, relay)
        beside = tuple(_beside(request.limit, urge, stop, end))
        try:
            return await answer
        finally:
            end()  # without an effect, unless nobody wants the answer any more
            for each in beside:
                each.cancel()
            self._expire_later(request.game)

    def _begun(
        self, think: Callable[[ThinkRequest, ThinkContext], R], request: ThinkRequest, relay: ReportRelay
    ) -> tuple[Awaitable[R], Callable[[], None], Callable[[], None]]:
        """What will be the answer, what makes it come soon, and what makes it begin. Raises WorkerLost."""
        if self._workers is None:
            flag = threading.Event()
            context = ThinkContext(flag, relay.report, self._players)
            return asyncio.to_thread(think, request, context), flag.set, lambda: None
        work = self._workers.begin(partial(in_process, think, request), request.game, relay.report)
        return asyncio.wrap_future(work.future), work.stop, work.urge

    def _expire_later(self, key: str) -> None:
        """Forget the player of a game some time after this, its latest question."""
        if not key:
            return
        before = self._expiries.pop(key, None)
        if before is not None:
            before.cancel()
        game = key.partition(":")[2]
        self._expiries[key] = asyncio.get_running_loop().call_later(_KEPT_FOR, self.forget, game)

    def _key(self, game: str) -> str:
        return f"{self._mark}:{game}" if game else ""

    def _request(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        game: str = "",
        turns: tuple[Turn, ...] | None = None,
        lines: int = 1,
    ) -> ThinkRequest:
        return ThinkRequest(
            make=self._make,
            seed=f"{self._seed}:{game}" if self._differs else str(self._seed),
            limit=limit,
            position=position,
            turns=turns,
            lines=lines,
            game=self._key(game),
        )


def _beside(
    limit: Limit, urge: Callable[[], None], stop: asyncio.Event | None, end: Callable[[], None]
) -> Iterator[asyncio.TimerHandle | asyncio.Task[None]]:
    """What goes on while an answer is waited for; cancel all of it."""
    if limit.clock is not None and limit.time is not None:  # it has waited for as long as it was to take
        yield asyncio.get_running_loop().call_later(limit.time / 1000, urge)
    if stop is not None:
        yield asyncio.create_task(_end_when(stop, end))


async def _end_when(stop: asyncio.Event, end: Callable[[], None]) -> None:
    await stop.wait()
    end()
