"""What a stone on an empty point changes along one axis, looked up by what lies around the point.

The cells around a point, two bits each, make up a number: 0 for an empty cell, 1 and 2 for the stones of the
two sides, 3 for what is off the board. The point itself is left out. The same surroundings come up again
and again, so that almost every answer is remembered.
"""

from functools import cache
from typing import Final, NamedTuple

from pente_bots.patterns.scores import Scores, scores_of
from pente_core.ruleset import Ruleset

EMPTY: Final = 0
WALL: Final = 3


class Change(NamedTuple):
    """What a stone changes, for either side that might place it."""

    ranks: tuple[int, int]
    """What it makes and breaks, together."""
    made: tuple[int, int]
    """What its own patterns gain."""
    broken: tuple[int, int]
    """What the other side's patterns lose."""
    taken: tuple[int, int]
    """How many stones it takes."""


class Surroundings(dict[int, Change]):
    """The changes by surroundings, worked out when they are first asked for. Use `surroundings_of`."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.radius: Final = max(rules.line, *(length + 1 for length in (0, *rules.captures)))
        """How far the cells matter, to both sides."""
        self.mask: Final = (1 << 2 * (2 * self.radius + 1)) - 1 ^ WALL << 2 * self.radius
        """The bits of the surroundings."""
        self._rules = rules
        self._scores = scores_of(rules)

    def __missing__(self, code: int) -> Change:
        cells = [code >> 2 * place & 3 for place in range(2 * self.radius + 1)]
        (made_first, broken_second), (made_second, broken_first) = (self._of(cells, side) for side in (1, 2))
        made, broken = (made_first, made_second), (broken_second, broken_first)
        ranks = (made[0] + broken[0], made[1] + broken[1])
        change = Change(ranks, made, broken, (self._taken(cells, 1), self._taken(cells, 2)))
        self[code] = change
        return change

    def _of(self, cells: list[int], colour: int) -> tuple[int, int]:
        """What a stone of a colour makes, and what it breaks."""
        made = _worth(cells, colour, self._rules, self._scores)
        broken = _worth(cells, 3 - colour, self._rules, self._scores)
        after = cells.copy()
        after[self.radius] = colour
        made = _worth(after, colour, self._rules, self._scores) - made
        return made, broken - _worth(after, 3 - colour, self._rules, self._scores)

    def _taken(self, cells: list[int], colour: int) -> int:
        centre, total = self.radius, 0
        for length in self._rules.captures:
            for way in (1, -1):
                run = [cells[centre + way * n] for n in range(1, length + 1)]
                if cells[centre + way * (length + 1)] == colour and run == [3 - colour] * length:
                    total += length
        return total


@cache
def surroundings_of(rules: Ruleset) -> Surroundings:
    """The shared answers for a ruleset."""
    return Surroundings(rules)


def _worth(cells: list[int], colour: int, rules: Ruleset, scores: Scores) -> int:
    """What the patterns of a colour through the middle cell are worth."""
    centre, line = len(cells) // 2, rules.line
    total = 0
    for start in range(centre - line + 1, centre + 1):
        window = cells[start : start + line]
        stones = window.count(colour)
        if stones and stones + window.count(EMPTY) == line:
            total += scores.window[stones]
    for start in range(centre - line, centre + 1):
        inside = cells[start + 1 : start + line]
        stones = inside.count(colour)
        if (
            stones
            and cells[start] == cells[start + line] == EMPTY
            and stones + inside.count(EMPTY) == line - 1
        ):
            total += scores.open[stones]
    return total - scores.exposed * sum(_exposed(cells, centre, colour, length) for length in rules.captures)


def _exposed(cells: list[int], centre: int, colour: int, length: int) -> int:
    """How many runs of a colour, of ``length``, with their ends touch the centre and can be taken at once."""
    found = 0
    for start in range(centre - length - 1, centre + 1):
        if cells[start + 1 : start + length + 1] == [colour] * length:
            ends = {cells[start], cells[start + length + 1]}
            found += ends == {EMPTY, 3 - colour}
    return found
