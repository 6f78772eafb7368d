"""The points where a stone may threaten to win: a quick choice before each is judged by the rules."""

from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Final

from pente_core.rules.geometry import Bits, Geometry, starts_of_runs
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_capture

_RUNS_IN_REACH: Final = 3
"""A side may win by captures with its next stone if it takes at most this many runs with it; more at once
are too rare to look for."""


def forcing_points(position: Position) -> Bits:
    """The legal points where a stone may threaten to win with the next one; most of them do.

    A stone threatens with a row that lacks one more, by captures, or because a capture opens a row.
    """
    rules = position.rules
    found = _fours(position) | points_that_capture(position)
    if rules.captures:
        lacking = rules.goal_of(position.colour) - position.taken_by_team(position.colour)
        if lacking <= _RUNS_IN_REACH * max(rules.captures):
            found |= _flanks(position)
    return found & position.legal_points.bits


def _fours(position: Position) -> Bits:
    """The empty points of windows as long as a winning row that lack two stones, and have none of others."""
    table, line = position.board.geometry, position.rules.line
    own = position.board.stones[position.colour]
    free = own | table.full & ~position.board.occupied
    found = 0
    for step in table.steps:
        starts = starts_of_runs(free, step, line)
        if starts:
            found |= _lacking_two(own, starts, step, line)
    return found & ~position.board.occupied


def _lacking_two(own: Bits, starts: Bits, step: int, line: int) -> Bits:
    """All points of the windows among ``starts`` that have ``line - 2`` own stones, or more."""
    cells = [own >> step * place for place in range(line)]
    full = (reduce(and_, some) for some in combinations(cells, line - 2))
    starts &= reduce(or_, full)
    return reduce(or_, (starts << step * place for place in range(line)))


def _flanks(position: Position) -> Bits:
    """The points at one end of a run that can be captured, if its other end is empty as well."""
    table: Geometry = position.board.geometry
    empty = table.full & ~position.board.occupied
    prey = position.board.stones[1 - position.colour]
    found = 0
    for step in table.steps:
        for length in position.rules.captures:
            runs = starts_of_runs(prey, step, length)
            below, above = runs >> step & empty, runs << step * length & empty
            found |= below & above >> step * (length + 1)
            found |= above & below << step * (length + 1)
    return found
