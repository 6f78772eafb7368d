"""Thinking outside the event loop: quick players in a thread, the others in processes."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Self, TypeVar

from pente_bots.players.catalogue import entry_of
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.thinking.think_request import (
    CataloguePlayerMaker,
    ConsideredMove,
    PlayerDecision,
    PlayerMaker,
    ThinkRequest,
    considered_move,
    does_not_lead,
    explained,
    player_decision,
)
from pente_bots.thinking.workers import WorkerLost, Workers
from pente_core.rules.position import Position

R = TypeVar("R")


class CannotThink(Exception):
    """The player could not think, perhaps for lack of memory; a later attempt may succeed."""


class Thinker:
    """Thinks for one player, in many games at once. Mutable: it may own processes, so close it.

    Bots in one process may share their ``workers``; then these are not the thinker's to close.

    With a ``seed``, equal positions get equal answers; without one, only within a game.
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

    @classmethod
    def of(
        cls,
        player: str,
        options: Mapping[str, str],
        seed: int | None = None,
        workers: Workers | None = None,
    ) -> Self:
        """A thinker for a player that ships. Raises InvalidOption for an unknown player or option."""
        make = CataloguePlayerMaker(player, tuple(options.items()))
        make(Random(0))
        return cls(make, seed, is_heavy=entry_of(player).is_heavy, workers=workers)

    async def think(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> PlayerDecision:
        """The player's action in a position of a game. The event loop is not blocked.

        Raises CannotThink.
        """
        return await self._answered(player_decision, self._request(position, limit, game))

    async def consider(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> ConsideredMove:
        """The player's action in a position of a game, with what it expects. Raises CannotThink."""
        return await self._answered(considered_move, self._request(position, limit, game))

    async def agrees_to_draw(self, position: Position, seat: int, game: str = "") -> bool:
        """Whether a seat accepts a draw: in a game of two, if it does not stand better.

        Raises CannotThink.
        """
        return await self._answered(partial(does_not_lead, seat), self._request(position, NO_LIMIT, game))

    async def explain(self, position: Position, game: str = "") -> str:
        """What the player has to say about a position; may be empty. Raises CannotThink."""
        return await self._answered(explained, self._request(position, NO_LIMIT, game))

    async def _answered(self, think: Callable[[ThinkRequest], R], request: ThinkRequest) -> R:
        if self._workers is None:
            return await asyncio.to_thread(think, request)
        try:
            return await asyncio.wrap_future(self._workers.submit(think, request))
        except WorkerLost:  # a process was killed: try another one, once
            pass
        try:
            return await asyncio.wrap_future(self._workers.submit(think, request))
        except WorkerLost as lost:
            raise CannotThink("the processes that think are being killed") from lost

    def close(self) -> None:
        """Stop all thinking immediately, but for that in shared processes."""
        if self._own is not None:
            self._own.close()

    def _request(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> ThinkRequest:
        return ThinkRequest(
            make=self._make,
            seed=f"{self._seed}:{game}" if self._differs else str(self._seed),
            limit=limit,
            position=position,
        )
