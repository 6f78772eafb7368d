# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A board for searching: stones are placed and taken back, and all that is known about points is kept up.

Points are *cells* of a wider board, with closed cells around it, so that no step from a point leaves the
arrays. `cell_of` and `point_of` translate.

What is known of an empty cell is one number, whose bits are, from the lowest on:

* the codes of both sides (16 bits each), as in `point_values`;
* the stones that each side would capture (five bits each), the runs that it would threaten to capture (four
  each), and the runs of its own that it would expose (three each), as in `line_table`.

What the lists of moves ask for is also kept by rows of the board, as numbers with two bits for each column.
"""

from array import array
from collections.abc import Sequence

from pente_bots.engine.kernel import row_classes
from pente_bots.engine.kernel.line_table import LineTable
from pente_bots.engine.kernel.point_values import kind_units, point_facts

FIVE_KIND = row_classes.MAKES_FIVE
FIRST_COUNTED = row_classes.MAKES_TWO_THREES

MOST_ROWS = 25
MOST_CELLS = 1080
MOST_PLIES = 160
MOST_GAIN = 24
MOST_CHANGES = 41 * (MOST_ROWS**2 + 2 * MOST_PLIES)
"""Each stone that is placed or captured changes what is known of so many cells at most."""
MOST_COUNTED = 127


class EngineBoard:
    """Stones of two sides, captures, and whose turn it is. Mutable.

    ``keys`` are random numbers for the hash key: for every cell and side, for the captures of each side, and
    one for the turn. ``goals`` are the stones that each side has to capture to win.
    """

    def __init__(self, table: LineTable, size: int, keys: Sequence[int], goals: Sequence[int]) -> None:
        self.table = table
        self.entries = table.entries
        self.facts = point_facts()
        self.size = size
        reach = table.reach
        self.reach = reach
        self.stride = size + reach
        self.span = (size + 2 * reach + 1) * self.stride
        self.goals = list(goals)
        self.steps = [1, self.stride, self.stride + 1, self.stride - 1]
        self.random = array("q", keys)
        self.units = kind_units()
        self.rows = array("h", [0]) * MOST_CELLS
        self.shifts = array("h", [0]) * MOST_CELLS
        """By cell, its place in the numbers of its row."""
        self.cells = array("h", [3]) * MOST_CELLS
        """0 empty, 1 and 2 the stones of the sides, 3 off the board."""
        self.line_keys = array("i", [0]) * (4 * MOST_CELLS)
        """By cell and axis."""
        self.points = array("q", [0]) * MOST_CELLS
        """By cell, what is known of it; 0 where it is not empty."""
        self.stones = array("q", [0]) * (MOST_ROWS + 4)
        """By row + 2, where there are stones."""
        self.shapes = array("q", [0]) * (2 * MOST_ROWS)
        """By row and side, where a stone makes a four or more, and where it is in line with others."""
        self.captures = array("q", [0]) * (2 * MOST_ROWS)
        """By row and side, where a stone captures, and where it threatens to."""
        self.box = [size, -1, size, -1]
        """The first and last row, and the first and last column, of all stones so far."""
        self.balance = 0
        """The values of all points for the first side, less those for the second."""
        self.kind_counts = [0, 0]
        """By side, how many points there are of each kind that is counted."""
        self.taking = 0
        """Over all points: the stones that each side would capture, and the runs that it would threaten to
        capture (15 bits each).
        """
        self.gain_counts = array("i", [0]) * 64
        """By side, on how many points it would capture 1, 2, ... 31 stones."""
        self.taken = [0, 0]
        """The stones that each side has captured."""
        self.side = 0
        self.plies = 0
        """Stones placed since the start, which `undo` can take back."""
        self.key = 0
        self._make_room_for_changes()
        self._clear()

    def _make_room_for_changes(self) -> None:
        """What `undo` needs: all changes in their order, and by ply, where those of it start."""
        self.changes = 0
        self.change_cells = array("i", [0]) * MOST_CHANGES
        self.change_points = array("q", [0]) * MOST_CHANGES
        """What was known of the cell before."""
        self.notes = 0
        """How many changes of points concern more than worths and counts."""
        self.note_cells = array("i", [0]) * MOST_CHANGES
        self.note_flags = array("i", [0]) * MOST_CHANGES
        self.note_points = array("q", [0]) * (2 * MOST_CHANGES)
        """What was known of the cell before, and after."""
        self.change_starts = array("i", [0]) * MOST_PLIES
        self.note_starts = array("i", [0]) * MOST_PLIES
        self.placed_cells = array("i", [0]) * MOST_PLIES
        self.taken_cells = array("i", [0]) * (MOST_PLIES * 25)
        self.taken_counts = array("i", [0]) * MOST_PLIES
        self.old_keys = array("q", [0]) * MOST_PLIES
        self.old_boxes = array("i", [0]) * (4 * MOST_PLIES)
        self.old_sums = array("q", [0]) * (3 * MOST_PLIES)

    def _clear(self) -> None:
        size, reach = self.size, self.reach
        for row in range(size):
            for column in range(size):
                cell = (row + reach) * self.stride + reach + column
                self.cells[cell] = 0
                self.rows[cell] = row
                self.shifts[cell] = 2 * column
        for axis in range(4):
            step = self.steps[axis]
            for cell in range(self.span):
                if not self.cells[cell]:
                    key = 0
                    for offset in range(1, reach + 1):
                        key |= self.cells[cell - offset * step] << 2 * (reach - offset)
                        key |= self.cells[cell + offset * step] << 2 * (reach + offset - 1)
                    self.line_keys[4 * cell + axis] = key
        for cell in range(self.span):
            if not self.cells[cell]:
                self._enter(cell)
        self._count_changes(0)
        self._forget_changes()

    def _forget_changes(self) -> None:
        self.changes = 0
        self.notes = 0

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
            self._forget_changes()
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
        return self.plies >= MOST_PLIES - 1

    def place(self, cell: int) -> None:
        """Place a stone of the side to move on an empty cell; captured stones leave the board."""
        ply = self.plies
        side = self.side
        self._save(ply)
        self.placed_cells[ply] = cell
        self.taken_counts[ply] = 0
        if self.gain_at(cell, side):
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
            self._mark(captured, 2 - side)
        self.taken[side] -= taken
        self.cells[cell] = 0
        self._mark(cell, side + 1)
        self._restore(ply)
        self.side = side
        self.plies = ply

    def pass_turn(self) -> None:
        """Give the turn to the other side; call it again to take that back."""
        self.key ^= self.random[2 * self.span + 256]
        self.side = 1 - self.side

    def _save(self, ply: int) -> None:
        """Note what `_restore` sets back as it was."""
        self.change_starts[ply] = self.changes
        self.note_starts[ply] = self.notes
        self.old_keys[ply] = self.key
        for index in range(4):
            self.old_boxes[4 * ply + index] = self.box[index]
        self.old_sums[3 * ply] = self.balance
        self.old_sums[3 * ply + 1] = self.kind_counts[0]
        self.old_sums[3 * ply + 2] = self.kind_counts[1]

    def _restore(self, ply: int) -> None:
        self.key = self.old_keys[ply]
        for index in range(4):
            self.box[index] = self.old_boxes[4 * ply + index]
        self.balance = self.old_sums[3 * ply]
        self.kind_counts[0] = self.old_sums[3 * ply + 1]
        self.kind_counts[1] = self.old_sums[3 * ply + 2]
        while self.changes > self.change_starts[ply]:
            self.changes -= 1
            self.points[self.change_cells[self.changes]] = self.change_points[self.changes]
        while self.notes > self.note_starts[ply]:
            self.notes -= 1
            note = self.notes
            self._follow(
                self.note_cells[note],
                self.note_points[2 * note + 1],
                self.note_points[2 * note],
                self.note_flags[note],
            )

    def _mark(self, cell: int, stone: int) -> None:
        """Write or erase a stone in the keys around it, without a look at what follows."""
        reach = self.reach
        for axis in range(4):
            step = self.steps[axis]
            base = 4 * cell + axis
            for offset in range(1, reach + 1):
                self.line_keys[base + 4 * offset * step] ^= stone << 2 * (reach - offset)
                self.line_keys[base - 4 * offset * step] ^= stone << 2 * (reach + offset - 1)
        self._mark_row(cell)

    def _mark_row(self, cell: int) -> None:
        """Write or erase a stone in its row."""
        one = 1
        self.stones[self.rows[cell] + 2] ^= one << self.shifts[cell]

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
        start = self.changes
        self._set_point(cell, 0)
        self.cells[cell] = side + 1
        self.key ^= self.random[side * self.span + cell]
        self._shift(cell, side + 1)
        self._count_changes(start)
        self._mark_row(cell)
        self._widen(self.rows[cell], self.shifts[cell] >> 1)

    def _widen(self, row: int, column: int) -> None:
        """Let the box have a point."""
        self.box[0] = min(self.box[0], row)
        self.box[1] = max(self.box[1], row)
        self.box[2] = min(self.box[2], column)
        self.box[3] = max(self.box[3], column)

    def _take(self, cell: int, side: int) -> None:
        start = self.changes
        self.key ^= self.random[side * self.span + cell]
        self._shift(cell, side + 1)
        self.cells[cell] = 0
        self._enter(cell)
        self._count_changes(start)
        self._mark_row(cell)

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
        slot = 4 * cell + axis
        old_key = self.line_keys[slot]
        new_key = old_key ^ bits
        self.line_keys[slot] = new_key
        if self.cells[cell]:
            return
        before = self.entries[old_key]
        after = self.entries[new_key]
        if after < 0:
            after = self.table.fill(new_key)
        if before != after:
            changed = before ^ after
            point = self.points[cell] ^ ((changed & 15 | (changed & 240) << 12) << 4 * axis)
            changed = (after >> 8) - (before >> 8)
            self._set_point(cell, point + (changed << 32))

    def _enter(self, cell: int) -> None:
        """Look at a cell that is empty now."""
        point = 0
        for axis in range(4):
            key = self.line_keys[4 * cell + axis]
            entry = self.entries[key]
            if entry < 0:
                entry = self.table.fill(key)
            point += (entry & 15 | (entry & 240) << 12) << 4 * axis
            point += entry >> 8 << 32
        self._set_point(cell, point)

    def _set_point(self, cell: int, point: int) -> None:
        change = self.changes
        self.change_cells[change] = cell
        self.change_points[change] = self.points[cell]
        self.points[cell] = point
        self.changes = change + 1

    def _count_changes(self, start: int) -> None:
        """Follow the changes from one on, which are of different cells, in what is known of all points."""
        balance = 0
        first = 0
        second = 0
        for change in range(start, self.changes):
            cell = self.change_cells[change]
            old = self.change_points[change]
            new = self.points[cell]
            before = self.facts[old & 65535]
            after = self.facts[new & 65535]
            balance += (after & 2047) - (before & 2047)
            first += self.units[after >> 11 & 7] - self.units[before >> 11 & 7]
            flags = (before ^ after) >> 13 & 3
            before = self.facts[old >> 16 & 65535]
            after = self.facts[new >> 16 & 65535]
            balance -= (after & 2047) - (before & 2047)
            second += self.units[after >> 11 & 7] - self.units[before >> 11 & 7]
            flags |= (before ^ after) >> 11 & 12
            if flags or (old ^ new) >> 32:
                self._note(cell, old, new, flags)
        self.balance += balance
        self.kind_counts[0] += first
        self.kind_counts[1] += second

    def _note(self, cell: int, old: int, new: int, flags: int) -> None:
        """Follow a change of a point, and note it for `_restore`. The flags say for which side it changes
        whether a stone makes a four or more (1, 4), or is in line with others (2, 8).
        """
        note = self.notes
        self.note_cells[note] = cell
        self.note_flags[note] = flags
        self.note_points[2 * note] = old
        self.note_points[2 * note + 1] = new
        self.notes = note + 1
        self._follow(cell, old, new, flags)

    def _follow(self, cell: int, old: int, new: int, flags: int) -> None:
        """Follow a change of a point in the numbers of its row, or take it back."""
        slot = 2 * self.rows[cell]
        shapes = flags  # with room for the shift
        self.shapes[slot] ^= (shapes & 3) << self.shifts[cell]
        self.shapes[slot + 1] ^= (shapes >> 2) << self.shifts[cell]
        if (old ^ new) >> 32:
            self.taking += (new >> 32 & 31) - (old >> 32 & 31)
            self.taking += (new >> 37 & 31) - (old >> 37 & 31) << 15
            self.taking += (new >> 42 & 15) - (old >> 42 & 15) << 30
            self.taking += (new >> 46 & 15) - (old >> 46 & 15) << 45
            self._follow_captures(cell, 0, old, new)
            self._follow_captures(cell, 1, old, new)

    def _follow_captures(self, cell: int, side: int, old: int, new: int) -> None:
        before = old >> 32 + 5 * side & 31
        after = new >> 32 + 5 * side & 31
        self.gain_counts[32 * side + before] -= 1
        self.gain_counts[32 * side + after] += 1
        flags = 1 if (before > 0) != (after > 0) else 0
        before = old >> 42 + 4 * side & 15
        after = new >> 42 + 4 * side & 15
        if (before > 0) != (after > 0):
            flags |= 2
        self.captures[2 * self.rows[cell] + side] ^= flags << self.shifts[cell]

    # -- questions ------------------------------------------------------------------------------------

    def wins(self, side: int) -> int:
        """How many points win at once for a side, if it is its turn; one that wins twice may count twice."""
        count = self.count(side, FIVE_KIND)
        lacking = self.goals[side] - self.taken[side]
        if lacking <= MOST_GAIN and lacking <= self.takes(side):
            for gain in range(lacking, MOST_GAIN + 1):
                count += self.gain_counts[32 * side + gain]
        return count

    def lacking(self, side: int) -> int:
        """How many more stones a side has to capture to win."""
        return self.goals[side] - self.taken[side]

    def count(self, side: int, kind: int) -> int:
        """How many points are of a kind for a side; not for the kinds below that of two threes."""
        return self.kind_counts[side] >> 12 * (kind - FIRST_COUNTED) & 4095

    def takes(self, side: int) -> int:
        """The stones that a side would capture, over all points."""
        return self.taking >> 15 * side & 32767

    def threats(self, side: int) -> int:
        """The runs that a side would threaten to capture, over all points."""
        return self.taking >> 30 + 15 * side & 32767

    def wins_at(self, cell: int, side: int) -> bool:
        """Whether an empty cell wins at once for a side."""
        if self.kind_at(cell, side) == FIVE_KIND:
            return True
        return self.gain_at(cell, side) >= self.goals[side] - self.taken[side]

    def code_at(self, cell: int, side: int) -> int:
        """The classes of the rows through an empty cell for a side, four bits each."""
        return self.points[cell] >> 16 * side & 65535

    def kind_at(self, cell: int, side: int) -> int:
        """The kind of an empty cell for a side."""
        return self.facts[self.code_at(cell, side)] >> 11 & 7

    def gain_at(self, cell: int, side: int) -> int:
        """How many stones a side would capture on an empty cell."""
        return self.points[cell] >> 32 + 5 * side & 31

    def threats_at(self, cell: int, side: int) -> int:
        """How many runs a side would threaten to capture by a stone on an empty cell."""
        return self.points[cell] >> 42 + 4 * side & 15

    def exposed_at(self, cell: int, side: int) -> int:
        """How many runs of its own a side would expose to capture by a stone on an empty cell."""
        return self.points[cell] >> 50 + 3 * side & 7
