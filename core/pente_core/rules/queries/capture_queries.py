"""Where the next stone would capture, and what: for every point at once, without making a position.

The whole board is shifted to find each kind of run, so the cost is that of 8 directions for every length that
can be captured, whatever the number of stones. Only `captures_by_point` also takes time for each capture.
"""

from collections.abc import Iterator

from pente_core.rules.geometry import Bits, starts_of_runs
from pente_core.rules.point import Point
from pente_core.rules.position import Position

Takers = tuple[Bits, int, int]
"""Points that capture a run, the signed step from each towards its run, and the length of the run.

A negative step goes down: to a lower bit.
"""


def points_that_capture(position: Position) -> Bits:
    """The legal points where the next stone captures something. About 9 shifts for every axis and length."""
    found = 0
    for points, _, _ in _takers(position):
        found |= points
    return found


def stones_at_risk(position: Position) -> Bits:
    """The stones, of any colour, that the next stone could capture: the union over all legal points.

    For the stones of the side to move, ask about ``position.passed()``. About 9 shifts for every axis and
    length, and one more for each stone of a run.
    """
    found = 0
    for points, step, length in _takers(position):
        for place in range(1, length + 1):
            found |= _moved(points, step * place)
    return found


def captures_by_point(position: Position) -> dict[Point, Bits]:
    """What the next stone captures, by the legal points where it captures something, ascending.

    Each value is the set of the stones that `Position.play` reports for that point. Takes as long as
    `points_that_capture`, and a few steps more for each run.
    """
    table, taken = position.board.geometry, dict[Point, Bits]()
    for points, step, length in _takers(position):
        for point in table.points(points):
            run = 0
            for place in range(1, length + 1):
                run |= _moved(table.bit[point], step * place)
            taken[point] = taken.get(point, 0) | run
    return dict(sorted(taken.items()))


def _takers(position: Position) -> Iterator[Takers]:
    """Every direction and length in which some point captures."""
    lengths = position.rules.captures
    if not lengths:
        return
    own, legal = position.board.stones[position.colour], position.legal_points.bits
    steps = position.board.geometry.steps
    for prey in _preys(position):
        for step in steps:
            for length in lengths:
                runs = starts_of_runs(prey, step, length)
                if runs:  # each as its lowest bit: the flank is beyond one end, the point beyond the other
                    above, below = step * length, step
                    if points := (runs & own >> above) >> below & legal:
                        yield points, step, length
                    if points := (runs & own << below) << above & legal:
                        yield points, -step, length


def _preys(position: Position) -> Iterator[Bits]:
    """The sets of stones of which a captured run has to consist: of one opponent, or in teams of either."""
    rules, stones, mover = position.rules, position.board.stones, position.colour
    if rules.teams:
        yield stones[(mover + 1) % 4] | stones[(mover + 3) % 4]
    else:
        yield from (own for colour, own in enumerate(stones) if colour != mover)


def _moved(bits: Bits, step: int) -> Bits:
    return bits << step if step >= 0 else bits >> -step
