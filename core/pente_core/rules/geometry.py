"""The board as bits: one integer holds a set of points.

Bit ``row * (size + 1) + column`` stands for a point. The one guard bit after every row is never set, so
that shifting by a direction's step can't carry a run of stones around the edge. Everything that depends
on the size alone is computed once and shared.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, reduce
from itertools import islice
from operator import or_
from typing import Final

from pente_core.rules.point import Point, point_at
from pente_core.rules.position_keys import stones_key

Bits = int
"""A set of points of one board, as the bits of an integer."""


class Geometry:
    """Tables for a board of ``size`` x ``size``; use `geometry` to share them."""

    def __init__(self, size: int) -> None:
        self.size: Final = size
        self.stride: Final = size + 1
        self.steps: Final = (1, self.stride, self.stride + 1, self.stride - 1)
        """How far a neighbour's bit is: east, north, north-east, north-west."""
        self.bit: Final[tuple[Bits, ...]] = tuple(
            1 << (point // size * self.stride + point % size) for point in range(size * size)
        )
        """The bit of each point."""
        self.point: Final[Mapping[Bits, Point]] = {bit: Point(n) for n, bit in enumerate(self.bit)}
        """The point of each bit."""
        self.full: Final[Bits] = sum(self.bit)
        self.centre: Final[Point | None] = point_at(size // 2, size // 2, size) if size % 2 else None
        self.axes: Final = tuple(self._axes_of(Point(point)) for point in range(size * size))
        """Per point and axis: its step, and the points of the axis within two, the point itself included."""
        self.near: Final = tuple(reduce(or_, (bits for _, bits in axes)) for axes in self.axes)
        """The points of those four axes together."""
        self.keys: Final = stones_key(size)
        """The Zobrist keys of a stone, by colour and point."""

    def __reduce__(self) -> "tuple[Callable[[int], Geometry], tuple[int]]":
        """A copy of a board in another process shares the tables there."""
        return geometry, (self.size,)

    def points(self, bits: Bits) -> Iterator[Point]:
        """The points of a set, in ascending order."""
        while bits:
            low = bits & -bits
            yield self.point[low]
            bits ^= low

    def square(self, point: Point, distance: int) -> Bits:
        """The points at most ``distance`` columns and rows from ``point``, itself included."""
        row, column = divmod(point, self.size)
        return sum(
            self.bit[point_at(x, y, self.size)]
            for y in range(max(0, row - distance), min(self.size, row + distance + 1))
            for x in range(max(0, column - distance), min(self.size, column + distance + 1))
        )

    def cross(self, point: Point, distance: int) -> Bits:
        """The points of the row and the column of ``point`` at most ``distance`` from it, itself included."""
        return self._axis(point, *_EAST, distance) | self._axis(point, *_NORTH, distance)

    def ray(self, point: Point, dx: int, dy: int) -> Iterator[Bits]:
        """The bits of the points in one direction from ``point``, itself left out, up to the edge."""
        row, column = divmod(point, self.size)
        x, y = column + dx, row + dy
        while 0 <= x < self.size and 0 <= y < self.size:
            yield self.bit[point_at(x, y, self.size)]
            x, y = x + dx, y + dy

    def _axis(self, point: Point, dx: int, dy: int, distance: int) -> Bits:
        """The points at most ``distance`` steps both ways, the point itself included."""
        rays = self.ray(point, dx, dy), self.ray(point, -dx, -dy)
        return self.bit[point] + sum(sum(islice(ray, distance)) for ray in rays)

    def _axes_of(self, point: Point) -> tuple[tuple[int, Bits], ...]:
        return tuple(
            (step, self._axis(point, dx, dy, 2)) for step, (dx, dy) in zip(self.steps, _AXES, strict=True)
        )


class Flanks(dict[Point, tuple[Bits, dict[Bits, Bits]]]):
    """Where the runs of some lengths that begin next to a point end, in all eight directions.

    By the point: the points just behind those runs, as a set; and by the bit of each of them, the run in
    between. A point is worked out when it is first asked for.
    """

    def __init__(self, table: Geometry, lengths: tuple[int, ...]) -> None:
        self._table: Final = table
        self._lengths: Final = lengths

    def __missing__(self, point: Point) -> tuple[Bits, dict[Bits, Bits]]:
        runs: dict[Bits, Bits] = {}
        for dx, dy in (*_AXES, *((-dx, -dy) for dx, dy in _AXES)):
            run = 0
            for length, bit in enumerate(self._table.ray(point, dx, dy)):
                if length in self._lengths:
                    runs[bit] = run
                run |= bit
        self[point] = sum(runs), runs
        return self[point]


_EAST: Final = (1, 0)
_NORTH: Final = (0, 1)
_AXES: Final = (_EAST, _NORTH, (1, 1), (-1, 1))


@cache
def geometry(size: int) -> Geometry:
    """The shared tables for a board of ``size`` x ``size``, size 3 to 25 (not checked)."""
    return Geometry(size)


def run_through(stones: Bits, bit: Bits, step: int) -> tuple[Bits, Bits]:
    """The unbroken run of ``stones`` along ``step`` that holds ``bit`` (which need not be in ``stones``).

    The second set is what lies just beyond the run at both ends; off the board it may be a bit or none.
    """
    run = bit
    above = bit << step
    while stones & above:
        run |= above
        above <<= step
    below = bit >> step
    while stones & below:
        run |= below
        below >>= step
    return run, above | below


def starts_of_runs(stones: Bits, step: int, length: int) -> Bits:
    """The first bits of all stretches of ``length`` stones along ``step``; longer runs hold several."""
    have = 1
    while have < length:
        grow = min(have, length - have)
        stones &= stones >> (step * grow)
        have += grow
    return stones
