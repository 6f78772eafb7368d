# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A board for searching: stones are placed and taken back, and all that is known about points is kept up.

Points are *cells* of a wider board, with closed cells around it, so that no step from a point leaves the
arrays. `cell_of` and `point_of` translate.
"""

from array import array
from collections.abc import Sequence

from pente_bots.engine.kernel import board_sums, row_classes
from pente_bots.engine.kernel.line_table import LineTable
from pente_bots.engine.kernel.point_values import point_values

FIVE_KIND = row_classes.MAKES_FIVE

VALUE = board_sums.VALUE
KIND = board_sums.KIND
GAIN = board_sums.GAIN
TAKES = board_sums.TAKES
THREATS = board_sums.THREATS
EXPOSED = board_sums.EXPOSED
BOX = board_sums.BOX
SUMS = board_sums.SUMS

MOST_PLIES = 160
MOST_GAIN = 24
MOST_CHANGES = 65536
CHANGES_A_PLY = 1100
MOST_COUNTED = 127


class EngineBoard:
    """Stones of two sides, captures, and whose turn it is. Mutable.

    ``keys`` are random numbers for the hash key: for every cell and side, for the captures of each side, and
    one for the turn. ``goals`` are the stones that each side has to capture to win.
    """

    def __init__(self, table: LineTable, size: int, keys: Sequence[int], goals: Sequence[int]) -> None:
        self.table = table
        self.size = size
        reach = table.reach
        self.reach = reach
        self.stride = size + reach
        self.span = (size + 2 * reach + 1) * self.stride
        self.goals = array("i", goals)
        self.steps = array("i", [1, self.stride, self.stride + 1, self.stride - 1])
        self.random = array("q", keys)
        values = point_values()
        self.values = values.values
        self.kinds = values.kinds
        self.orders = values.orders
        span = self.span
        self.cells = array("i", [3]) * span
        """0 empty, 1 and 2 the stones of the sides, 3 off the board."""
        self.line_keys = array("i", [0]) * (4 * span)
        """By axis and cell."""
        self.codes = array("i", [0]) * (2 * span)
        """By side and cell."""
        self.traits = array("q", [0]) * span
        """By cell, the bytes of its four entries above the classes, added up."""
        self.near = array("i", [0]) * span
        """By cell, the stones at most two columns and rows away."""
        self.sums = array("i", [0]) * SUMS
        self.old_sums = array("i", [0]) * (SUMS * MOST_PLIES)
        self.change_cells = array("i", [0]) * MOST_CHANGES
        self.change_codes = array("i", [0]) * (2 * MOST_CHANGES)
        self.change_traits = array("q", [0]) * MOST_CHANGES
        self.changes = 0
        self.change_starts = array("i", [0]) * MOST_PLIES
        self.placed_cells = array("i", [0]) * MOST_PLIES
        self.old_keys = array("q", [0]) * MOST_PLIES
        self.taken_cells = array("i", [0]) * (MOST_PLIES * 25)
        self.taken_counts = array("i", [0]) * MOST_PLIES
        self.taken = array("i", [0, 0])
        """The stones that each side has captured."""
        self.side = 0
        self.plies = 0
        """Stones placed since the start, which `undo` can take back."""
        self.key = 0
        self._clear()

    def _clear(self) -> None:
        size, reach = self.size, self.reach
        for row in range(size):
            for column in range(size):
                self.cells[(row + reach) * self.stride + reach + column] = 0
        for axis in range(4):
            step = self.steps[axis]
            for cell in range(self.span):
                if not self.cells[cell]:
                    key = 0
                    for offset in range(1, reach + 1):
                        key |= self.cells[cell - offset * step] << 2 * (reach - offset)
                        key |= self.cells[cell + offset * step] << 2 * (reach + offset - 1)
                    self.line_keys[axis * self.span + cell] = key
        self.sums[BOX] = size
        self.sums[BOX + 1] = -1
        self.sums[BOX + 2] = size
        self.sums[BOX + 3] = -1
        for cell in range(self.span):
            if not self.cells[cell]:
                self._enter(cell)
        self.changes = 0

    # -- before a search ----------------------------------------------------------------------------

    def cell_of(self, point: int) -> int:
        row = point // self.size
        return (row + self.reach) * self.stride + self.reach + point - row * self.size

    def point_of(self, cell: int) -> int:
        row = cell // self.stride - self.reach
        return row * self.size + cell % self.stride - self.reach

    def set_up(self, points: Sequence[int], sides: Sequence[int], taken: Sequence[int], side: int) -> None:
        """Begin from a position: stones with their sides, captured stones, and the side to move."""
        for point, owner in zip(points, sides, strict=True):
            self._put(self.cell_of(point), owner)
            self.changes = 0
        for seat in (0, 1):
            self.taken[seat] = taken[seat]
            self.key ^= self._taken_key(seat)
        if side:
            self.key ^= self.random[2 * self.span + 256]
        self.side = side

    def _taken_key(self, side: int) -> int:
        count = self.taken[side]
        return self.random[2 * self.span + 128 * side + (min(MOST_COUNTED, count))]

    # -- moves ----------------------------------------------------------------------------------------

    def is_full(self) -> bool:
        """Whether what `undo` needs has no more room."""
        return self.plies >= MOST_PLIES - 1 or self.changes >= MOST_CHANGES - CHANGES_A_PLY

    def place(self, cell: int) -> None:
        """Place a stone of the side to move on an empty cell; captured stones leave the board."""
        ply = self.plies
        side = self.side
        start = ply * SUMS
        for index in range(SUMS):
            self.old_sums[start + index] = self.sums[index]
        self.change_starts[ply] = self.changes
        self.placed_cells[ply] = cell
        self.old_keys[ply] = self.key
        self.taken_counts[ply] = 0
        if self.traits[cell] >> 8 * side & 255:
            self._find_taken(cell, side, ply)
        self._put(cell, side)
        taken = self.taken_counts[ply]
        if taken:
            self.key ^= self._taken_key(side)
            for index in range(taken):
                self._take(self.taken_cells[ply * 25 + index], 1 - side)
            self.taken[side] += taken
            self.key ^= self._taken_key(side)
        self.key ^= self.random[2 * self.span + 256]
        self.side = 1 - side
        self.plies = ply + 1

    def undo(self) -> None:
        """Take the last stone back."""
        ply = self.plies - 1
        side = 1 - self.side
        cell = self.placed_cells[ply]
        taken = self.taken_counts[ply]
        for index in range(taken):
            captured = self.taken_cells[ply * 25 + index]
            self.cells[captured] = 2 - side
            self._mark(captured, 2 - side, 1)
        self.taken[side] -= taken
        self.cells[cell] = 0
        self._mark(cell, side + 1, -1)
        self._restore(self.change_starts[ply])
        start = ply * SUMS
        for index in range(SUMS):
            self.sums[index] = self.old_sums[start + index]
        self.key = self.old_keys[ply]
        self.side = side
        self.plies = ply

    def pass_turn(self) -> None:
        """Give the turn to the other side; call it again to take that back."""
        self.key ^= self.random[2 * self.span + 256]
        self.side = 1 - self.side

    def _restore(self, start: int) -> None:
        change = self.changes
        while change > start:
            change -= 1
            cell = self.change_cells[change]
            self.codes[cell] = self.change_codes[2 * change]
            self.codes[self.span + cell] = self.change_codes[2 * change + 1]
            self.traits[cell] = self.change_traits[change]
        self.changes = start

    def _mark(self, cell: int, stone: int, by: int) -> None:
        """Write or erase a stone in the keys and neighbours around it, without a look at what follows."""
        reach = self.reach
        for axis in range(4):
            step = self.steps[axis]
            base = axis * self.span + cell
            for offset in range(1, reach + 1):
                self.line_keys[base + offset * step] ^= stone << 2 * (reach - offset)
                self.line_keys[base - offset * step] ^= stone << 2 * (reach + offset - 1)
        self._count_near(cell, by)

    def _count_near(self, cell: int, by: int) -> None:
        stride = self.stride
        for row in range(-2, 3):
            for other in range(cell + row * stride - 2, cell + row * stride + 3):
                self.near[other] += by

    def _find_taken(self, cell: int, side: int, ply: int) -> None:
        """Note the stones that a stone on the cell captures."""
        own = side + 1
        other = 2 - side
        count = 0
        for axis in range(4):
            step = self.steps[axis]
            for _ in range(2):
                step = -step
                length = 0
                while self.cells[cell + (length + 1) * step] == other and length < 4:
                    length += 1
                if length == 2 and not self.table.takes_two:
                    continue
                if length == 3 and not self.table.takes_three:
                    continue
                if 2 <= length <= 3 and self.cells[cell + (length + 1) * step] == own:
                    for index in range(1, length + 1):
                        self.taken_cells[ply * 25 + count] = cell + index * step
                        count += 1
        self.taken_counts[ply] = count

    def _put(self, cell: int, side: int) -> None:
        self._leave(cell)
        self.cells[cell] = side + 1
        self.key ^= self.random[side * self.span + cell]
        self._shift(cell, side + 1)
        self._count_near(cell, 1)
        row = cell // self.stride - self.reach
        column = cell % self.stride - self.reach
        self.sums[BOX] = min(self.sums[BOX], row)
        self.sums[BOX + 1] = max(self.sums[BOX + 1], row)
        self.sums[BOX + 2] = min(self.sums[BOX + 2], column)
        self.sums[BOX + 3] = max(self.sums[BOX + 3], column)

    def _take(self, cell: int, side: int) -> None:
        self.key ^= self.random[side * self.span + cell]
        self._shift(cell, side + 1)
        self._count_near(cell, -1)
        self.cells[cell] = 0
        self._log(cell)
        self._enter(cell)

    # -- what is known about points ------------------------------------------------------------------

    def _shift(self, cell: int, stone: int) -> None:
        """Write or erase a stone in the keys around it, and follow what that changes for empty points."""
        reach = self.reach
        for axis in range(4):
            step = self.steps[axis]
            for offset in range(1, reach + 1):
                self._change(cell + offset * step, axis, stone << 2 * (reach - offset))
                self._change(cell - offset * step, axis, stone << 2 * (reach + offset - 1))

    def _change(self, cell: int, axis: int, bits: int) -> None:
        slot = axis * self.span + cell
        old_key = self.line_keys[slot]
        new_key = old_key ^ bits
        self.line_keys[slot] = new_key
        if self.cells[cell]:
            return
        before = self.table.entries[old_key]
        after = self.table.entries[new_key]
        if after < 0:
            after = self.table.fill(new_key)
        if before == after:
            return
        self._log(cell)
        changed = before ^ after
        if changed & 15:
            self._set_code(cell, 0, axis, after & 15)
        if changed & 240:
            self._set_code(cell, 1, axis, after >> 4 & 15)
        if changed >> 8:
            self._count_traits(cell, -1)
            self.traits[cell] += (after >> 8) - (before >> 8)
            self._count_traits(cell, 1)

    def _set_code(self, cell: int, side: int, axis: int, row_class: int) -> None:
        slot = side * self.span + cell
        code = self.codes[slot]
        kinds = KIND + 8 * side
        self.sums[VALUE + side] -= self.values[code]
        self.sums[kinds + self.kinds[code]] -= 1
        code = (code & ~(15 << 4 * axis)) | row_class << 4 * axis
        self.sums[VALUE + side] += self.values[code]
        self.sums[kinds + self.kinds[code]] += 1
        self.codes[slot] = code

    def _log(self, cell: int) -> None:
        change = self.changes
        self.change_cells[change] = cell
        self.change_codes[2 * change] = self.codes[cell]
        self.change_codes[2 * change + 1] = self.codes[self.span + cell]
        self.change_traits[change] = self.traits[cell]
        self.changes = change + 1

    def _enter(self, cell: int) -> None:
        """Look at a cell that is empty now."""
        first = 0
        second = 0
        traits = 0
        for axis in range(4):
            key = self.line_keys[axis * self.span + cell]
            entry = self.table.entries[key]
            if entry < 0:
                entry = self.table.fill(key)
            first |= (entry & 15) << 4 * axis
            second |= (entry >> 4 & 15) << 4 * axis
            traits += entry >> 8
        self.codes[cell] = first
        self.codes[self.span + cell] = second
        self.traits[cell] = traits
        self._count_codes(cell, 1)
        self._count_traits(cell, 1)

    def _leave(self, cell: int) -> None:
        """Forget a cell that is no longer empty."""
        self._count_codes(cell, -1)
        self._count_traits(cell, -1)

    def _count_codes(self, cell: int, by: int) -> None:
        for side in range(2):
            code = self.codes[side * self.span + cell]
            self.sums[VALUE + side] += by * self.values[code]
            self.sums[KIND + 8 * side + self.kinds[code]] += by

    def _count_traits(self, cell: int, by: int) -> None:
        traits = self.traits[cell]
        if traits:
            for side in range(2):
                gain = traits >> 8 * side & 255
                self.sums[GAIN + 32 * side + gain] += by
                self.sums[TAKES + side] += by * gain
                self.sums[THREATS + side] += by * (traits >> 16 + 8 * side & 255)
                self.sums[EXPOSED + side] += by * (traits >> 32 + 8 * side & 255)

    # -- questions ------------------------------------------------------------------------------------

    def wins(self, side: int) -> int:
        """How many points win at once for a side, if it is its turn; one that wins twice may count twice."""
        count = self.sums[KIND + 8 * side + FIVE_KIND]
        lacking = self.goals[side] - self.taken[side]
        if lacking <= MOST_GAIN:
            for gain in range(lacking, MOST_GAIN + 1):
                count += self.sums[GAIN + 32 * side + gain]
        return count

    def lacking(self, side: int) -> int:
        """How many more stones a side has to capture to win."""
        return self.goals[side] - self.taken[side]

    def wins_at(self, cell: int, side: int) -> bool:
        """Whether an empty cell wins at once for a side."""
        if self.kinds[self.codes[side * self.span + cell]] == FIVE_KIND:
            return True
        return self.gain_at(cell, side) >= self.goals[side] - self.taken[side]

    def gain_at(self, cell: int, side: int) -> int:
        """How many stones a side would capture on an empty cell."""
        return self.traits[cell] >> 8 * side & 255

    def threats_at(self, cell: int, side: int) -> int:
        """How many runs a side would threaten to capture by a stone on an empty cell."""
        return self.traits[cell] >> 16 + 8 * side & 255

    def exposed_at(self, cell: int, side: int) -> int:
        """How many runs of its own a side would expose to capture by a stone on an empty cell."""
        return self.traits[cell] >> 32 + 8 * side & 255

    def kind_at(self, cell: int, side: int) -> int:
        """The kind of an empty cell for a side."""
        return self.kinds[self.codes[side * self.span + cell]]
