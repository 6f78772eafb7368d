"""Where everything goes on a terminal of a given size."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from pente_client.screen.text.board import board_width

PANEL: Final = 38
"""The columns of a comfortable panel."""
_NARROWEST_PANEL: Final = 26
_NARROWEST: Final = 34
_LOWEST: Final = 12
_LINES: Final = 3
"""Heading, status and prompt."""


class Arrangement(Enum):
    """How board, panel and chat are arranged."""

    BARE = auto()
    """The board alone; the heading has what matters most of the panel."""
    BELOW = auto()
    """The panel below the board."""
    BESIDE = auto()
    """The panel beside the board."""
    WIDE = auto()
    """The panel beside the board, and the chat beside the panel."""


@dataclass(frozen=True, slots=True)
class Areas:
    """What goes where: columns and lines of the parts."""

    kind: Arrangement
    board: tuple[int, int]
    """The board's width and height."""
    letters_above: bool
    """Whether the column letters stand above the board too."""
    panel: tuple[int, int] = (0, 0)
    chat: tuple[int, int] = (0, 0)
    """Only when the chat is beside the panel."""


def least_size(size: int) -> tuple[int, int]:
    """The columns and lines that a board needs at least.

    >>> least_size(19)
    (41, 23)
    """
    return max(_NARROWEST, board_width(size)), max(_LOWEST, size + 1 + _LINES)


def areas(columns: int, lines: int, size: int) -> Areas | None:
    """The parts on a terminal of ``columns`` x ``lines``; None when it is too small for the board."""
    least_columns, least_lines = least_size(size)
    if columns < least_columns or lines < least_lines:
        return None
    width, height = board_width(size), lines - _LINES
    above = height >= size + 2
    side = columns - width - 1
    if side >= 2 * PANEL:
        panel = (PANEL, height)
        return Areas(Arrangement.WIDE, (width, height), above, panel, (side - PANEL - 1, height))
    if side >= _NARROWEST_PANEL:
        return Areas(Arrangement.BESIDE, (width, height), above, (side, height))
    below = height - size - 2
    if below >= 6:
        return Areas(Arrangement.BELOW, (columns, size + 2), above, (columns, below))
    return Areas(Arrangement.BARE, (columns, height), above)


def panel_heights(height: int, sides: int) -> tuple[int, int, int]:
    """How many lines of a panel the sides, the moves and the chat get; a low panel has no moves."""
    top = min(height, sides + 1)
    rest = height - top
    moves = rest * 4 // 9 if rest >= 6 else 0
    return top, moves, rest - moves
