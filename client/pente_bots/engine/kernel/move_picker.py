# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Which stones to try, and in which order."""

from array import array
from collections.abc import Sequence

from pente_bots.engine.kernel import board_sums, row_classes
from pente_bots.engine.kernel.engine_board import EngineBoard

MAKES_FOUR = row_classes.MAKES_FOUR
MAKES_OPEN_FOUR = row_classes.MAKES_OPEN_FOUR

WIDTH = 640
"""Room for the candidates of one ply: more than a board has points."""
PLIES = 160
BOX = board_sums.BOX
MARGIN = 4

FEW = 6
"""Where so many stones are lacking to the goal, a threat to capture may be one to win."""
TAKE_ORDER = 60
SAVE_ORDER = 50
THREAT_ORDER = 40
EXPOSED_ORDER = 45


class MovePicker:
    """Lists of candidate cells with their ranks, one list for each ply of the board. Mutable.

    `closed` are the cells that the opening rules close to the stone after ``closed_after`` others.
    """

    def __init__(self, board: EngineBoard, closed: Sequence[int], stones: int, closed_after: int) -> None:
        self.board = board
        self.closed = array("b", bytes(board.span))
        for point in closed:
            self.closed[board.cell_of(point)] = 1
        self.is_thorough = False
        """Whether captures far from the goal may be forcing, too: where they open a row that they crossed."""
        self.plies_until_closed = closed_after - stones
        """The number of plies after which the restriction holds; never if negative."""
        self.cells = array("i", [0]) * (WIDTH * PLIES)
        self.ranks = array("i", [0]) * (WIDTH * PLIES)
        self.history = array("i", [0]) * (2 * board.span)

    def add(self, count: int, cell: int, rank: int) -> int:
        """Add a candidate to the list of this ply, which has ``count``; the new count."""
        slot = self.board.plies * WIDTH + count
        self.cells[slot] = cell
        self.ranks[slot] = rank
        return count + 1

    def listed(self, count: int) -> list[int]:
        """The first candidates of this ply."""
        start = self.board.plies * WIDTH
        return [self.cells[slot] for slot in range(start, start + count)]

    def next_best(self, start: int, count: int) -> int:
        """Bring the best of the candidates from ``start`` on to the front, and return it; ties keep their
        order.
        """
        base = self.board.plies * WIDTH
        best = base + start
        for slot in range(base + start + 1, base + count):
            if self.ranks[slot] > self.ranks[best]:
                best = slot
        cell = self.cells[best]
        rank = self.ranks[best]
        self.cells[best] = self.cells[base + start]
        self.ranks[best] = self.ranks[base + start]
        self.cells[base + start] = cell
        self.ranks[base + start] = rank
        return cell

    def rank(self, cell: int) -> int:
        """How promising a stone on a cell is for the side to move."""
        me = self.board.side
        span = self.board.span
        rank = (
            2 * self.board.orders[self.board.codes[me * span + cell]]
            + self.board.orders[self.board.codes[(1 - me) * span + cell]]
        )
        if self.board.traits[cell]:
            rank += TAKE_ORDER * self.board.gain_at(cell, me) + SAVE_ORDER * self.board.gain_at(cell, 1 - me)
            rank += THREAT_ORDER * self.board.threats_at(cell, me) - EXPOSED_ORDER * self.board.exposed_at(
                cell, me
            )
        return rank

    def list_all(self) -> int:
        """List every cell that is worth a try; the number of candidates."""
        me = self.board.side
        is_restricted = self.board.plies == self.plies_until_closed
        count = 0
        for row in range(self.low(0), self.high(1) + 1):
            base = (row + self.board.reach) * self.board.stride + self.board.reach
            for cell in range(base + self.low(2), base + self.high(3) + 1):
                if self.board.cells[cell] or (is_restricted and self.closed[cell]):
                    continue
                if self.board.near[cell] or self._is_in_line(cell):
                    count = self.add(count, cell, self.rank(cell) + self.history[me * self.board.span + cell])
        return count or self._list_empty(is_restricted)

    def _is_in_line(self, cell: int) -> bool:
        """Whether a row of two or more comes of a stone on a cell that is not near others."""
        return (
            self.board.orders[self.board.codes[cell]] >= 16
            or self.board.orders[self.board.codes[self.board.span + cell]] >= 16
        )

    def _list_empty(self, is_restricted: bool) -> int:
        """List every empty cell."""
        count = 0
        for cell in range(self.board.span):
            if not self.board.cells[cell] and not (is_restricted and self.closed[cell]):
                count = self.add(count, cell, self.rank(cell))
        return count

    def list_answers(self) -> int:
        """List what can answer a threat to win at once: the points that win for the other side, captures."""
        me = self.board.side
        count = 0
        for row in range(self.low(0), self.high(1) + 1):
            base = (row + self.board.reach) * self.board.stride + self.board.reach
            for cell in range(base + self.low(2), base + self.high(3) + 1):
                if self.board.cells[cell]:
                    continue
                if self.board.gain_at(cell, me) or self.board.wins_at(cell, 1 - me):
                    count = self.add(count, cell, self.rank(cell))
        return count

    def list_defences(self) -> int:
        """List what can answer the threat of an open four: the rows concerned, fours, captures and threats of
        captures.
        """
        me = self.board.side
        count = 0
        for row in range(self.low(0), self.high(1) + 1):
            base = (row + self.board.reach) * self.board.stride + self.board.reach
            for cell in range(base + self.low(2), base + self.high(3) + 1):
                if self.board.cells[cell]:
                    continue
                if (
                    self.board.kind_at(cell, 1 - me) >= MAKES_FOUR
                    or self.board.kind_at(cell, me) >= MAKES_FOUR
                    or self.board.gain_at(cell, me)
                    or self.board.threats_at(cell, me)
                ):
                    count = self.add(count, cell, self.rank(cell) + self.history[me * self.board.span + cell])
        return count

    def list_forcing(self) -> int:
        """List what may threaten to win at once: fours, captures, and threats of captures near the goal."""
        me = self.board.side
        lacking = self.board.lacking(me)
        count = 0
        for row in range(self.low(0), self.high(1) + 1):
            base = (row + self.board.reach) * self.board.stride + self.board.reach
            for cell in range(base + self.low(2), base + self.high(3) + 1):
                if self.board.cells[cell]:
                    continue
                if (
                    self.board.kind_at(cell, me) >= MAKES_FOUR
                    or ((self.is_thorough or lacking <= FEW) and self.board.gain_at(cell, me))
                    or (lacking <= FEW and self.board.threats_at(cell, me))
                ):
                    count = self.add(count, cell, self.rank(cell))
        return count

    def winning_cell(self) -> int:
        """A cell that wins at once for the side to move; 0: there is none."""
        for row in range(self.low(0), self.high(1) + 1):
            base = (row + self.board.reach) * self.board.stride + self.board.reach
            for cell in range(base + self.low(2), base + self.high(3) + 1):
                if not self.board.cells[cell] and self.board.wins_at(cell, self.board.side):
                    return cell
        return 0

    def low(self, end: int) -> int:
        """The first row (0) or column (2) of a point that may matter."""
        edge = self.board.sums[BOX + end] - MARGIN
        return max(0, edge)

    def high(self, end: int) -> int:
        """The last row (1) or column (3) of a point that may matter."""
        edge = self.board.sums[BOX + end] + MARGIN
        return edge if edge < self.board.size else self.board.size - 1
