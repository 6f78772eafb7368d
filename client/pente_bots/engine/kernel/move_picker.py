# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Which stones to try, and in which order."""

from array import array
from collections.abc import Sequence

from pente_bots.engine.kernel.engine_board import EngineBoard

WIDTH = 640
"""Room for the candidates of one ply: more than a board has points."""
PLIES = 160
MARGIN = 4
"""Rows and columns around the stones that may matter."""
CAPTURE_BITS = (1 << 24) - 1

FEW = 6
"""Where so many stones are lacking to the goal, a threat to capture may be one to win."""
TAKE_ORDER = 140
SAVE_ORDER = 80
THREAT_ORDER = 90
SHELTER_ORDER = 36
EXPOSED_ORDER = 100


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
        self.inside = 0
        """A bit for each column of the board, as in the numbers for a row."""
        self.columns = array("i", [0]) * 67
        """The column of a bit in a number for a row, by the remainder of the bit."""
        remainder = 1
        for column in range(board.size):
            self.inside = self.inside << 2 | 1
            self.columns[remainder] = column
            remainder = remainder * 4 % 67

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
        first = self.board.plies * WIDTH + start
        end = first + count - start
        rank = self.ranks[first]
        for slot in range(first + 1, end):
            rank = max(rank, self.ranks[slot])
        best = first
        while self.ranks[best] != rank:
            best += 1
        cell = self.cells[best]
        self.cells[best] = self.cells[first]
        self.ranks[best] = self.ranks[first]
        self.cells[first] = cell
        self.ranks[first] = rank
        return cell

    def rank(self, cell: int) -> int:
        """How promising a stone on a cell is for the side to move."""
        me = self.board.side
        point = self.board.points[cell]
        own = self.board.facts[point >> 16 * me & 65535]
        other = self.board.facts[point >> 16 - 16 * me & 65535]
        rank = 2 * (own >> 15) + (other >> 15)
        if point >> 32 & CAPTURE_BITS:
            rank += TAKE_ORDER * self.board.gain_at(cell, me) + SAVE_ORDER * self.board.gain_at(cell, 1 - me)
            rank += THREAT_ORDER * self.board.threats_at(cell, me)
            rank += SHELTER_ORDER * self.board.threats_at(cell, 1 - me)
            rank -= EXPOSED_ORDER * self.board.exposed_at(cell, me)
        return rank

    def list_all(self) -> int:
        """List every cell that is worth a try; the number of candidates."""
        me = self.board.side
        is_restricted = self.board.plies == self.plies_until_closed
        count = 0
        columns = self._columns_in_box()
        last = min(self.board.size - 1, self.board.box[1] + MARGIN)
        for row in range(max(0, self.board.box[0] - MARGIN), last + 1):
            bits = self._promising_in(row) & columns
            while bits:
                cell = self._first_of(bits, row)
                bits &= bits - 1
                if not (is_restricted and self.closed[cell]):
                    count = self.add(count, cell, self.rank(cell) + self.history[me * self.board.span + cell])
        return count or self._list_empty(is_restricted)

    def _columns_in_box(self) -> int:
        """A bit for each column that may matter."""
        first = max(0, self.board.box[2] - MARGIN)
        last = min(self.board.size - 1, self.board.box[3] + MARGIN)
        return self.inside >> 2 * (self.board.size - 1 - last + first) << 2 * first if last >= first else 0

    def _promising_in(self, row: int) -> int:
        """The empty cells of a row, at most two columns and rows from a stone or in line with some."""
        near = self.board.stones[row] | self.board.stones[row + 1] | self.board.stones[row + 2]
        near |= self.board.stones[row + 3] | self.board.stones[row + 4]
        near |= near << 4 | near << 2 | near >> 2 | near >> 4
        lined = (self.board.shapes[2 * row] | self.board.shapes[2 * row + 1]) >> 1
        return (near | lined) & self.inside & ~self.board.stones[row + 2]

    def _first_of(self, bits: int, row: int) -> int:
        """The cell of the lowest bit of a number for a row."""
        column = self.columns[(bits & -bits) % 67]
        return (row + self.board.reach) * self.board.stride + self.board.reach + column

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
        for row in range(self.board.size):
            bits = (self._winning_in(row, 1 - me) | self.board.captures[2 * row + me]) & self.inside
            while bits:
                cell = self._first_of(bits, row)
                bits &= bits - 1
                if self.board.gain_at(cell, me) or self.board.wins_at(cell, 1 - me):
                    count = self.add(count, cell, self.rank(cell))
        return count

    def _winning_in(self, row: int, side: int) -> int:
        """Where in a row a stone may win at once for a side; only the bits of the columns count."""
        return self.board.shapes[2 * row + side] | self.board.captures[2 * row + side]

    def list_defences(self) -> int:
        """List what can answer the threat of an open four: the rows concerned, fours, captures and threats of
        captures.
        """
        me = self.board.side
        count = 0
        for row in range(self.board.size):
            bits = self.board.shapes[2 * row] | self.board.shapes[2 * row + 1]
            captures = self.board.captures[2 * row + me]
            bits = (bits | captures | captures >> 1) & self.inside
            while bits:
                cell = self._first_of(bits, row)
                bits &= bits - 1
                count = self.add(count, cell, self.rank(cell) + self.history[me * self.board.span + cell])
        return count

    def list_forcing(self) -> int:
        """List what may threaten to win at once: fours, captures, and threats of captures near the goal."""
        me = self.board.side
        is_near_goal = self.board.lacking(me) <= FEW
        count = 0
        for row in range(self.board.size):
            bits = self.board.shapes[2 * row + me]
            if is_near_goal or self.is_thorough:
                bits |= self.board.captures[2 * row + me]
            if is_near_goal:
                bits |= self.board.captures[2 * row + me] >> 1
            bits &= self.inside
            while bits:
                cell = self._first_of(bits, row)
                bits &= bits - 1
                count = self.add(count, cell, self.rank(cell))
        return count

    def winning_cell(self) -> int:
        """A cell that wins at once for the side to move; 0: there is none."""
        for row in range(self.board.size):
            bits = self._winning_in(row, self.board.side) & self.inside
            while bits:
                cell = self._first_of(bits, row)
                bits &= bits - 1
                if self.board.wins_at(cell, self.board.side):
                    return cell
        return 0
