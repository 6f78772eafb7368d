"""Rows of stones: winning lines, what is announced of a move, and whether a line can still be made."""

from collections.abc import Iterator

from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import CompiledRules
from pente_core.rules.geometry import Bits, run_through, starts_of_runs
from pente_core.rules.move import Call
from pente_core.rules.point import Point

Row = tuple[int, Bits]
"""The step of an axis, and the unbroken run of stones of one colour along it."""


def rows_made(
    law: CompiledRules, board: Board, colour: int, point: Point
) -> tuple[tuple[Call, ...], tuple[Bits, ...]]:
    """The rows through the stone of ``colour`` on ``point``: what is called of them, and those that win.

    Winning rows are not called. There is at most one row an axis. The stone must be there (not checked).
    """
    table, own = board.geometry, board.stones[colour]
    if (own & table.near[point]).bit_count() < 3:
        return (), ()
    calls, lines, bit = [], [], table.bit[point]
    for step, axis in table.axes[point]:
        if (own & axis).bit_count() >= 3:
            run, ends = run_through(own, bit, step)
            length = run.bit_count()
            if law.wins[length]:
                lines.append(run)
            elif names := law.calls[length]:
                is_open = (ends & table.full & ~board.occupied).bit_count() == 2
                calls.append(names[is_open])
    return tuple(calls), tuple(lines)


def all_lines(law: CompiledRules, board: Board, colour: int) -> Iterator[Row]:
    """Every winning row of ``colour`` on the whole board."""
    own = board.stones[colour]
    for step in board.geometry.steps:
        starts = starts_of_runs(own, step, law.rules.line)
        while starts:
            run, _ = run_through(own, starts & -starts, step)
            starts &= ~run
            if law.wins[run.bit_count()]:
                yield step, run


def unbreakable_lines(law: CompiledRules, board: Board, colour: int) -> list[Bits]:
    """The winning rows of ``colour`` in which a line stays, whatever the enemy takes next. For two sides."""
    lines = list(all_lines(law, board, colour))
    if not lines:
        return []
    kept = board.stones[colour] & ~breakable(law, board, colour)
    return [line for step, line in lines if starts_of_runs(line & kept, step, law.rules.line)]


def breakable(law: CompiledRules, board: Board, colour: int) -> Bits:
    """The stones of ``colour`` that the enemy could take with its next stone. For two sides.

    They are runs of a length that is taken, with an enemy stone at one end and an empty point at the other.
    """
    own, enemy = board.stones[colour], board.stones[1 - colour]
    empty = law.full & ~board.occupied
    found = 0
    for step in board.geometry.steps:
        for length in law.rules.captures:
            behind = step * length
            runs = starts_of_runs(own, step, length) & ~(own << step) & ~(own >> behind)
            runs &= (enemy << step & empty >> behind) | (empty << step & enemy >> behind)
            for place in range(length):
                found |= runs << step * place
    return found


def is_dead(law: CompiledRules, board: Board, out: int) -> bool:
    """Whether no colour can ever complete a line, if nothing is taken off the board.

    A colour can while some ``line`` points in a row hold no stone of another colour; where longer rows do
    not win, the row must not already be longer. Seats that are ``out``, a set of bits, can't.
    """
    free = law.full & ~board.occupied
    return not any(
        _has_room(law, board, own, own | free) for seat, own in enumerate(board.stones) if not out >> seat & 1
    )


def _has_room(law: CompiledRules, board: Board, own: Bits, room: Bits) -> bool:
    line = law.rules.line
    for step in board.geometry.steps:
        starts = starts_of_runs(room, step, line)
        if law.rules.exact_line:
            starts &= ~(own << step) & ~(own >> step * line)
        if starts:
            return True
    return False
