# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The judgement of a position without looking ahead."""

from array import array
from functools import cache

from pente_bots.engine.kernel import row_classes
from pente_bots.engine.kernel.engine_board import EngineBoard

MAKES_TWO_THREES = row_classes.MAKES_TWO_THREES
MAKES_FOUR = row_classes.MAKES_FOUR
MAKES_FOUR_AND_THREE = row_classes.MAKES_FOUR_AND_THREE
MAKES_OPEN_FOUR = row_classes.MAKES_OPEN_FOUR

MOST_WORTH = 20000
"""No judgement is beyond that, so that none looks like a proven win."""

MOST_TAKEN = 640

# Fitted to what 20,000 positions of games of the engine against itself were worth, by logistic regression,
# and rounded.
MOVE_WORTH = 97
FOUR_NOW = 22
BETTER_FOUR_NOW = 28
TWO_THREES_NOW = 107
TAKE_NOW = 73
TAKE_NEXT = 45
THREAT_WORTH = 15
#: What captures are worth, by how near the goal they are: in tenths of it.
CAPTURE_WORTHS = (0, 75, 140, 200, 280, 345, 405, 465, 530, 720, 1000)


class PositionJudge:
    """Judges the position on a board, in hundredths of about an open three, for the side to move."""

    def __init__(self, board: EngineBoard) -> None:
        self.board = board
        self.captures = capture_worths(board.goals[0]) + capture_worths(board.goals[1])
        """What so many captured stones are worth to a side."""

    def worth(self) -> int:
        """The worth of the position for the side to move."""
        me = self.board.side
        other = 1 - me
        worth = MOVE_WORTH + (-self.board.balance if me else self.board.balance)
        worth += self._captures_of(me) - self._captures_of(other)
        worth += TAKE_NOW * self.board.takes(me) - TAKE_NEXT * self.board.takes(other)
        worth += THREAT_WORTH * (self.board.threats(me) - self.board.threats(other))
        worth += FOUR_NOW * self.board.count(me, MAKES_FOUR)
        if self.board.count(me, MAKES_OPEN_FOUR) or self.board.count(me, MAKES_FOUR_AND_THREE):
            worth += BETTER_FOUR_NOW
        elif self.board.count(me, MAKES_TWO_THREES) and not self.board.count(other, MAKES_OPEN_FOUR):
            worth += TWO_THREES_NOW
        if worth > MOST_WORTH:
            return MOST_WORTH
        return max(-MOST_WORTH, worth)

    def _captures_of(self, side: int) -> int:
        return self.captures[MOST_TAKEN * side + self.board.taken[side]]


@cache
def capture_worths(goal: int) -> "array[int]":
    """What so many captured stones are worth, up to more than there are."""
    return array("i", (capture_worth(taken, goal) for taken in range(MOST_TAKEN)))


def capture_worth(taken: int, goal: int) -> int:
    """What captured stones are worth: each counts more the nearer the goal is."""
    tenths, rest = divmod(10 * taken, goal)
    if tenths >= 10:
        return CAPTURE_WORTHS[10]
    step = CAPTURE_WORTHS[tenths + 1] - CAPTURE_WORTHS[tenths]
    return CAPTURE_WORTHS[tenths] + step * rest // goal
