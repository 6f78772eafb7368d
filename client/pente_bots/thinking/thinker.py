"""Thinking outside the event loop: quick players in a thread, the others in processes."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final, Self, TypeVar

from pente_bots.players.catalogue import entry_of, make_player
from pente_bots.players.player import NO_LIMIT, Limit, Player
from pente_bots.thinking.workers import WorkerLost, Workers
from pente_core.clock.instant import Millis
from pente_core.room import Choose, Offer, Play, Resign
from pente_core.rules.board import Board
from pente_core.rules.geometry import Bits
from pente_core.rules.move import Choice
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

PlayerDecision = Play | Choose | Resign | Offer
"""The action of a player in a position where it is to act."""
PlayerMaker = Callable[[Random], Player]
"""Creates a player with its randomness. It is sent to other processes: a class, or a partial of one."""
R = TypeVar("R")
_LEAST: Final = Millis(50)
"""Milliseconds to think, however long a request had to wait."""


class CannotThink(Exception):
    """The player could not think, perhaps for lack of memory; a later attempt may succeed."""


@dataclass(frozen=True, slots=True)
class ThinkRequest:
    """A position and the player to think about it, small enough to be sent to another process."""

    make: PlayerMaker
    seed: str
    """Determines all randomness together with the position, so that a repeated request gives the same
    answer."""
    limit: Limit
    rules: Ruleset
    stones: tuple[Bits, ...]
    key: int
    taken: tuple[int, ...]
    ply: int
    colour: int
    left: int
    made: tuple[Choice, ...]
    out: int
    asked: float = field(default_factory=time.monotonic, compare=False)
    """When the request was made, in seconds of a clock that all processes of a machine share."""

    @property
    def position(self) -> Position:
        """The position, rebuilt from what was sent."""
        board = Board(self.rules.size, self.stones, self.key)
        return Position(self.rules, board, self.taken, self.ply, self.colour, self.left, self.made, self.out)


def player_decision(request: ThinkRequest) -> PlayerDecision:
    """Think about a position in which a side is to act."""
    position = request.position
    chance = Random(f"{request.seed}:{position.key}")
    player = request.make(chance)
    if position.choices:
        return Choose(player.choose_swap(position))
    if player.resigns(position):
        return Resign()
    return Play(player.choose(position, _remaining(request)))


def _remaining(request: ThinkRequest) -> Limit:
    """The remaining time: the clock was running while the request waited."""
    limit = request.limit.time
    if limit is None:
        return NO_LIMIT
    waited = int(1000 * (time.monotonic() - request.asked))
    return Limit(Millis(max(_LEAST, limit - waited)))


@dataclass(frozen=True, slots=True)
class CataloguePlayerMaker:
    """Creates a player that ships. Calling it raises InvalidOption for an unknown player or option."""

    player: str
    options: tuple[tuple[str, str], ...] = ()

    def __call__(self, chance: Random) -> Player:
        return make_player(self.player, dict(self.options), chance)


class Thinker:
    """Thinks for one player, in many games at once. Mutable: it may own processes, so close it.

    With a ``seed``, equal positions get equal answers; without one, only within a game.
    """

    def __init__(
        self, make: PlayerMaker, seed: int | None = None, *, is_heavy: bool = True, varies: bool | None = None
    ) -> None:
        """A player that is not heavy thinks in a thread. ``varies``: whether games differ (None: they do
        without a seed).
        """
        self._make = make
        self._seed = secrets.randbits(64) if seed is None else seed
        self._differs = seed is None if varies is None else varies
        self._workers = Workers() if is_heavy else None

    @classmethod
    def of(cls, player: str, options: Mapping[str, str], seed: int | None = None) -> Self:
        """A thinker for a player that ships. Raises InvalidOption for an unknown player or option."""
        make = CataloguePlayerMaker(player, tuple(options.items()))
        make(Random(0))
        return cls(make, seed, is_heavy=entry_of(player).is_heavy)

    async def think(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> PlayerDecision:
        """The player's action in a position of a game. The event loop is not blocked.

        Raises CannotThink.
        """
        return await self._answered(player_decision, self._request(position, limit, game))

    async def agrees_to_draw(self, position: Position, seat: int, game: str = "") -> bool:
        """Whether a seat accepts a draw: in a game of two, if it does not stand better.

        Raises CannotThink.
        """
        return await self._answered(partial(_does_not_lead, seat), self._request(position, NO_LIMIT, game))

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
        """Stop all thinking immediately."""
        if self._workers is not None:
            self._workers.close()

    def _request(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> ThinkRequest:
        return ThinkRequest(
            make=self._make,
            seed=f"{self._seed}:{game}" if self._differs else str(self._seed),
            limit=limit,
            rules=position.rules,
            stones=position.board.stones,
            key=position.board.key,
            taken=position.taken,
            ply=position.ply,
            colour=position.colour,
            left=position.stones_left,
            made=position.made,
            out=position.out,
        )


def _does_not_lead(seat: int, request: ThinkRequest) -> bool:
    position = request.position
    if position.rules.sides != 2 or position.choices:
        return False
    value = request.make(Random(f"{request.seed}:{position.key}")).evaluate(position).value
    return (value if position.to_act == seat else -value) <= 0
