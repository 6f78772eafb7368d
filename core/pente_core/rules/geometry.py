"""Bitboards: a set of points as one integer, and lookup tables for each board size.

A point is bit ``row * (size + 1) + column``. The extra bit at the end of every row is a guard that is never
set: shifting a set by the step of a direction moves all its points at once, and the guard keeps a run of
stones from wrapping around the edge into the next row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from itertools import compress, islice
from operator import or_
from typing import Final

from pente_core.rules.point import Point, point_at
from pente_core.rules.position_keys import stones_key

Bits = int
"""A set of points of one board, as the bits of an integer."""


class Geometry:
    """Lookup tables for a ``size`` x ``size`` board. Call `geometry`, which shares one instance per size."""

    def __init__(self, size: int) -> None:
        self.size: Final = size
        self.stride: Final = size + 1
        self.steps: Final = (1, self.stride, self.stride + 1, self.stride - 1)
        """The distance in bits to the neighbour in the east, north, north-east and north-west."""
        self.bit: Final[tuple[Bits, ...]] = tuple(
            1 << (point // size * self.stride + point % size) for point in range(size * size)
        )
        """The bit of each point."""
        self.point: Final[Mapping[Bits, Point]] = {bit: Point(n) for n, bit in enumerate(self.bit)}
        """The point of each bit."""
        self.full: Final[Bits] = sum(self.bit)
        self._by_place: Final = tuple(
            self.point.get(1 << place, Point(0)) for place in range(self.full.bit_length())
        )
        """The point of each bit, by its place; guard bits, which no set has, stand for any."""
        self.centre: Final[Point | None] = point_at(size // 2, size // 2, size) if size % 2 else None
        self.axes: Final = tuple(self._axes_of(Point(point)) for point in range(size * size))
        """For each point and axis: the step, and the points within distance two, the point itself included.

        Two is enough to dismiss an axis quickly: a row of three through a point has all its stones there.
        """
        self.near: Final = tuple(reduce(or_, (bits for _, bits in axes)) for axes in self.axes)
        """The union of a point's four axes."""
        self.keys: Final = stones_key(size)
        """The Zobrist keys of stones, by colour and point."""

    def __reduce__(self) -> "tuple[Callable[[int], Geometry], tuple[int]]":
        """Pickle the size only, so that a board sent to another process uses the shared tables there."""
        return geometry, (self.size,)

    def __repr__(self) -> str:
        return f"geometry({self.size})"

    def points(self, bits: Bits) -> Iterator[Point]:
        """The points of a set, in ascending order.

        Finding one bit takes about as long as spelling out 30 digits, so a set of many points is written in
        binary, and its digits, the lowest first, choose from all points.
        """
        if bits.bit_count() < _MANY:
            return self._few_points(bits)
        return compress(self._by_place, bin(bits)[:1:-1].encode().translate(_DIGITS))

    def _few_points(self, bits: Bits) -> Iterator[Point]:
        while bits:
            low = bits & -bits  # isolates the lowest set bit
            yield self.point[low]
            bits ^= low

    def square(self, point: Point, distance: int) -> Bits:
        """The points within ``distance`` columns and rows of ``point``, which is included."""
        row, column = divmod(point, self.size)
        return sum(
            self.bit[point_at(x, y, self.size)]
            for y in range(max(0, row - distance), min(self.size, row + distance + 1))
            for x in range(max(0, column - distance), min(self.size, column + distance + 1))
        )

    def cross(self, point: Point, distance: int) -> Bits:
        """The points within ``distance`` of ``point`` on its row and its column; ``point`` is included."""
        return self._axis(point, *_EAST, distance) | self._axis(point, *_NORTH, distance)

    def ray(self, point: Point, dx: int, dy: int) -> Iterator[Bits]:
        """The bits of the points in one direction from ``point`` to the edge; ``point`` is excluded."""
        row, column = divmod(point, self.size)
        x, y = column + dx, row + dy
        while 0 <= x < self.size and 0 <= y < self.size:
            yield self.bit[point_at(x, y, self.size)]
            x, y = x + dx, y + dy

    def _axis(self, point: Point, dx: int, dy: int, distance: int) -> Bits:
        """The points within ``distance`` steps in both directions; ``point`` is included."""
        rays = self.ray(point, dx, dy), self.ray(point, -dx, -dy)
        return self.bit[point] + sum(sum(islice(ray, distance)) for ray in rays)

    def _axes_of(self, point: Point) -> tuple[tuple[int, Bits], ...]:
        return tuple(
            (step, self._axis(point, dx, dy, 2)) for step, (dx, dy) in zip(self.steps, _AXES, strict=True)
        )


