# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Wins by force: stones that each threaten to win at once, until the other side has no answer."""

from pente_bots.engine.kernel import hash_table
from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.kernel.move_picker import MovePicker
from pente_bots.engine.kernel.search_budget import SearchBudget

EXACT = hash_table.EXACT

SALT = 0x2A6D365B1F0C4E77
"""Keeps what is found here apart from other results for the same position."""


class ForcingSearch:
    """Looks for wins by fours, captures and threats of the last capture; the other side may answer by
    blocking, by any capture, or with threats of its own. Mutable.

    What it finds is proven. What it does not find may still be there.
    """

    def __init__(
        self, board: EngineBoard, picker: MovePicker, table: HashTable, budget: SearchBudget
    ) -> None:
        self.board = board
        self.picker = picker
        self.table = table
        self.budget = budget
        self.last_node = 0
        self.first_cell = 0
        """The cell that `_try_forcing` found."""

    def win(self, depth: int, nodes: int) -> int:
        """How many stones it takes the side to move to win, its own and the answers; 0: no win was found.

        It looks ``depth`` own stones ahead, and at ``nodes`` positions at most.
        """
        self.last_node = self.budget.nodes + nodes
        found = self._attack(depth)
        if not found and self._has_to_end():  # so that it is not tried again and again in one search
            self.table.store(self.board.key ^ SALT, 0, 0, depth, EXACT)
        return found

    def first(self) -> int:
        """The first cell of a win that `win` has just found for this position; 0: it is no longer known."""
        if self.board.wins(self.board.side):
            return self.picker.winning_cell()
        return self.table.cell() if self.table.probe(self.board.key ^ SALT) else 0

    def _has_to_end(self) -> bool:
        return self.budget.stopped or self.budget.nodes >= self.last_node

    def _attack(self, depth: int) -> int:
        me = self.board.side
        if self.board.wins(me):
            return 1
        if depth <= 0 or self.board.is_full() or self._has_to_end():
            return 0
        key = self.board.key ^ SALT
        if self.table.probe(key) and (self.table.value() or self.table.depth() >= depth):
            return self.table.value()
        found = self._try_forcing(me, depth)
        if found or not self._has_to_end():
            self.table.store(key, found, self.first_cell if found else 0, depth, EXACT)
        return found

    def _try_forcing(self, me: int, depth: int) -> int:
        count = self.picker.list_forcing()
        for index in range(count):
            cell = self.picker.next_best(index, count)
            self.board.place(cell)
            self.budget.spend()
            found = 0
            if self.board.wins(me) and not self.board.wins(1 - me):
                found = self._defend(depth - 1)
            self.board.undo()
            if found:
                self.first_cell = cell
                return found + 1
            if self._has_to_end():
                return 0
        return 0

    def _defend(self, depth: int) -> int:
        """How many stones it takes to win, whatever the answer to the threat; 0: an answer may hold."""
        count = self.picker.list_answers()
        longest = 1
        for index in range(count):
            self.board.place(self.picker.next_best(index, count))
            self.budget.spend()
            found = self._attack(depth)
            self.board.undo()
            if not found:
                return 0
            longest = max(longest, found)
        return longest + 1
