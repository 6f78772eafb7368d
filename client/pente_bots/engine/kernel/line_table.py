# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a stone on an empty point would make along one axis, by the cells around the point.

The cells on both sides of the point are written as a *key*: two bits for each cell, from the farthest one
before the point to the farthest one after it (0 empty, 1 and 2 the stones of the two sides, 3 off the board).
An entry, one number for each key, is worked out when it is first asked for. Its bits, from the lowest on:

* the class of the row for each side (`NO_ROW` to `FIVE`, four bits each);
* the stones that each side would capture (five bits each);
* the runs that each side would threaten to capture (four bits each);
* the runs of its own that each side would expose to capture (three bits each).

The fields of captures have room for the sums of four entries.
"""

from array import array

from pente_bots.engine.kernel import row_classes

NO_ROW = row_classes.NO_ROW
TWO = row_classes.TWO
FOUR = row_classes.FOUR
OPEN_FOUR = row_classes.OPEN_FOUR
FIVE = row_classes.FIVE


class LineTable:
    """The entries for rows of five, by whether longer ones win, and by the runs that can be captured.

    Mutable, but only a cache: sharing one between threads does no harm.
    """

    def __init__(self, exact: bool, takes_two: bool, takes_three: bool) -> None:
        self.exact = exact
        self.takes_two = takes_two
        self.takes_three = takes_three
        self.reach = 5 if exact else 4
        """Cells that matter on each side of a point. Whether a row is too long shows one cell farther out."""
        keys = 1 << 4 * self.reach
        self.entries = array("i", [-1]) * keys
        self.classes = array("b", [-1]) * (2 * keys)
        """The class for each side, the second side's after all of the first's; -1: not known yet."""

    def fill(self, key: int) -> int:
        """Work out the entry of a key, and remember it."""
        entry = self.class_of(key, 0) | self.class_of(key, 1) << 4
        entry |= self._taken(key, 1, 2) << 8 | self._taken(key, 2, 1) << 13
        entry |= self._threatened(key, 2) << 18 | self._threatened(key, 1) << 22
        entry |= self._exposed(key, 1, 2) << 26 | self._exposed(key, 2, 1) << 29
        self.entries[key] = entry
        return entry

    def class_of(self, key: int, side: int) -> int:
        """The class of the best row through the point with a stone of ``side``."""
        slot = key + (side << 4 * self.reach)
        known = self.classes[slot]
        if known >= 0:
            return known
        found = FIVE if self._has_line(key, side + 1) else self._class_with_more(key, side)
        self.classes[slot] = found
        return found

    def _class_with_more(self, key: int, side: int) -> int:
        """The class of a row that is no five, by the best that one more stone makes of it."""
        fives = 0
        best = 0
        for place in range(2 * self.reach):
            if not key >> 2 * place & 3:
                reached = self.class_of(key | side + 1 << 2 * place, side)
                if reached == FIVE:
                    fives += 1
                elif reached > best:
                    best = reached
        if fives:
            return OPEN_FOUR if fives > 1 else FOUR
        return best - 2 if best >= TWO else NO_ROW

    def _run(self, key: int, stone: int, step: int) -> int:
        """How many stones follow the point without a gap, in one of the two directions."""
        length = 0
        while length < self.reach and self.cell(key, step * (length + 1)) == stone:
            length += 1
        return length

    def _has_line(self, key: int, stone: int) -> bool:
        length = 1 + self._run(key, stone, 1) + self._run(key, stone, -1)
        return length == 5 if self.exact else length >= 5

    def cell(self, key: int, offset: int) -> int:
        """The cell so far from the point; negative: before it."""
        place = offset + self.reach if offset < 0 else offset + self.reach - 1
        return key >> 2 * place & 3

    def _taken(self, key: int, own: int, other: int) -> int:
        taken = 0
        for step in range(-1, 2, 2):
            length = self._run(key, other, step)
            if self._can_take(length) and self.cell(key, step * (length + 1)) == own:
                taken += length
        return taken

    def _threatened(self, key: int, other: int) -> int:
        runs = 0
        for step in range(-1, 2, 2):
            length = self._run(key, other, step)
            if self._can_take(length) and not self.cell(key, step * (length + 1)):
                runs += 1
        return runs

    def _exposed(self, key: int, own: int, other: int) -> int:
        after = self._run(key, own, 1)
        before = self._run(key, own, -1)
        if not self._can_take(1 + after + before):
            return 0
        first = self.cell(key, -before - 1)
        last = self.cell(key, after + 1)
        return 1 if (first == other and not last) or (last == other and not first) else 0

    def _can_take(self, length: int) -> bool:
        return (length == 2 and self.takes_two) or (length == 3 and self.takes_three)
