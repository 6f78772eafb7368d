"""The effects of a stone on an empty point along one axis, looked up by the cells around the point.

The cells around a point are encoded as a number with two bits each: 0 for an empty cell, 1 and 2 for the
stones of the two sides, 3 for off the board. The point itself is left out. The same surroundings recur all
the time, so that almost every answer comes from the cache.
"""

from functools import cache
from typing import Final, NamedTuple

from pente_bots.patterns.pattern_scores import SideScores, scores_of
from pente_core.rules.ruleset import Ruleset

EMPTY: Final = 0
WALL: Final = 3


class StoneEffect(NamedTuple):
    """The changes a stone makes to the scores of both sides' patterns, each in favour of its own side."""

    made: int
    """The gain of its own side, scored as the waiting side, which it is after the stone."""
    broken: int
    """The loss of the other side, scored as the side to move."""
    made_moving: int
    """The gain of its own side, scored as the side to move."""
    broken_waiting: int
    """The loss of the other side, scored as the waiting side."""


class EffectBySide(NamedTuple):
    """The effects of a stone, for either side that may place it."""

    ranks: tuple[int, int]
    """How much its side gains, before the other side's next stone."""
    effects: tuple[StoneEffect, StoneEffect]
    taken: tuple[int, int]
    """How many stones it captures."""


class StoneEffects(dict[int, EffectBySide]):
    """The effects by surroundings, computed on demand. Use `stone_effects_of`."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.radius: Final = max(rules.line, *(length + 1 for length in (0, *rules.captures)))
        """How far cells have an effect, in both directions."""
        self.mask: Final = (1 << 2 * (2 * self.radius + 1)) - 1 ^ WALL << 2 * self.radius
        """The bits of the surroundings."""
        self._rules = rules
        self._scores = scores_of(rules)

    def __missing__(self, code: int) -> EffectBySide:
        cells = [code >> 2 * place & 3 for place in range(2 * self.radius + 1)]
        first, second = self._effect(cells, 1), self._effect(cells, 2)
        ranks = (first.made + first.broken, second.made + second.broken)
        change = EffectBySide(ranks, (first, second), (self._taken(cells, 1), self._taken(cells, 2)))
        self[code] = change
        return change

    def _effect(self, cells: list[int], colour: int) -> StoneEffect:
        """The effect of a stone of a colour."""
        after = cells.copy()
        after[self.radius] = colour
        moving, waiting = self._scores.moving, self._scores.waiting
        return StoneEffect(
            made=self._worth(after, colour, waiting) - self._worth(cells, colour, waiting),
            broken=self._worth(cells, 3 - colour, moving) - self._worth(after, 3 - colour, moving),
            made_moving=self._worth(after, colour, moving) - self._worth(cells, colour, moving),
            broken_waiting=self._worth(cells, 3 - colour, waiting) - self._worth(after, 3 - colour, waiting),
        )

    def _worth(self, cells: list[int], colour: int, table: SideScores) -> int:
        return _worth(cells, colour, self._rules, table)

    def _taken(self, cells: list[int], colour: int) -> int:
        centre, total = self.radius, 0
        for length in self._rules.captures:
            for way in (1, -1):
                run = [cells[centre + way * n] for n in range(1, length + 1)]
                if cells[centre + way * (length + 1)] == colour and run == [3 - colour] * length:
                    total += length
        return total


@cache
def stone_effects_of(rules: Ruleset) -> StoneEffects:
    """The shared effects of a ruleset."""
    return StoneEffects(rules)


def _worth(cells: list[int], colour: int, rules: Ruleset, table: SideScores) -> int:
    """The score of the patterns of a colour through the middle cell."""
    centre, line = len(cells) // 2, rules.line
    total = 0
    for start in range(centre - line + 1, centre + 1):
        window = cells[start : start + line]
        stones = window.count(colour)
        if stones and stones + window.count(EMPTY) == line:
            total += table.window[stones]
    for start in range(centre - line, centre + 1):
        inside = cells[start + 1 : start + line]
        stones = inside.count(colour)
        if (
            stones
            and cells[start] == cells[start + line] == EMPTY
            and stones + inside.count(EMPTY) == line - 1
        ):
            total += table.open[stones]
    return total - table.exposed * sum(_exposed(cells, centre, colour, length) for length in rules.captures)


def _exposed(cells: list[int], centre: int, colour: int, length: int) -> int:
    """How many runs of a colour, of ``length``, include or touch the centre and can be captured at once."""
    found = 0
    for start in range(centre - length - 1, centre + 1):
        if cells[start + 1 : start + length + 1] == [colour] * length:
            ends = {cells[start], cells[start + length + 1]}
            found += ends == {EMPTY, 3 - colour}
    return found
