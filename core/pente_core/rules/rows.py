"""Rows of stones: winning lines, announcements such as tria, and whether a line is still possible."""

from collections.abc import Iterator

from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import CompiledRules
from pente_core.rules.geometry import Bits, run_through, starts_of_runs
from pente_core.rules.move import Call
from pente_core.rules.point import Point

Row = tuple[int, Bits]
"""The step of an axis, and an unbroken run of stones of one colour along it."""


def rows_made(
    compiled: CompiledRules, board: Board, colour: int, point: Point
) -> tuple[tuple[Call, ...], tuple[Bits, ...]]:
    """The rows through the stone of ``colour`` on ``point``: the calls to announce, and the winning rows.

    Each axis yields at most one of the two, since a winning row is not announced. The stone must be on the
    board (not checked).
    """
    table, own = board.geometry, board.stones[colour]
    # Shorter rows than three neither win nor are called. Three in a row through a point lie within distance
    # two of it, so counting stones there dismisses most moves and axes without walking along them.
    if (own & table.near[point]).bit_count() < 3:
        return (), ()
    calls, lines, bit = [], [], table.bit[point]
    for step, axis in table.axes[point]:
        if (own & axis).bit_count() >= 3:
            run, ends = run_through(own, bit, step)
            length = run.bit_count()
            if compiled.wins[length]:
                lines.append(run)
            elif names := compiled.calls[length]:
                is_open = (ends & table.full & ~board.occupied).bit_count() == 2  # `full` drops guard bits
                calls.append(names[is_open])
    return tuple(calls), tuple(lines)


def has_row_through(compiled: CompiledRules, board: Board, colour: int, point: Point) -> bool:
    """Whether a stone of ``colour`` is on ``point``, in a row of ``line`` stones or more."""
    table, own = board.geometry, board.stones[colour]
    bit = table.bit[point]
    if not own & bit or (own & table.near[point]).bit_count() < 3:  # as in `rows_made`
        return False
    for step, axis in table.axes[point]:
        if (own & axis).bit_count() >= 3:
            run, _ = run_through(own, bit, step)
            if run.bit_count() >= compiled.rules.line:
                return True
    return False


def all_lines(compiled: CompiledRules, board: Board, colour: int) -> Iterator[Row]:
    """Every winning row of ``colour`` on the whole board."""
    own = board.stones[colour]
    for step in board.geometry.steps:
        starts = starts_of_runs(own, step, compiled.rules.line)
        while starts:
            run, _ = run_through(own, starts & -starts, step)
            starts &= ~run  # a run longer than a line contains several starts
            if compiled.wins[run.bit_count()]:
                yield step, run


def unbreakable_lines(compiled: CompiledRules, board: Board, colour: int) -> list[Bits]:
    """The winning rows of ``colour`` that still hold a line after any capture by the enemy. For two sides."""
    lines = list(all_lines(compiled, board, colour))
    if not lines:
        return []
    kept = board.stones[colour] & ~breakable(compiled, board, colour)
    return [line for step, line in lines if starts_of_runs(line & kept, step, compiled.rules.line)]


def breakable(compiled: CompiledRules, board: Board, colour: int) -> Bits:
    """The stones of ``colour`` that the enemy could capture with its next stone. For two sides.

    They belong to runs of a length in the ruleset's ``captures``, with an enemy stone at one end and an empty
    point at the other. Whether the enemy may play on that point is not checked.
    """
    own, enemy = board.stones[colour], board.stones[1 - colour]
    empty = compiled.full & ~board.occupied
    found = 0
    for step in board.geometry.steps:
        for length in compiled.rules.captures:
            # Runs are represented by their lowest bits. `x << step` tests the point before a run and
            # `x >> behind` the point after it: neither may be an own stone, or the run would be longer.
            behind = step * length
            runs = starts_of_runs(own, step, length) & ~(own << step) & ~(own >> behind)
            runs &= (enemy << step & empty >> behind) | (empty << step & enemy >> behind)
            for place in range(length):  # spread each lowest bit over its run
                found |= runs << step * place
    return found


def is_dead(compiled: CompiledRules, board: Board, out: int) -> bool:
    """Whether no colour can complete a line any more, assuming that no stone leaves the board.

    A colour still can if ``line`` points in a row hold no stone of another colour; with ``exact_line``, the
    points before and after them must not hold its own stones either. ``out`` is the set of seats, as bits,
    that are out of the game and complete nothing.
    """
    free = compiled.full & ~board.occupied
    return not any(
        _has_room(compiled, board, own, own | free)
        for seat, own in enumerate(board.stones)
        if not out >> seat & 1
    )


def _has_room(compiled: CompiledRules, board: Board, own: Bits, room: Bits) -> bool:
    line = compiled.rules.line
    for step in board.geometry.steps:
        starts = starts_of_runs(room, step, line)
        if compiled.rules.exact_line:
            starts &= ~(own << step) & ~(own >> step * line)
        if starts:
            return True
    return False
