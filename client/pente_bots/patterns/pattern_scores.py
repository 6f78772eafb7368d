"""The scores of patterns and captures, computed from the ruleset.

All scores are powers of two far apart, so that one pattern of a higher band outweighs many of a lower one. A
pattern is either a *window*, as many cells as a line has, with some own stones and otherwise empty; or
*open*, one cell shorter, with an empty cell at each end. A stretch such as ``- O O O - -`` contains several
of them, overlapping: their number makes it worth more than one next to an enemy stone.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from pente_core.rules.ruleset import Ruleset

WON: Final = 1 << 97
"""Scores above it mean a won position."""
WIN: Final = 1 << 100
LINE_AT_LEAST: Final = 1 << 79
"""A stone that gains this much makes a line; the rules decide whether that wins."""

_WAITING_WINDOW: Final = (54, 22, 10, 3)
"""Exponents for the side that has just placed a stone, by the stones a window lacks for a line, from one. The
other side moves next, so a window that lacks one stone is far from a win."""
_WAITING_OPEN: Final = (67, 43, 18, 6)
"""The same for open patterns, by the stones that they lack, from none."""
_MOVING_WINDOW: Final = (74, 26, 12, 5)
_MOVING_OPEN: Final = (74, 65, 24, 7)
"""The same for the side to move: it wins with a window that lacks one stone, and completes an open pattern
that lacks one, which wins unless the other side has a window to fill at once."""
_LINE: Final = 100
"""The exponent of a line."""
_PERHAPS: Final = 80
"""The exponent of a line in a ruleset where not every line wins."""
_WAITING_EXPOSED: Final = 34
"""The exponent of a run that the next stone can capture, which counts against its owner."""
_MOVING_EXPOSED: Final = 30
"""The same if its owner is to move and may save it."""
_CAPTURED: Final = ((0, 0), (20, 33), (40, 49), (60, 63), (80, 73), (100, 97))
"""Exponents of captures, by percentage of the goal."""


@dataclass(frozen=True, slots=True)
class SideScores:
    """The scores of one side."""

    window: tuple[int, ...]
    """By the number of stones in a window, from none."""
    open: tuple[int, ...]
    """By the number of stones in an open pattern, from none."""
    exposed: int
    """The cost of a run with an enemy stone at one end and an empty point at the other."""


@dataclass(frozen=True, slots=True)
class PatternScores:
    """The tables of a ruleset. The side to move is a stone ahead, so the same patterns are worth more to
    it.
    """

    moving: SideScores
    waiting: SideScores


@cache
def scores_of(rules: Ruleset) -> PatternScores:
    """The tables of a ruleset."""
    return PatternScores(
        _table(rules, _MOVING_WINDOW, _MOVING_OPEN, _MOVING_EXPOSED),
        _table(rules, _WAITING_WINDOW, _WAITING_OPEN, _WAITING_EXPOSED),
    )


def _table(rules: Ruleset, windows: tuple[int, ...], opens: tuple[int, ...], exposed: int) -> SideScores:
    line = rules.line
    full = _PERHAPS if rules.unbreakable or rules.exact_line else _LINE
    window = [_power((full, *windows), line - stones) for stones in range(1, line + 1)]
    open_ = [_power(opens, line - 1 - stones) for stones in range(1, line)]
    return SideScores((0, *window), (0, *open_), 1 << exposed if rules.captures else 0)


@cache
def captures_score(taken: int, lost: int, goal: int, goal_of_other: int) -> int:
    """The score of ``taken`` captured stones after ``lost`` lost ones; a win at the goal.

    It falls to half as the other side approaches its goal.
    """
    if not goal or not taken:
        return 0
    if taken >= goal:
        return WIN
    share = 100 * taken // goal
    (low, low_exponent), (high, high_exponent) = next(
        (below, above) for below, above in pairwise(_CAPTURED) if share < above[0]
    )
    exponent = low_exponent + (high_exponent - low_exponent) * (share - low) // (high - low)
    return (1 << exponent) * (2 * goal_of_other - min(lost, goal_of_other)) // (2 * goal_of_other)


def _power(exponents: tuple[int, ...], lacking: int) -> int:
    return 1 << exponents[min(lacking, len(exponents) - 1)]
