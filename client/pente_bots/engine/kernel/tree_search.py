# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The search of the tree of moves."""

from array import array
from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from pente_bots.engine.kernel import uncompiled as cython

from pente_bots.engine.kernel import hash_table, row_classes, search_values
from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.evaluation import PositionJudge
from pente_bots.engine.kernel.forcing_search import ForcingSearch
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.kernel.move_picker import MovePicker
from pente_bots.engine.kernel.search_budget import SearchBudget

EXACT = hash_table.EXACT
AT_LEAST = hash_table.AT_LEAST
AT_MOST = hash_table.AT_MOST
MAKES_FOUR = row_classes.MAKES_FOUR
MAKES_FOUR_AND_THREE = row_classes.MAKES_FOUR_AND_THREE
MAKES_OPEN_FOUR = row_classes.MAKES_OPEN_FOUR
WIN = search_values.WIN
WON = search_values.WON
INFINITE = search_values.INFINITE
PLIES = 160
WIDTH = 640
HASH_RANK = 1 << 28
KILLER_RANK = 120
MOST_HISTORY = 160

LEAF_FOURS = 12
LEAF_NODES = 24
FEW_FOURS = 3
"""With so few plain fours, forced wins are too rare to be looked for at the leaves."""
NODE_FOURS = 20
NODE_NODES = 80


