"""What stones look like in a size, and which crossings are star points."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pente_client.terminal.board_size import LARGE, MEDIUM, BoardSize

_PICTURES: Final[Mapping[BoardSize, Mapping[str, tuple[str, ...]]]] = {
    MEDIUM: {
        "●": ("▟█▙", "▝▀▘"),
        "○": ("▞▀▚", "▝▀▘"),
        "▲": ("▗█▖", "▀▀▀"),
        "■": ("███", "▀▀▀"),
        "◌": ("░░░", "   "),
    },
    LARGE: {
        "●": (" ▄▄▄ ", "▐███▌", " ▀▀▀ "),
        "○": (" ▄▄▄ ", "▐   ▌", " ▀▀▀ "),
        "▲": ("  ▄  ", " ▟█▙ ", "▝▀▀▀▘"),
        "■": ("▗▄▄▄▖", "▐███▌", "▝▀▀▀▘"),
        "◌": ("     ", "░░░░░", "     "),
    },
}
"""Stones of several characters, by that of one."""


def picture(stone: str, size: BoardSize) -> tuple[str, ...]:
    """A stone in a size, line by line; it begins in the first column of its cell."""
    drawn = _PICTURES.get(size, {}).get(stone)
    if drawn is not None:
        return drawn
    blank = " " * (2 * size.x + 1)
    middle = stone.center(2 * size.x + 1)
    return tuple(middle if line == size.y else blank for line in range(size.height))


@cache
def star_points(points: int) -> frozenset[tuple[int, int]]:
    """The columns and rows of the star points: corners and centre, on a large board sides too.

    >>> sorted(star_points(9))
    [(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)]
    >>> len(star_points(19)), star_points(7), star_points(8)
    (9, frozenset({(3, 3)}), frozenset())
    """
    if not points % 2:
        return frozenset()
    middle, edge = points // 2, 3 if points >= 13 else 2
    if points < 9:
        return frozenset({(middle, middle)})
    lines = (edge, middle, points - 1 - edge)
    every = {(column, row) for column in lines for row in lines}
    sides = {(column, row) for column, row in every if (column == middle) != (row == middle)}
    return frozenset(every if points >= 17 else every - sides)
