"""The board: which stones lie where, and nothing else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from pente_core.rules.fast_new import fast_new
from pente_core.rules.geometry import Bits, Geometry, geometry
from pente_core.rules.move import Capture
from pente_core.rules.point import Point

GLYPHS = "XO#@"
"""How the stones of the seats are drawn where only ASCII will do."""


@dataclass(frozen=True, slots=True)
class Board:
    """Stones on a board of ``size`` x ``size``."""

    size: int
    stones: tuple[Bits, ...]
    """The points that each colour (a seat's number) occupies."""
    key: int
    """The 64-bit Zobrist key of the stones (see `pente_core.rules.position_keys`)."""
    occupied: Bits = field(init=False, repr=False, compare=False)
    """All points with a stone."""
    geometry: Geometry = field(init=False, repr=False, compare=False)
    """The tables for a board of this size."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "occupied", reduce(or_, self.stones))
        object.__setattr__(self, "geometry", geometry(self.size))

    @classmethod
    def empty(cls, size: int, colours: int) -> "Board":
        """A board without stones for a number of colours."""
        return cls(size, (0,) * colours, 0)

    def colour_at(self, point: Point) -> int | None:
        """The colour of the stone on ``point``, or None."""
        bit = self.geometry.bit[point]
        return next((colour for colour, stones in enumerate(self.stones) if stones & bit), None)

    def after(
        self, colour: int, point: Point, captured: tuple[Capture, ...], poofed: tuple[Point, ...]
    ) -> "Board":
        """The board with one more stone, and without those that it took and lost."""
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
        return _board(self.size, tuple(stones), key, occupied, table)

    def toggled(self, colour: int, points: Iterable[Point]) -> "Board":
        """The board with stones of ``colour`` placed where there were none and removed where there were."""
        bit, keys, key, changed = self.geometry.bit, self.geometry.keys[colour], self.key, 0
        for point in points:
            changed ^= bit[point]
            key ^= keys[point]
        stones = list(self.stones)
        stones[colour] ^= changed
        return _board(self.size, tuple(stones), key, self.occupied ^ changed, self.geometry)

    def __str__(self) -> str:
        """Rows from the top, one character a point.

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


_board: Callable[[int, tuple[Bits, ...], int, Bits, Geometry], Board] = fast_new(Board)
