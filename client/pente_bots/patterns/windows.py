"""All runs of n consecutive cells of a board, in the four directions."""

from functools import cache
from typing import Final

from pente_core.rules.geometry import Bits, geometry
from pente_core.rules.point import Point, point_at

_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


class Windows:
    """The windows of ``length`` cells of a board of ``size`` x ``size``; use `windows` to share them.

    With d = size + 1 - length there are 2 * size * d + 2 * d * d of them.
    """

    def __init__(self, size: int, length: int) -> None:
        self.size: Final = size
        self.length: Final = length
        self.cells: Final = tuple(_windows(size, length))
        """The points of each window, in order."""
        bit = geometry(size).bit
        self.masks: Final[tuple[Bits, ...]] = tuple(
            sum(bit[point] for point in window) for window in self.cells
        )
        """The same as bit sets."""
        through: list[list[int]] = [[] for _ in range(size * size)]
        for number, window in enumerate(self.cells):
            for point in window:
                through[point].append(number)
        self.through: Final = tuple(tuple(numbers) for numbers in through)
        """By point, the numbers of the windows that contain it."""


@cache
def windows(size: int, length: int) -> Windows:
    """The shared windows, for 1 <= length <= size.

    >>> len(windows(10, 5).cells)
    192
    """
    return Windows(size, length)


def _windows(size: int, length: int) -> list[tuple[Point, ...]]:
    found = []
    for dx, dy in _DIRECTIONS:
        for y in range(size):
            for x in range(size):
                end_x, end_y = x + (length - 1) * dx, y + (length - 1) * dy
                if end_x < size and 0 <= end_y < size:
                    found.append(tuple(point_at(x + n * dx, y + n * dy, size) for n in range(length)))
    return found