class TreeSearch:
    """Searches a position to a fixed depth: principal variations with null windows, a hash table, killers and
    history, reductions of late moves, and forced wins at the leaves. Mutable; for one position.

    Values are for the side to move. ``root_cells`` are the stones to try, in this order.
    """

    def __init__(
        self,
        board: EngineBoard,
        picker: MovePicker,
        table: HashTable,
        budget: SearchBudget,
        root_cells: Sequence[int],
    ) -> None:
        self.board = board
        self.picker = picker
        self.table = table
        self.budget = budget
        self.judge = PositionJudge(board)
        self.forcing = ForcingSearch(board, picker, table, budget)
        self.root_cells = array("i", root_cells)
        self.root_count = len(root_cells)
        self.best_cell = 0
        """The best root cell of the last `search_root` so far; 0: none has been searched."""
        self.best_value = -INFINITE
        self.line_cells = array("i", [0]) * (PLIES * PLIES)
        self.line_lengths = array("i", [0]) * (PLIES + 1)
        self.killers = array("i", [0]) * (2 * PLIES)

    def main_line(self) -> list[int]:
        """The expected cells after the last `search_root`, the best root cell first."""
        return [self.line_cells[index] for index in range(self.line_lengths[0])]

    def search_root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root cells from number ``first`` on; the value of the best one.

        When the budget is spent, `best_cell` and `best_value` are of the cells that were searched whole.
        """
        with cython.nogil:
            value = self._search_root(depth, alpha, beta, first)
        return value

    def win_by_force(self, depth: int, nodes: int) -> int:
        """As `ForcingSearch.win`, for the root, without the lock of the interpreter."""
        with cython.nogil:
            value = self.forcing.win(depth, nodes)
        return value

    def _search_root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        self.best_cell = 0
        self.best_value = -INFINITE
        for index in range(first, self.root_count):
            cell = self.root_cells[index]
            value = self._root_value(cell, depth, alpha, beta, index > first)
            if self.budget.stopped:
                return self.best_value
            if value > self.best_value:
                self.best_value = value
                if value > alpha or index == first:
                    self.best_cell = cell
                    self._extend_line(cell)
                    self._move_to_front(index, first)
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return self.best_value

    def _root_value(self, cell: int, depth: int, alpha: int, beta: int, is_later: bool) -> int:
        if self.board.wins_at(cell, self.board.side):
            self.line_lengths[1] = 0
            return WIN - 1
        self.board.place(cell)
        self.budget.spend()
        value = alpha + 1
        if is_later:
            value = -self._search(depth - 1, -alpha - 1, -alpha)
        if not is_later or (value > alpha and value < beta and not self.budget.stopped):
            value = -self._search(depth - 1, -beta, -alpha)
        self.board.undo()
        return value

    def _move_to_front(self, index: int, first: int) -> None:
        cell = self.root_cells[index]
        while index > first:
            self.root_cells[index] = self.root_cells[index - 1]
            index -= 1
        self.root_cells[first] = cell

    def _extend_line(self, cell: int) -> None:
        """The line from this ply is the cell, and the line of the next ply."""
        ply = self.board.plies
        length = self.line_lengths[ply + 1]
        start = ply * PLIES
        self.line_cells[start] = cell
        for index in range(length):
            self.line_cells[start + 1 + index] = self.line_cells[start + PLIES + index]
        self.line_lengths[ply] = length + 1

    # -- inside the tree ------------------------------------------------------------------------------

    def _search(self, depth: int, alpha: int, beta: int) -> int:
        ply = self.board.plies
        self.line_lengths[ply] = 0
        me = self.board.side
        if self.board.wins(me):
            if beta - alpha > 1:
                self.line_lengths[ply + 1] = 0
                self._extend_line(self.picker.winning_cell())
            return WIN - ply - 1
        if self.board.is_full() or ply >= PLIES - 2:
            return self.judge.worth()
        threats = self.board.wins(1 - me)
        if depth <= 0 and not threats:
            return self._leaf(beta if beta - alpha == 1 else INFINITE)
        if alpha >= WIN - ply - 3:
            return alpha
        cell = 0
        if self.table.probe(self.board.key):
            cell = self.table.cell()
            if beta - alpha == 1 and self.table.depth() >= depth:
                value = self._known(ply)
                bound = self.table.bound()
                if bound == EXACT or (value >= beta if bound == AT_LEAST else value <= alpha):
                    return value
        if threats:
            return self._answer(depth, alpha, beta, cell)
        return self._explore(depth, alpha, beta, cell)

    def _known(self, ply: int) -> int:
        """The value of the entry found, with wins as seen from the root."""
        value = self.table.value()
        if value > WON:
            return value - ply
        return value + ply if value < -WON else value

    def _store(self, value: int, cell: int, depth: int, bound: int) -> None:
        ply = self.board.plies
        if value > WON:
            value += ply
        elif value < -WON:
            value -= ply
        self.table.store(self.board.key, value, cell, max(0, depth), bound)

    def _leaf(self, enough: int) -> int:
        """The value of a position in which nothing is forced; a win need not be found beyond ``enough``."""
        worth = self.judge.worth()
        if worth >= enough:
            return worth
        return self._forced(LEAF_FOURS, LEAF_NODES, FEW_FOURS) or worth

    def _forced(self, fours: int, nodes: int, few: int) -> int:
        """The value of a win by force; 0 if none was found, or if there are too few fours to look for one."""
        me = self.board.side
        if self._fours(me) <= few and self.board.lacking(me) > 4:
            return 0
        stones = self.forcing.win(fours, nodes)
        return WIN - self.board.plies - stones if stones else 0

    def _fours(self, side: int) -> int:
        """On how many points a side makes a four; those that make more than that count for many."""
        better = self.board.count(side, MAKES_OPEN_FOUR) + self.board.count(side, MAKES_FOUR_AND_THREE)
        return self.board.count(side, MAKES_FOUR) + (FEW_FOURS + 1) * better

    def _answer(self, depth: int, alpha: int, beta: int, hash_cell: int) -> int:
        """Search the answers to a threat to win at once; they cost no depth."""
        count = self.picker.list_answers()
        self._prefer(count, hash_cell)
        other = 1 - self.board.side
        ply = self.board.plies
        best = ply + 2 - WIN
        start = alpha
        best_cell = 0
        for index in range(count):
            cell = self.picker.next_best(index, count)
            self.board.place(cell)
            if self.board.wins(other):
                self.board.undo()
                continue
            self.budget.spend()
            if best_cell and beta - alpha > 1:
                value = -self._search(depth, -alpha - 1, -alpha)
                if value > alpha and value < beta:
                    value = -self._search(depth, -beta, -alpha)
            else:
                value = -self._search(depth, -beta, -alpha)
            self.board.undo()
            if self.budget.stopped:
                return 0
            if value > best or not best_cell:
                best = value
                best_cell = cell
                if value > alpha:
                    alpha = value
                    self._extend_line(cell)
                    if alpha >= beta:
                        break
        self._store(best, best_cell, depth, AT_LEAST if best >= beta else EXACT if best > start else AT_MOST)
        return best

    def _prefer(self, count: int, cell: int) -> None:
        """Bring the cell of the hash table and the killers forward."""
        ply = self.board.plies
        base = ply * WIDTH
        for slot in range(base, base + count):
            listed = self.picker.cells[slot]
            if listed == cell:
                self.picker.ranks[slot] += HASH_RANK
            elif listed == self.killers[2 * ply] or listed == self.killers[2 * ply + 1]:
                self.picker.ranks[slot] += KILLER_RANK

    def _explore(self, depth: int, alpha: int, beta: int, hash_cell: int) -> int:
        me = self.board.side
        other = 1 - me
        is_main = beta - alpha > 1
        worth = self.judge.worth()
        has_to_defend = self.board.count(other, MAKES_OPEN_FOUR) > 0
        if not is_main and not has_to_defend and depth <= 6 and beta < WON and worth - 50 * depth >= beta:
            return worth
        won = self._forced(NODE_FOURS, NODE_NODES, 0 if depth > 2 else FEW_FOURS)
        if won:
            return won
        count = self.picker.list_defences() if has_to_defend else 0
        if not count:
            has_to_defend = False
            count = self.picker.list_all()
        if not count:
            return 0
        self._prefer(count, hash_cell)
        return self._try(depth, alpha, beta, count, worth, has_to_defend)

    def _try(self, depth: int, alpha: int, beta: int, count: int, worth: int, has_to_defend: bool) -> int:
        me = self.board.side
        is_main = beta - alpha > 1
        best = -INFINITE
        best_cell = 0
        start = alpha
        most = count
        if not has_to_defend and depth <= 4:
            most = 10 + 4 * depth
        tried = 0
        for index in range(count):
            cell = self.picker.next_best(index, count)
            is_forcing = self.board.kind_at(cell, me) >= MAKES_FOUR or self.board.gain_at(cell, me) > 0
            if tried >= most and not is_forcing and best > -WON:
                continue
            if (
                not is_main
                and not is_forcing
                and depth <= 2
                and tried > 2
                and best > -WON
                and not has_to_defend
            ):
                if worth + 140 * depth + 100 <= alpha:
                    continue
            self.board.place(cell)
            self.budget.spend()
            value = self._child(depth, alpha, beta, tried, is_forcing)
            self.board.undo()
            if self.budget.stopped:
                return 0
            tried += 1
            if value > best:
                best = value
                if value > alpha:
                    best_cell = cell
                    alpha = value
                    self._extend_line(cell)
                    if alpha >= beta:
                        self._reward(me, cell, depth)
                        break
        self._store(best, best_cell, depth, AT_LEAST if best >= beta else EXACT if best > start else AT_MOST)
        return best

    def _child(self, depth: int, alpha: int, beta: int, tried: int, is_forcing: bool) -> int:
        """The value of the stone just placed, for the side that placed it."""
        if not tried:
            return -self._search(depth - 1, -beta, -alpha)
        less = 0
        if depth >= 3 and tried >= 3 and not is_forcing:
            less = 1
            if tried >= 8:
                less += 1
            if tried >= 20 and depth >= 6:
                less += 1
        value = -self._search(depth - 1 - less, -alpha - 1, -alpha)
        if less and value > alpha and not self.budget.stopped:
            value = -self._search(depth - 1, -alpha - 1, -alpha)
        if value > alpha and value < beta and not self.budget.stopped:
            value = -self._search(depth - 1, -beta, -alpha)
        return value

    def _reward(self, side: int, cell: int, depth: int) -> None:
        """Remember a stone that refuted a position."""
        ply = self.board.plies
        if self.killers[2 * ply] != cell:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = cell
        slot = side * self.board.span + cell
        self.picker.history[slot] += depth * depth
        if self.picker.history[slot] > MOST_HISTORY:
            for index in range(2 * self.board.span):
                self.picker.history[index] //= 2
