"""The whole solution of a forced win, as a puzzle needs it: every defence, and why other threats fail."""

from typing import Final

from pente_bots.puzzles.prover import GivenUp, Prover
from pente_core.puzzles.forcing import defences
from pente_core.puzzles.puzzle import FailedThreat, PuzzleAttack, PuzzleReply, PuzzleTask
from pente_core.rules.position import Position

_SLOWER: Final = 2
"""How many stones later than the quickest a stone may win and count as a slower win."""


class Solver:
    """Writes solutions down. Mutable: for one puzzle."""

    def __init__(self, prover: Prover, most_positions: int) -> None:
        """``most_positions`` bounds the positions of the attacker in a solution."""
        self._prover, self._left = prover, most_positions

    def task(self, position: Position, stones: int) -> PuzzleTask:
        """The solution of a position won in exactly so many stones. Raises GivenUp, also if too large."""
        self._left -= 1
        if self._left < 0:
            raise GivenUp
        if stones == 1:
            return PuzzleTask()
        wins = self._prover.wins(position, stones + _SLOWER)
        attacks, failures = list[PuzzleAttack](), list[FailedThreat]()
        for point, after in self._prover.attacks(position):
            if wins.get(point) == stones:
                attacks.append(PuzzleAttack(point, self._replies(after, stones)))
            elif point not in wins:
                reply = self._prover.refutation(after, stones + _SLOWER)
                assert reply is not None
                failures.append(FailedThreat(point, reply))
        slower = tuple(point for point, length in wins.items() if length > stones)
        return PuzzleTask(tuple(attacks), slower, tuple(failures))

    def _replies(self, after: Position, stones: int) -> tuple[PuzzleReply, ...]:
        """All defences, the one that lasts longest first."""
        found = list[tuple[int, PuzzleReply]]()
        for point, reply in defences(after):
            left = self._prover.win_in(reply, stones - 2)
            assert left is not None
            found.append((left, PuzzleReply(point, self.task(reply, left))))
        return tuple(reply for _, reply in sorted(found, key=lambda each: -each[0]))