class Flanks(dict[Point, tuple[Bits, dict[Bits, Bits]]]):
    """The flanking points of each point: where a second stone would enclose a run of a given length.

    The value of a point is the set of its flanking points in all eight directions, and a dict from the bit
    of each flanking point to the run in between. Entries are computed on first access, because a game
    touches only part of the board.
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


Bracket = tuple[Bits, Bits]
"""The second of the two points around a run, and the run."""


class Brackets(dict[Point, tuple[Bits, dict[Bits, tuple[Bracket, ...]]]]):
    """For each point, the runs of given lengths through it, by the points right before and right after them.

    The value of a point is the set of the first of these two points of every run, and a dict from the bit of
    each to what may come with it. Entries are computed on first access, as those of `Flanks`.
    """

    def __init__(self, table: Geometry, lengths: tuple[int, ...]) -> None:
        self._table: Final = table
        self._lengths: Final = lengths

    def __missing__(self, point: Point) -> tuple[Bits, dict[Bits, tuple[Bracket, ...]]]:
        found: dict[Bits, list[Bracket]] = {}
        for dx, dy in _AXES:
            ahead, behind = (list(self._table.ray(point, sign * dx, sign * dy)) for sign in (1, -1))
            for length in self._lengths:
                for before in range(length):  # so many stones of the run come before the point
                    after = length - 1 - before
                    if before < len(behind) and after < len(ahead):
                        run = sum(behind[:before]) + self._table.bit[point] + sum(ahead[:after])
                        found.setdefault(behind[before], []).append((ahead[after], run))
        self[point] = sum(found), {first: tuple(brackets) for first, brackets in found.items()}
        return self[point]


_MANY: Final = 16
"""How many points are found faster all at once than one by one; measured on 19x19."""
_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
"""Turns digits into numbers that are false and true."""
_EAST: Final = (1, 0)
_NORTH: Final = (0, 1)
_AXES: Final = (_EAST, _NORTH, (1, 1), (-1, 1))


@cache
def geometry(size: int) -> Geometry:
    """The shared tables for a ``size`` x ``size`` board; ``size`` is 3 to 25 (not checked)."""
    return Geometry(size)


def run_through(stones: Bits, bit: Bits, step: int) -> tuple[Bits, Bits]:
    """The unbroken run of ``stones`` through ``bit`` along ``step``, and the points just beyond its two ends.

    ``bit`` counts as a stone even if it is not in ``stones``. An end off the board is a guard bit, a bit
    above the last row, or no bit at all, so mask the ends with `Geometry.full` before counting them.
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
    """The lowest bits of all stretches of ``length`` stones along ``step``; a longer run contains several.

    A bit survives ``stones & stones >> step`` if its neighbour is set too. Doubling the shift each time finds
    a stretch of ``length`` in log2(length) operations instead of ``length``.
    """
    have = 1  # every bit of `stones` starts a stretch of this length
    while have < length:
        grow = min(have, length - have)
        stones &= stones >> (step * grow)
        have += grow
    return stones


def run_shifts(steps: Iterable[int], length: int) -> tuple[tuple[int, ...], ...]:
    """By axis, the shifts with which `has_run` finds ``length`` stones: those of `starts_of_runs`.

    >>> run_shifts((1, 20), 5)
    ((1, 2, 1), (20, 40, 20))
    """
    grows, have = list[int](), 1
    while have < length:
        grows.append(min(have, length - have))
        have += grows[-1]
    return tuple(tuple(step * grow for grow in grows) for step in steps)


def has_run(stones: Bits, shifts: tuple[tuple[int, ...], ...]) -> bool:
    """Whether ``stones`` hold a stretch, of the length and along an axis that `run_shifts` was given."""
    for axis in shifts:
        left = stones
        for shift in axis:
            left &= left >> shift
            if not left:
                break
        else:
            return True
    return False
