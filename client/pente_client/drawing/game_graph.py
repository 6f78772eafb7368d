"""The graph of a reviewed game as text: what the first side could expect, a column for each stone."""

from collections.abc import Sequence
from typing import Final

BLOCKS: Final = "▁▂▃▄▅▆▇█"
"""The heights of a column in one line, from the lowest on, each one column wide in most terminals."""
ASCII_BLOCKS: Final = "_.:-=+*#"
_FULL: Final = 1000


def graph_lines(values: Sequence[int], columns: int, rows: int = 1, blocks: str = BLOCKS) -> tuple[str, ...]:
    """The graph in so many lines, the upper ones first, and at most so many columns; none without values.

    ``values`` are thousandths. Where there are more than columns, each column shows the last of several.

    >>> graph_lines((0, 500, 1000), 80)
    ('▁▄█',)
    >>> graph_lines((0, 500, 1000), 80, rows=2)
    ('  █', '▁██')
    """
    heights = [_height(values[place], rows * len(blocks)) for place in _places(len(values), columns)]
    if not heights:
        return ()
    return tuple(
        "".join(_block(height - row * len(blocks), row, blocks) for height in heights)
        for row in reversed(range(rows))
    )


def column_of(place: int, count: int, columns: int) -> int:
    """The column that shows a value, of so many in so many columns.

    >>> [column_of(place, 4, 2) for place in range(4)]
    [0, 0, 1, 1]
    """
    return place if count <= columns else place * columns // count


def _places(count: int, columns: int) -> range | list[int]:
    """The values that are shown, one a column."""
    if count <= columns:
        return range(count)
    return [((column + 1) * count - 1) // columns for column in range(max(0, columns))]


def _height(value: int, most: int) -> int:
    """How high a column is, from 1 to ``most``."""
    return max(1, min(-(-value * most // _FULL), most))


def _block(height: int, row: int, blocks: str) -> str:
    if height <= 0:
        return blocks[0] if row == 0 else " "
    return blocks[min(height, len(blocks)) - 1]
