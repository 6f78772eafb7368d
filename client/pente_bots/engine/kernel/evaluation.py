# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The judgement of a position without looking ahead."""

from array import array

from pente_bots.engine.kernel import board_sums, row_classes
from pente_bots.engine.kernel.engine_board import EngineBoard

MAKES_TWO_THREES = row_classes.MAKES_TWO_THREES
MAKES_FOUR_AND_THREE = row_classes.MAKES_FOUR_AND_THREE
MAKES_OPEN_FOUR = row_classes.MAKES_OPEN_FOUR

VALUE = board_sums.VALUE
KIND = board_sums.KIND
TAKES = board_sums.TAKES
THREATS = board_sums.THREATS

MOST_WORTH = 20000
"""No judgement is beyond that, so that none looks like a proven win."""

# Fitted to the results of 3,528 positions of real games by logistic regression, and rounded.
MOVE_WORTH = 60
OPEN_FOUR_NOW = 230
OPEN_FOUR_NEXT = 10
TWO_THREES_NOW = 60
TAKE_NOW = 65
TAKE_NEXT = 50
THREAT_WORTH = 10
#: What captures are worth, by how near the goal they are: in tenths of it.
CAPTURE_WORTHS = (0, 72, 145, 258, 370, 445, 520, 570, 640, 800, 1000)


class PositionJudge:
    """Judges the position on a board, in hundredths of about an open three, for the side to move."""

    def __init__(self, board: EngineBoard) -> None:
        self.board = board
        self.captures = array("i", [0]) * 2 * 640
        """What so many captured stones are worth to a side."""
        for side in (0, 1):
            goal = board.goals[side]
            for taken in range(640):
                self.captures[640 * side + taken] = capture_worth(taken, goal)

    def worth(self) -> int:
        """The worth of the position for the side to move."""
        me = self.board.side
        other = 1 - me
        worth = self.board.sums[VALUE + me] - self.board.sums[VALUE + other] + MOVE_WORTH
        worth += self._captures_of(me) - self._captures_of(other)
        worth += TAKE_NOW * self.board.sums[TAKES + me] - TAKE_NEXT * self.board.sums[TAKES + other]
        worth += THREAT_WORTH * (self.board.sums[THREATS + me] - self.board.sums[THREATS + other])
        if self._kinds(me, MAKES_OPEN_FOUR) or self._kinds(me, MAKES_FOUR_AND_THREE):
            worth += OPEN_FOUR_NOW
        elif self._kinds(other, MAKES_OPEN_FOUR):
            worth -= OPEN_FOUR_NEXT
        elif self._kinds(me, MAKES_TWO_THREES):
            worth += TWO_THREES_NOW
        if worth > MOST_WORTH:
            return MOST_WORTH
        return max(-MOST_WORTH, worth)

    def _kinds(self, side: int, kind: int) -> int:
        return self.board.sums[KIND + 8 * side + kind]

    def _captures_of(self, side: int) -> int:
        return self.captures[640 * side + self.board.taken[side]]


def capture_worth(taken: int, goal: int) -> int:
    """What captured stones are worth: each counts more the nearer the goal is."""
    tenths, rest = divmod(10 * taken, goal)
    if tenths >= 10:
        return CAPTURE_WORTHS[10]
    step = CAPTURE_WORTHS[tenths + 1] - CAPTURE_WORTHS[tenths]
    return CAPTURE_WORTHS[tenths] + step * rest // goal
