"""All runs of n consecutive cells of a board, in the four directions, and which side they favour."""

from functools import cache
from typing import Final

from pente_core.rules.geometry import Bits, geometry
from pente_core.rules.point import Point, point_at
from pente_core.rules.position import Position

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


def window_cost(position: Position, colour: int) -> int:
    """The score of a colour: 100^(k-1) for each window that holds k > 0 of its stones and no other.

    Source: the cost of the two-ply window search (see `pente_bots.players.alphabeta`).
    """
    rules, board = position.rules, position.board
    own = board.stones[colour]
    others = board.occupied ^ own
    return sum(
        100 ** ((own & mask).bit_count() - 1)
        for mask in windows(rules.size, rules.line).masks
        if own & mask and not others & mask
    )


def leader(position: Position) -> int:
    """The one of two colours that stands better; if equal, the one that moves next."""
    costs = [window_cost(position, colour) for colour in (0, 1)]
    if costs[0] == costs[1]:
        return position.colour
    return int(costs[1] > costs[0])
