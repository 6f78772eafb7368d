"""What a player sees of a board at a glance: the threats that are there, but for those it overlooks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pente_bots.players.player import legal_points, most_central
from pente_bots.players.priorities import ThreatLevel, threat_levels
from pente_bots.players.weights import WeightsPlayer
from pente_core.rules.geometry import Bits
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import captures_by_point

_NEAR: Final = 3
"""Columns and rows from one of the last stones that a player who answers them looks at first."""
_BEFORE_CAPTURES: Final = (
    ThreatLevel.WIN,
    ThreatLevel.BLOCK_WIN,
    ThreatLevel.OPEN_FOUR,
    ThreatLevel.BLOCK_OPEN_FOUR,
)


@dataclass(frozen=True, slots=True)
class Sight:
    """How much a player sees, each as a chance from 0 to 1."""

    near: float
    """To see a point that makes or stops a threat, close to the last stones."""
    far: float
    """The same anywhere else."""
    captures: float
    """To think of captures at all in a turn."""
    choice: int = 1
    """Where it sees no threat: among how many of the points with the best lines it picks one."""


def glance(position: Position, last: Sequence[Point], sight: Sight, chance: Random) -> Point:
    """The point that a player plays who looks only at what is there, and not ahead.

    That is one of the most urgent points that it sees: a win, a point against one, an open tessera, a
    capture, an open tria and so on. ``last`` are the last stones; none: all points count as near.
    Raises ValueError where no stone is due.
    """
    points = legal_points(position)
    if not position.board.occupied:
        return chance.choice(most_central(points, position.rules.size))
    captures = bool(position.rules.captures) and chance.random() < sight.captures
    for level, urgent in threat_levels(position, captures=captures):
        seen = _seen(urgent, position.rules.size, last, sight, chance)
        if not seen and captures and level is _BEFORE_CAPTURES[-1]:
            seen = _seen(_most_captured(position), position.rules.size, last, sight, chance)
        if seen:
            return chance.choice(seen)
    return _quiet(position, points, sight, chance)


def _seen(
    points: Iterable[Point], size: int, last: Sequence[Point], sight: Sight, chance: Random
) -> list[Point]:
    """Those of some points that the player does not overlook."""
    return [
        point
        for point in points
        if chance.random() < (sight.near if not last or _is_near(point, last, size) else sight.far)
    ]


def _is_near(point: Point, last: Sequence[Point], size: int) -> bool:
    row, column = divmod(point, size)
    return any(max(abs(row - one // size), abs(column - one % size)) <= _NEAR for one in last)


def _most_captured(position: Position) -> list[Point]:
    """Where the next stone captures most."""
    taken: dict[Point, Bits] = captures_by_point(position)
    most = max((stones.bit_count() for stones in taken.values()), default=0)
    return [point for point, stones in taken.items() if stones.bit_count() == most]


def _quiet(position: Position, points: list[Point], sight: Sight, chance: Random) -> Point:
    """One of the points with the best lines."""
    weight = WeightsPlayer(chance).matrix(position)
    points = sorted(points, key=lambda point: -weight[point])
    return chance.choice(points[: sight.choice])
