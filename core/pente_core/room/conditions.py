"""Conditional moves: what a player will answer to moves that opponents may make."""

from collections.abc import Sequence
from typing import Final

from pente_core.identity import PlayerId
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.value import Value

MOST_PLANNED: Final = 64
"""The most points in all lines of a player together."""

PlannedLine = tuple[Point, ...]
"""Points in the order of play, from the next turn on: those of opponents, and the player's answers."""


class Conditions(Value):
    """The conditional moves of a player; never empty."""

    player: PlayerId
    lines: tuple[PlannedLine, ...]
    """No line is the beginning of another. Where two begin alike, the player's next answer is the same."""


AllConditions = tuple[Conditions, ...]
"""Those of every player who has some, each at most once."""


def lines_of(conditions: AllConditions, player: PlayerId) -> tuple[PlannedLine, ...]:
    """The lines of a player; none for one without conditional moves."""
    return next((own.lines for own in conditions if own.player == player), ())


def with_lines(conditions: AllConditions, player: PlayerId, lines: tuple[PlannedLine, ...]) -> AllConditions:
    """The conditional moves with others of a player; without lines the player has none."""
    others = tuple(own for own in conditions if own.player != player)
    return (*others, Conditions(player, lines)) if lines else others


def after_stone(conditions: AllConditions, point: Point) -> AllConditions:
    """What is left of the conditional moves once a stone was placed: the lines that began with it."""
    left = ((own.player, _after_stone(own.lines, point)) for own in conditions)
    return tuple(Conditions(player, lines) for player, lines in left if lines)


def _after_stone(lines: tuple[PlannedLine, ...], point: Point) -> tuple[PlannedLine, ...]:
    return tuple(line[1:] for line in lines if line[0] == point and len(line) > 1)


def are_plannable(lines: Sequence[PlannedLine], rules: Ruleset) -> bool:
    """Whether lines are ones that a board has room for, and that a server keeps; if so, any can be shown."""
    points = [point for line in lines for point in line]
    return (
        all(lines)
        and len(points) <= MOST_PLANNED * rules.sides
        and all(0 <= point < rules.size**2 for point in points)
    )
