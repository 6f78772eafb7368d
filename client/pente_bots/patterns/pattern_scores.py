"""What patterns and captures are worth, by rule.

All scores are powers of two far apart, so that one pattern of a higher band outweighs many of a lower one.
A pattern is either a *window*: as many cells as a line has, holding some own stones and otherwise empty; or
*open*: one cell fewer, the same, with an empty cell on each side. A stretch such as ``- O O O - -`` holds
several of them, overlapping, and their number is what makes it worth more than one beside an enemy stone.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from pente_core.rules.ruleset import Ruleset

WON: Final = 1 << 97
"""Beyond it a position is won."""
WIN: Final = 1 << 100
LINE_AT_LEAST: Final = 1 << 79
"""Whatever gains so much makes a line; whether that wins is for the rules to say."""

_WAITING_WINDOW: Final = (54, 22, 10, 3)
"""Exponents of the side that has just placed a stone, by those that are lacking for a line, from one: there
the other side will place its next stone, so that a window less one is far from a win."""
_WAITING_OPEN: Final = (67, 43, 18, 6)
"""The same of open patterns, by the stones that are lacking for a full one, from none."""
_MOVING_WINDOW: Final = (74, 26, 12, 5)
_MOVING_OPEN: Final = (74, 65, 24, 7)
"""Those of the side to move: it wins with a full window less one, and an open pattern less one becomes a full
one, which is as good as won unless the other side has a window to fill at once."""
_LINE: Final = 100
"""The exponent of a line."""
_PERHAPS: Final = 80
"""The same where not every line wins."""
_WAITING_EXPOSED: Final = 34
"""The exponent of a run that can be taken by the next stone: it counts against its owner."""
_MOVING_EXPOSED: Final = 30
"""The same where its owner is to move and may save it."""
_CAPTURED: Final = ((0, 0), (20, 33), (40, 49), (60, 63), (80, 73), (100, 97))
"""Exponents of captures by per cent of the goal."""


@dataclass(frozen=True, slots=True)
class SideScores:
    """The scores of one side."""

    window: tuple[int, ...]
    """By the number of stones in a window, from none."""
    open: tuple[int, ...]
    """By the number of stones in an open pattern, from none."""
    exposed: int
    """What a run with an enemy stone at one end and an empty point at the other costs its owner."""


@dataclass(frozen=True, slots=True)
class PatternScores:
    """The tables of a ruleset: who is to move is a stone ahead, and the same patterns are worth more."""

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
def captures_score(taken: int, lost: int, goal: int) -> int:
    """What ``taken`` stones are worth when ``lost`` were lost; a win at the goal.

    The more the other side has, the less it is, down to half.
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
    return (1 << exponent) * (2 * goal - min(lost, goal)) // (2 * goal)


def _power(exponents: tuple[int, ...], lacking: int) -> int:
    return 1 << exponents[min(lacking, len(exponents) - 1)]
