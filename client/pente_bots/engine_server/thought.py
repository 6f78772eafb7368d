"""What a process that thinks is asked by a manager, and its answer."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from pente_bots.players.decision import best_lines, best_point
from pente_bots.players.player import Player
from pente_bots.players.priorities import PrioritiesPlayer
from pente_bots.search.limit import Limit
from pente_bots.search.request import SearchReport, SearchRequest
from pente_bots.thinking.think_request import ALONE, PlayerMaker, ThinkContext, own_limit
from pente_core.clock.instant import Millis
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position

QUICK: Final = partial(PrioritiesPlayer, captures=True)
"""The player that answers when there is no more time to think."""
_AT_ONCE: Final = Limit(Millis(50))
_STONES_OF_CHOICE: Final = {
    (3, Choice.STAY): 1,
    (3, Choice.PASS): 2,
    (3, Choice.SWAP): 0,
    (5, Choice.STAY): 0,
    (5, Choice.SWAP): 1,
}
"""The stones that a player places after a choice in swap2, by the stones on the board."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A position to think about, and who does."""

    make: PlayerMaker
    seed: str
    position: Position
    limit: Limit
    lines: int = 1
    """How many lines are wanted."""
    game: str = ""
    """The game for which a player is kept that keeps its state; empty: for none."""

    def quick(self) -> "Thought":
        """The same for a player that answers at once."""
        return replace(self, make=QUICK, limit=_AT_ONCE, game="")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player does: a choice, a resignation, or stones. Of the fields that apply to it, at least one is
    not empty, unless it takes the other side in an opening.
    """

    choice: Choice | None = None
    found: SearchReport | None = None
    """Its lines, the best one first, which it plays."""
    stones: tuple[Point, ...] = ()
    """The stones of an opening, or the stone that it plays where nobody asked for lines."""
    resigns: bool = False


def answer(thought: Thought, context: ThinkContext = ALONE) -> Answer:
    """What a player does in a position where a side is to act. Equal seeds give equal answers, if the player
    keeps no state. Raises ValueError if a file of one's own does what is not legal, as the others do.
    """
    with _player(thought, context) as player:
        if thought.position.choices:
            return Answer(choice=_choice(player, thought.position))
        if player.resigns(thought.position):
            return Answer(resigns=True)
        found = best_lines(player, _request(thought, player, context))
        _check(found.best.points[0], thought.position)
        return Answer(found=found)


def point_answer(thought: Thought, context: ThinkContext = ALONE) -> Answer:
    """The same without resigning or judging, for who can be told of neither."""
    with _player(thought, context) as player:
        if thought.position.choices:
            return Answer(choice=_choice(player, thought.position))
        return Answer(stones=(_point(player, thought, context),))


def opening_answer(thought: Thought, context: ThinkContext = ALONE) -> Answer:
    """The stones that a player places in a swap2 opening; none: it takes the side that is not to move."""
    position, count = thought.position, 3
    stones = list[Point]()
    with _player(thought, context) as player:
        if position.choices:
            choice = _choice(player, position)
            count = _STONES_OF_CHOICE[position.ply, choice]
            position = position.choose(choice)
        for _ in range(count):
            stones.append(_point(player, replace(thought, position=position), context))
            _, position = position.play(stones[-1])
    return Answer(stones=tuple(stones))


def _choice(player: Player, position: Position) -> Choice:
    choice = player.choose_swap(position)
    if choice not in position.choices:
        raise ValueError(f"{choice!r} is not one of position.choices")
    return Choice(choice)


def _point(player: Player, thought: Thought, context: ThinkContext) -> Point:
    point = best_point(player, _request(thought, player, context))
    _check(point, thought.position)
    return point


def _check(point: Point, position: Position) -> None:
    """Raises ValueError if a point is not legal."""
    if point not in position.legal_points:
        raise ValueError(f"{point!r} is not one of position.legal_points")


def _player(thought: Thought, context: ThinkContext) -> AbstractContextManager[Player]:
    chance = Random(f"{thought.seed}:{thought.position.key}")
    return context.players.player(thought.game, lambda: thought.make(chance))


def _request(thought: Thought, player: Player, context: ThinkContext) -> SearchRequest:
    limit = own_limit(player, thought.limit)
    return SearchRequest(thought.position, limit, thought.lines, stop=context.stop, report=context.report)
