"""Questions about every point of a board at once, for players that search; none makes a position.

Where the next stone would capture, and what: the whole board is shifted to find each kind of run, so the cost
is that of 8 directions for every length that can be captured, whatever the number of stones. Only
`captures_by_point` also takes time for each capture. Where the next stone would win, and the winning rows
that stand.
"""

from collections.abc import Iterator

from pente_core.rules.geometry import Bits, has_run, starts_of_runs
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.rows import all_lines
from pente_core.rules.verdict import verdict

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


def points_that_win(position: Position) -> Bits:
    """The legal points where the next stone wins for its side, by a line or by captures.

    Whether the game is over already is not checked. For the wins of the next side, ask about
    ``position.passed()``. Takes about 4 shifts for each stone of a line; those of `points_that_capture` too
    where captures could be enough. With poof or unbreakable lines, a stone can also undo a win, so the few
    points found are judged one by one, and so are all points while a row of the side to move stands.
    """
    found = points_that_line_up(position) | _points_that_take_enough(position)
    if not (position.rules.poof or position.rules.unbreakable):
        return found
    if _may_win_anywhere(position):
        found = position.legal_points.bits
    table = position.board.geometry
    return sum(table.bit[point] for point in table.points(found) if _wins(position, point))


def points_that_line_up(position: Position) -> Bits:
    """The legal points where the next stone completes a row of a length that wins, before anything poofs.

    About 4 shifts for each stone of a line, whatever the number of stones on the board.
    """
    own, legal = position.board.stones[position.colour], position.legal_points.bits
    line = position.rules.line
    if own.bit_count() < line - 1:
        return 0
    found = 0
    for step in position.board.geometry.steps:
        # Most boards have no such row anywhere: it needs two own stones side by side, or with a gap of one.
        if own & own >> step or own & own >> 2 * step:
            found |= _fillers(own, step, line, is_exact=position.rules.exact_line)
    return found & legal


def standing_lines(position: Position, colour: int) -> tuple[Bits, ...]:
    """The rows of ``colour`` on the whole board that have a winning length; an unbreakable one or not.

    A few shifts for each axis, and a few steps more for each row.
    """
    return tuple(line for _, line in all_lines(position.compiled, position.board, colour))


def _fillers(own: Bits, step: int, line: int, *, is_exact: bool) -> Bits:
    """The points, also occupied ones, that make a winning row along one axis together with ``own``.

    A point has to have ``before`` stones right before it and the rest right after it, or more of them.
    """
    lower, upper = [-1], [-1]  # by the number of stones before and after: the points with so many; -1 is all
    runs = own  # the lowest bit of every stretch of so many stones; soon none is left
    for length in range(1, line + 1):
        lower.append(runs << step * length)
        upper.append(runs >> step)
        runs &= runs >> step
    found = 0
    for before in range(line):
        after = line - 1 - before
        points = lower[before] & upper[after]
        if points and is_exact:
            points &= ~lower[before + 1] & ~upper[after + 1]
        found |= points
    return found


def _points_that_take_enough(position: Position) -> Bits:
    """The legal points where captures reach the goal."""
    rules, mover = position.rules, position.colour
    if not rules.captures:
        return 0
    lacking = rules.goal_of(mover) - position.taken_by_team(mover)
    if lacking > 8 * max(rules.captures):  # one run in each direction
        return 0
    if stones_at_risk(position).bit_count() < lacking:
        return 0
    if lacking <= min(rules.captures):
        return points_that_capture(position)
    bit = position.board.geometry.bit
    return sum(
        bit[point] for point, taken in captures_by_point(position).items() if taken.bit_count() >= lacking
    )


def _may_win_anywhere(position: Position) -> bool:
    """Whether a stone that neither makes a row nor captures may win, because of what is there already."""
    rules, own = position.rules, position.board.stones[position.colour]
    if rules.poof and position.taken_by_team(position.colour) >= rules.goal_of(position.colour):
        return True
    return rules.unbreakable and has_run(own, position.compiled.run_shifts)


def _wins(position: Position, point: Point) -> bool:
    move, after, lines = position.judge(point)
    outcome = verdict(move, after, lines)
    return outcome is not None and position.colour in outcome.winners
