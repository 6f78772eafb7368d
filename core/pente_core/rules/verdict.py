"""The verdict: whether a move ends the game, and who wins.

Source: pente.org, for the order of checks in capture games, the poof rules and the unbreakable five. One
bug is not copied: pente.org's code lets rows wrap around the edge of the board.
"""

from collections.abc import Callable, Iterable

from pente_core.rules.geometry import Bits, has_run
from pente_core.rules.move import Move
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.rows import all_lines, has_row_through, is_dead, unbreakable_lines
from pente_core.rules.ruleset import Ruleset


def verdict(
    move: Move, after: Position, lines: tuple[Bits, ...], last: Point | None = None
) -> Outcome | None:
    """The outcome of the game if ``move`` ended it; None if the game goes on.

    ``after`` is the position after the move, ``lines`` are the winning rows that the new stone made (see
    `Position.judge`). ``last`` is the stone before this one, if every other row was judged by then; None:
    a row may stand anywhere.
    """
    # Without a new row or a removed stone nobody can win, except that an unbreakable line is judged a move
    # later, whatever that move is.
    rules = after.compiled.rules
    if lines or move.captured or move.poofed or (rules.unbreakable and _has_row(after, last)):
        for judge in _order(rules):
            outcome = judge(move, after, lines)
            if outcome is not None:
                return outcome
    return drawn(after)


def drawn(position: Position) -> Outcome | None:
    """The draw, if the position is dead or blocked; None if the game goes on. Wins are not checked."""
    compiled = position.compiled
    if compiled.rules.dead_draw and is_dead(compiled, position.board, position.out):
        return Outcome(Termination.DEAD)
    if position.is_blocked:
        return Outcome(Termination.NO_MOVES)
    return None


def winner_by_default(position: Position) -> tuple[int, ...]:
    """The seats that win because all opponents are out; empty while several sides are in the game."""
    seats = [seat for seat in range(position.rules.sides) if not position.out >> seat & 1]
    teams = {position.rules.team(seat) for seat in seats}
    return teams.pop() if len(teams) == 1 else ()


_Judge = Callable[[Move, Position, tuple[Bits, ...]], Outcome | None]


def _order(rules: Ruleset) -> tuple[_Judge, ...]:
    """The checks for a win, in their order: the first that succeeds decides."""
    if rules.unbreakable:
        return (_standing_line, _unbreakable_line, _captures)
    if rules.poof:
        return (_captures, _line)
    return (_line, _captures)


def _has_row(position: Position, last: Point | None) -> bool:
    """Whether ``line`` stones of one of two colours are in a row, or more: through ``last``, or anywhere."""
    if last is not None:
        return has_row_through(position.compiled, position.board, position.colour, last)
    # Both boards in one number, an empty row apart, take half as many steps as one after the other.
    table, (first, second) = position.board.geometry, position.board.stones
    both = first << (table.size + 1) * table.stride | second
    return has_run(both, position.compiled.run_shifts)


def _line(move: Move, after: Position, lines: tuple[Bits, ...]) -> Outcome | None:
    return _won_by_line(after, move.colour, lines) if lines else None


def _standing_line(move: Move, after: Position, _: tuple[Bits, ...]) -> Outcome | None:
    """The win of the side to move next, if its line is still there: the mover did not break it."""
    survivor = 1 - move.colour
    lines = [line for _, line in all_lines(after.compiled, after.board, survivor)]
    return _won_by_line(after, survivor, lines) if lines else None


def _unbreakable_line(move: Move, after: Position, _: tuple[Bits, ...]) -> Outcome | None:
    """The win of the mover, if it has a line that no capture can break."""
    lines = unbreakable_lines(after.compiled, after.board, move.colour)
    return _won_by_line(after, move.colour, lines) if lines else None


def _captures(move: Move, after: Position, _: tuple[Bits, ...]) -> Outcome | None:
    if not (move.captured or move.poofed):
        return None
    seat, rules = move.colour, after.rules
    if rules.poof:
        # Each side is as far ahead of its goal as it has more stones than that, or behind with fewer.
        mine, theirs = (after.taken[side] - rules.goal_of(side) for side in (seat, 1 - seat))
        if mine == theirs or max(mine, theirs) < 0:
            return None
        seat = seat if mine > theirs else 1 - seat
    elif after.taken_by_team(seat) < rules.goal_of(seat):
        return None
    return Outcome(Termination.CAPTURES, rules.team(seat))


def _won_by_line(after: Position, seat: int, lines: Iterable[Bits]) -> Outcome:
    table = after.board.geometry
    rows: tuple[tuple[Point, ...], ...] = tuple(tuple(table.points(line)) for line in lines)
    return Outcome(Termination.LINE, after.rules.team(seat), rows)
