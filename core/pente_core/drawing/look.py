"""The look of a drawn board: colours, and measures in units of any number of pixels."""

from collections.abc import Iterator, Mapping
from typing import Final

from pente_core.rules.point import Point

CELL: Final = 30
"""Between two lines."""
MARGIN: Final = 36
"""Between the edge of the board and its first line."""
STONE: Final = 13
"""The radius of a stone."""
SPOT: Final = 3
"""The radius of a marked point."""
RING: Final = 6
"""The radius of the ring on the last stone."""
CROSS: Final = 6
"""Half the width of the cross on a point that became empty."""
SIGN: Final = 5
"""Half the width of the sign on stones of the third and fourth side."""
MARK_WIDTH: Final = 2.5
"""The width of the lines of ring and cross."""
ROW_WIDTH: Final = 6
"""The width of the line through a winning row."""
ROW_OPACITY: Final = 0.65

WOOD: Final = "#e6c98f"
INK: Final = "#4a3a22"
MARK: Final = "#d02b2b"
PALE: Final = "#fdfdfb"
STONES: Final[Mapping[str, str]] = {"white": PALE, "black": "#1d1d1f", "red": "#b3261e", "blue": "#2457b3"}
RINGS: Final[Mapping[str, str]] = {"red": PALE, "blue": PALE}
"""The ring on the last stone, where it is not that of a mark."""
SIGNS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "red": ((0, -SIGN), (SIGN, 0), (0, SIGN), (-SIGN, 0)),
    "blue": ((-SIGN, -1), (SIGN, -1), (SIGN, 1), (-SIGN, 1)),
}
"""Polygons around the middle of a stone, so that nothing depends on its colour alone: a diamond and a bar."""


def side_of(size: int) -> int:
    """The length of a side of a board with so many lines."""
    return 2 * MARGIN + (size - 1) * CELL


def place(point: Point, size: int) -> tuple[int, int]:
    """Where a point is, from the left and from the top."""
    row, column = divmod(point, size)
    return MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL


def spots(size: int) -> Iterator[Point]:
    """The centre, and on larger boards the points that are usually marked beside it."""
    if size % 2 == 0:
        return
    middle = size // 2
    lines = sorted({middle, 3, size - 4} if size >= 13 else {middle})
    yield from (Point(row * size + column) for row in lines for column in lines)
