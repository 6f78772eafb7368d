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

from pente_core.ruleset import Ruleset

WON: Final = 1 << 97
"""Beyond it a position is won."""
WIN: Final = 1 << 100
LINE_AT_LEAST: Final = 1 << 79
"""Whatever gains so much makes a line; whether that wins is for the rules to say."""

_WINDOW: Final = (100, 64, 24, 10, 3)
"""Exponents by the stones that are lacking for a line: none, one ..."""
_OPEN: Final = (67, 42, 18, 6)
"""The same of open patterns, from one that is lacking."""
_PERHAPS: Final = 80
"""The exponent of a line where not every line wins."""
_EXPOSED: Final = 30
"""The exponent of a run that can be taken at once: it counts against its owner."""
_CAPTURED: Final = ((0, 0), (20, 33), (40, 49), (60, 63), (80, 73), (100, 97))
"""Exponents of captures by per cent of the goal."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The table of a ruleset."""

    window: tuple[int, ...]
    """By the number of stones in a window, from none."""
    open: tuple[int, ...]
    """By the number of stones in an open pattern, from none."""
    exposed: int
    """What a run with an enemy stone at one end and an empty point at the other costs its owner."""


@cache
def scores_of(rules: Ruleset) -> Scores:
    """The table of a ruleset."""
    line = rules.line
    window = [_power(_WINDOW, line - stones) for stones in range(line + 1)]
    if rules.unbreakable or rules.exact_line:
        window[line] = 1 << _PERHAPS
    open_ = [_power(_OPEN, line - 1 - stones) for stones in range(line)]
    return Scores((0, *window[1:]), (0, *open_[1:]), 1 << _EXPOSED if rules.captures else 0)


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
