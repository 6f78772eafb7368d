"""How the stones of a swap opening are placed, and which side is chosen after it."""

from collections.abc import Callable
from random import Random
from typing import Final

from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.turns import choices_due

Judge = Callable[[Position], float]
"""The value of a position in which a stone is due, as in an `Evaluation`."""
EVEN: Final = 0.1
"""Values up to this are about even."""
_LONGEST_OPENING: Final = 4
_NEAR: Final = 3
"""Stones of an opening are at most this far from the centre, or from another stone."""
_MOST_JUDGED: Final = 12
"""Points of the last stone that are judged."""


def stones_until_choice(position: Position) -> int:
    """How many stones one player places, for both sides, before the other one chooses; 0: each for its own.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> stones_until_choice(Position.initial(ruleset_from("swap2-pente")))
    3
    """
    if position.choices:
        return 0
    swap, ply, made = position.rules.swap, position.ply, position.made
    counts = range(1, _LONGEST_OPENING + 1)
    return next((count for count in counts if choices_due(swap, ply + count, made)), 0)


def balanced_point(position: Position, judge: Judge, chance: Random) -> Point:
    """A point near the others for a stone of an opening: any but for the last stone, which leaves the game
    about even, as far as ``judge`` says, so that it does not matter who chooses.
    """
    points = _near(position)
    if stones_until_choice(position) > 1:
        return chance.choice(points)
    tried = chance.sample(points, min(_MOST_JUDGED, len(points)))
    distances = [(abs(_value_after(position, point, judge)), point) for point in tried]
    even = [point for distance, point in distances if distance <= EVEN]
    return chance.choice(even) if even else min(distances)[1]


def better_choice(position: Position, judge: Judge) -> Choice:
    """The choice of the better side; a pass, where that is possible, if none is."""
    after = position.choose(Choice.STAY)
    value = judge(after)
    mine = value if after.to_act == position.to_act else -value
    if abs(mine) <= EVEN and Choice.PASS in position.choices:
        return Choice.PASS
    return Choice.SWAP if mine < 0 else Choice.STAY


def _value_after(position: Position, point: Point, judge: Judge) -> float:
    _, after = position.play(point)
    return judge(after.choose(Choice.STAY))


def _near(position: Position) -> list[Point]:
    """The legal points close to the stones, or to the centre; all, if there are none such."""
    size, legal = position.rules.size, position.legal_points
    stones = list(position.board.geometry.points(position.board.occupied)) or [Point(size * size // 2)]
    return [
        point for point in legal if any(_distance(point, stone, size) <= _NEAR for stone in stones)
    ] or list(legal)


def _distance(point: int, other: int, size: int) -> int:
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return max(abs(row - other_row), abs(column - other_column))
