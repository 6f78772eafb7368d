"""Proofs of puzzles, checked by the rules: that every defence is answered, and no stone is left out."""

from pente_core.puzzles.forcing import can_be_forced, defences, forced_by
from pente_core.puzzles.puzzle import Puzzle, PuzzleAttack, PuzzleTask
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win
from pente_core.rules.setup import BadSetup, Setup


class _Flaw(Exception):
    """The message is what `flaw_of` says."""


def flaw_of(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, as a sentence without a capital letter and a full stop; empty: nothing.

    The solution is a proof: each of its stones threatens to win, all answers that stop the threat are there,
    and the longest line has `win_in` stones. That no shorter one exists is not checked.
    """
    if not can_be_forced(puzzle.position.rules):
        return "puzzles need two sides that place one stone a turn, and rows that win at once"
    if puzzle.position.choices:
        return "a stone must be due in a puzzle, not a choice"
    try:
        Setup.of(puzzle.position)
        stones = _checked(puzzle.position, puzzle.task)
    except BadSetup as bad:
        return str(bad)
    except IllegalMove:
        return "a stone of the solution is not legal"
    except _Flaw as flaw:
        return str(flaw)
    return "" if stones == puzzle.win_in else f"the solution has {stones} stones, not {puzzle.win_in}"


def _checked(position: Position, task: PuzzleTask) -> int:
    """The stones until the win. Raises _Flaw and IllegalMove."""
    if not task.attacks:
        if not points_that_win(position):
            raise _Flaw("the solution ends before the win")
        return 1
    if points_that_win(position):
        raise _Flaw("the solution has a stone where another one wins at once")
    for failure in task.failures:
        after = _threatened(position, failure.point)
        if all(point != failure.reply for point, _ in defences(after)):
            raise _Flaw("a refutation does not stop the threat")
    for slower in task.slower:
        _threatened(position, slower)
    lengths = {_attacked(position, attack) for attack in task.attacks}
    if len(lengths) > 1:
        raise _Flaw("two stones of the solution win after different numbers of stones")
    return lengths.pop()


def _attacked(position: Position, attack: PuzzleAttack) -> int:
    """The stones until the win, with this one. Raises _Flaw and IllegalMove."""
    found = dict(defences(_threatened(position, attack.point)))
    if sorted(found) != sorted(reply.point for reply in attack.replies):
        raise _Flaw("the solution does not have exactly the answers that stop its threats")
    lengths = [_checked(found[reply.point], reply.task) for reply in attack.replies]
    if lengths and lengths[0] < max(lengths):
        raise _Flaw("the first answer is not the one that lasts longest")
    return 2 + max(lengths, default=1)


def _threatened(position: Position, point: Point) -> Position:
    after = forced_by(position, point)
    if after is None:
        raise _Flaw("a stone of the solution does not threaten to win")
    return after
