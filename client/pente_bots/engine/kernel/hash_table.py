# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a search remembers of positions."""

from array import array

EXACT = 3
AT_LEAST = 1
AT_MOST = 2

OFFSET = 32768
AGES = 64


class HashTable:
    """Results by hash key. Mutable; entries may be overwritten at any time.

    An entry is one number: the value + `OFFSET` (16 bits), the best cell (11), the depth + 1 (8), the bound
    (2) and the age (6). Each search begins with `renew`. Entries of earlier searches give way to any new one;
    so a search whose keys differ from theirs (in bits above those of the mask) is as with an empty table.
    """

    def __init__(self, bits: int) -> None:
        self.mask = (1 << bits) - 1
        self.slots = array("q", [0]) * (2 << bits)
        """Keys, each with its entry behind it, so that both are read at once."""
        self.age = 0
        self.found = 0
        """The entry that `probe` found."""

    def renew(self) -> None:
        """Begin a new search: what it finds replaces older entries."""
        self.age += 1
        if self.age >= AGES:
            self.clear()

    def clear(self) -> None:
        """Forget everything."""
        for slot in range(2 * self.mask + 2):
            self.slots[slot] = 0
        self.age = 1

    def probe(self, key: int) -> bool:
        """Look a position up; what is known is then in `found`."""
        slot = 2 * (key & self.mask)
        if self.slots[slot] == key and self.slots[slot + 1]:
            self.found = self.slots[slot + 1]
            return True
        return False

    def store(self, key: int, value: int, cell: int, depth: int, bound: int) -> None:
        """Remember a result, unless a deeper one of this search has the place."""
        slot = 2 * (key & self.mask)
        old = self.slots[slot + 1]
        if old and old >> 37 == self.age and self.slots[slot] != key and (old >> 27 & 255) > depth + 4:
            return
        if not cell and self.slots[slot] == key:
            cell = old >> 16 & 2047
        self.slots[slot] = key
        entry = self.age
        entry = entry << 2 | bound
        entry = entry << 8 | depth + 1
        entry = entry << 11 | cell
        self.slots[slot + 1] = entry << 16 | value + OFFSET

    def value(self) -> int:
        return (self.found & 65535) - OFFSET

    def cell(self) -> int:
        """The best cell; 0: none is known."""
        return self.found >> 16 & 2047

    def depth(self) -> int:
        return (self.found >> 27 & 255) - 1

    def bound(self) -> int:
        return self.found >> 35 & 3
