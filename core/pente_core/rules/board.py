"""The board: the stones on it, without any rules or turns."""

from collections.abc import Iterable

from pente_core.rules.geometry import Bits, Geometry, geometry
from pente_core.rules.move import Capture
from pente_core.rules.point import Point
from pente_core.value import Value

GLYPHS = "XO#@"
"""The ASCII characters for the stones of each seat."""


class Board(Value):
    """The stones on a board, in fields that `empty`, `after` and `toggled` keep consistent (not checked)."""

    geometry: Geometry
    """The tables for a board of this size."""
    stones: tuple[Bits, ...]
    """The points occupied by each colour; a colour is the number of its seat."""
    key: int
    """The 64-bit Zobrist key of the stones (see `pente_core.rules.position_keys`)."""
    occupied: Bits
    """The points occupied by any colour."""

    @classmethod
    def empty(cls, size: int, colours: int) -> "Board":
        """An empty board for a number of colours."""
        return cls(geometry(size), (0,) * colours, 0, 0)

    @property
    def size(self) -> int:
        """The number of columns and of rows."""
        return self.geometry.size

    def colour_at(self, point: Point) -> int | None:
        """The colour of the stone on ``point``, or None."""
        bit = self.geometry.bit[point]
        return next((colour for colour, stones in enumerate(self.stones) if stones & bit), None)

    def after(
        self, colour: int, point: Point, captured: tuple[Capture, ...], poofed: tuple[Point, ...]
    ) -> "Board":
        """The board with a stone added on ``point``, and the captured and poofed stones removed.

        Nothing is checked: ``point`` must be empty, and the removed stones must be on the board.
        """
        # The set of stones and the key are updated together: xor removes a stone's bit, and adds or removes
        # its Zobrist key.
        table, keys = self.geometry, self.geometry.keys
        stones = list(self.stones)
        stones[colour] |= table.bit[point]
        key = self.key ^ keys[colour][point]
        occupied = self.occupied | table.bit[point]
        for gone in (*captured, Capture(colour, poofed)) if poofed else captured:
            for lost in gone.points:
                stones[gone.colour] ^= table.bit[lost]
                occupied ^= table.bit[lost]
                key ^= keys[gone.colour][lost]
        return Board(table, tuple(stones), key, occupied)

    def toggled(self, colour: int, points: Iterable[Point]) -> "Board":
        """The board with ``points`` flipped for ``colour``: each stone is added, or removed if present."""
        bit, keys, key, changed = self.geometry.bit, self.geometry.keys[colour], self.key, 0
        for point in points:
            changed ^= bit[point]
            key ^= keys[point]
        stones = list(self.stones)
        stones[colour] ^= changed
        return Board(self.geometry, tuple(stones), key, self.occupied ^ changed)

    def __str__(self) -> str:
        """The rows from top to bottom, with one character for each point.

        >>> print(Board.empty(3, 2).toggled(0, [Point(4)]).toggled(1, [Point(0)]))
        . . .
        . X .
        O . .
        """
        rows = range(self.size - 1, -1, -1)
        return "\n".join(
            " ".join(self._glyph(Point(row * self.size + x)) for x in range(self.size)) for row in rows
        )

    def _glyph(self, point: Point) -> str:
        colour = self.colour_at(point)
        return "." if colour is None else GLYPHS[colour]
