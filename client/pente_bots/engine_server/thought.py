"""What a process that thinks is asked by a manager, and its answer."""

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from pente_bots.players.player import Player
from pente_bots.players.priorities import PrioritiesPlayer
from pente_bots.search.limit import Limit
from pente_bots.search.request import SearchLine, SearchRequest
from pente_bots.search.score import Score
from pente_bots.thinking.think_request import PlayerMaker
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position

QUICK: Final = partial(PrioritiesPlayer, captures=True)
"""The player that answers when there is no more time to think."""
_STONES_OF_CHOICE: Final = {
    (3, Choice.STAY): 1,
    (3, Choice.PASS): 2,
    (3, Choice.SWAP): 0,
    (5, Choice.STAY): 0,
    (5, Choice.SWAP): 1,
}
"""The stones that a player places after a choice in swap2, by the stones on the board."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player does: a choice, a resignation, or stones. Of the fields that apply to it, at least one is
    not empty, unless it takes the other side in an opening.
    """

    choice: Choice | None = None
    chosen: SearchLine | None = None
    stones: tuple[Point, ...] = ()
    """The stones of an opening."""
    resigns: bool = False


def answer(make: PlayerMaker, seed: str, position: Position, limit: Limit) -> Answer:
    """What a player does in a position where a side is to act. Equal seeds give equal answers."""
    player = _made(make, seed, position)
    if position.choices:
        return Answer(choice=player.choose_swap(position))
    if player.resigns(position):
        return Answer(resigns=True)
    return Answer(chosen=_checked(player.search(SearchRequest(position, limit)).best, position))


def point_answer(make: PlayerMaker, seed: str, position: Position, limit: Limit) -> Answer:
    """The same without resigning or judging, for who can be told of neither."""
    player = _made(make, seed, position)
    if position.choices:
        return Answer(choice=player.choose_swap(position))
    point = player.choose(position, limit)
    return Answer(chosen=_checked(SearchLine((point,), Score()), position))


def opening_answer(make: PlayerMaker, seed: str, position: Position, limit: Limit) -> Answer:
    """The stones that a player places in a swap2 opening; none: it takes the side that is not to move."""
    player, count = _made(make, seed, position), 3
    if position.choices:
        choice = player.choose_swap(position)
        count = _STONES_OF_CHOICE[position.ply, choice]
        position = position.choose(choice)
    stones = list[Point]()
    for _ in range(count):
        stones.append(player.choose(position, limit))
        _, position = position.play(stones[-1])
    return Answer(stones=tuple(stones))


def _checked(line: SearchLine, position: Position) -> SearchLine:
    """A line that begins with a legal point: a file of one's own may be wrong. Raises ValueError."""
    if line.points[0] not in position.legal_points:
        raise ValueError(f"{line.points[0]!r} is not one of position.legal_points")
    return line


def _made(make: PlayerMaker, seed: str, position: Position) -> Player:
    return make(Random(f"{seed}:{position.key}"))
