"""Thinking outside of the event loop: quick players in a thread, the others in processes."""

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
"""What a player does about a position in which it is to act."""
PlayerMaker = Callable[[Random], Player]
"""Makes a player anew, with all its chance. It goes to other processes: a class, or a partial of one."""
R = TypeVar("R")
_LEAST: Final = Millis(50)
"""Milliseconds to think, however long a question had to wait."""


class CannotThink(Exception):
    """Nothing came of it, for want of memory perhaps; asking again later may help."""


@dataclass(frozen=True, slots=True)
class ThinkRequest:
    """A position with whoever is to think about it, small enough to be sent to another process."""

    make: PlayerMaker
    seed: str
    """Together with the position it decides all chance, so that asking again gives the same answer."""
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
    """When it was asked, in seconds of a clock that all processes of a machine share."""

    @property
    def position(self) -> Position:
        """The position, as it was before it was sent."""
        board = Board(self.rules.size, self.stones, self.key)
        return Position(self.rules, board, self.taken, self.ply, self.colour, self.left, self.made, self.out)


def player_decision(question: ThinkRequest) -> PlayerDecision:
    """Think. The position must be one in which somebody is to act."""
    position = question.position
    chance = Random(f"{question.seed}:{position.key}")
    player = question.make(chance)
    if position.choices:
        return Choose(player.choose_swap(position))
    if player.resigns(position):
        return Resign()
    return Play(player.choose(position, _rest(question)))


def _rest(question: ThinkRequest) -> Limit:
    """What is left to think: the clock has run while others were thinking."""
    limit = question.limit.time
    if limit is None:
        return NO_LIMIT
    waited = int(1000 * (time.monotonic() - question.asked))
    return Limit(Millis(max(_LEAST, limit - waited)))


@dataclass(frozen=True, slots=True)
class CataloguePlayerMaker:
    """Makes a player that ships. Raises BadOption, when called, where there is no such player or option."""

    player: str
    options: tuple[tuple[str, str], ...] = ()

    def __call__(self, chance: Random) -> Player:
        return make_player(self.player, dict(self.options), chance)


class Thinker:
    """Answers for one player, for many games at once. Mutable: it may own processes, so close it.

    With a ``seed``, equal positions get equal answers. Without, that holds within a game only, and games
    differ.
    """

    def __init__(
        self, make: PlayerMaker, seed: int | None = None, *, is_heavy: bool = True, varies: bool | None = None
    ) -> None:
        """A player that is not heavy may think in a thread. ``varies``: whether games differ; None: without
        a seed.
        """
        self._make = make
        self._seed = secrets.randbits(64) if seed is None else seed
        self._differs = seed is None if varies is None else varies
        self._workers = Workers() if is_heavy else None

    @classmethod
    def of(cls, player: str, options: Mapping[str, str], seed: int | None = None) -> Self:
        """One for a player that ships. Raises BadOption when there is no such player or option."""
        make = CataloguePlayerMaker(player, tuple(options.items()))
        make(Random(0))
        return cls(make, seed, is_heavy=entry_of(player).is_heavy)

    async def think(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> PlayerDecision:
        """What the player does in ``position`` of a ``game``. The event loop goes on meanwhile.

        Raises CannotThink.
        """
        return await self._answered(player_decision, self._question(position, limit, game))

    async def agrees_to_draw(self, position: Position, seat: int, game: str = "") -> bool:
        """Whether a seat may as well agree to a draw: of two, it does not stand better.

        Raises CannotThink.
        """
        return await self._answered(partial(_does_not_lead, seat), self._question(position, NO_LIMIT, game))

    async def _answered(self, think: Callable[[ThinkRequest], R], question: ThinkRequest) -> R:
        if self._workers is None:
            return await asyncio.to_thread(think, question)
        try:
            return await asyncio.wrap_future(self._workers.submit(think, question))
        except WorkerLost:  # a process was killed: ask another, once
            pass
        try:
            return await asyncio.wrap_future(self._workers.submit(think, question))
        except WorkerLost as lost:
            raise CannotThink("processes that think are ended from outside") from lost

    def close(self) -> None:
        """Stop at once whatever is being thought."""
        if self._workers is not None:
            self._workers.close()

    def _question(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> ThinkRequest:
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


def _does_not_lead(seat: int, question: ThinkRequest) -> bool:
    position = question.position
    if position.rules.sides != 2 or position.choices:
        return False
    value = question.make(Random(f"{question.seed}:{position.key}")).evaluate(position).value
    return (value if position.to_act == seat else -value) <= 0
