"""Where everything goes on a terminal of a given size."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from pente_client.terminal.board_size import SIZES, SMALL, BoardSize

LEAST: Final = (20, 6)
"""The columns and lines without which nothing can be played. Of a larger board a part is shown."""
PANEL: Final = 38
"""The columns of a comfortable panel."""
CHAT: Final = 60
"""The columns of a comfortable chat; what is left is the board's."""
_NARROW: Final = 26
"""The columns of a panel beside a board that is larger than it must be."""
_NARROWEST: Final = 16
_LINES: Final = 3
"""Heading, status and prompt."""
_LOWEST: Final = 6
"""The lines of a panel below a board."""


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
    TALL = auto()
    """The board from the top to the prompt; heading and status are parts of the panel beside it."""


@dataclass(frozen=True, slots=True)
class Areas:
    """What goes where: columns and lines of the parts."""

    kind: Arrangement
    size: BoardSize
    board: tuple[int, int]
    """The columns and lines for the board, which is in their middle, or shown in part."""
    letters_above: bool
    """Whether the column letters stand above the board too."""
    panel: tuple[int, int] = (0, 0)
    chat: tuple[int, int] = (0, 0)
    """Only when the chat is beside the panel."""
    is_part: bool = False
    """Whether the board is larger than its place."""


def areas(columns: int, lines: int, points: int, largest: BoardSize | None = None) -> Areas | None:
    """The parts on a terminal of ``columns`` x ``lines``; None when it is too small for anything.

    The board is drawn in the largest size, up to ``largest``, that leaves space for a panel.
    """
    if columns < LEAST[0] or lines < LEAST[1]:
        return None
    sizes = [*SIZES.values()]
    wanted = sizes[: sizes.index(largest) + 1 if largest else None]
    for size in reversed(wanted):
        found = _whole(columns, lines, points, size)
        if found is not None:
            return found
    return _part(columns, lines, points)


def _whole(columns: int, lines: int, points: int, size: BoardSize) -> Areas | None:
    """The parts around a whole board of a size; None where it has no place, or a large one no panel."""
    width, least = size.columns(points), size.lines(points) + 1
    height, side = lines - _LINES, columns - width - 1
    above = height > least
    if height >= least and side >= (_NARROWEST if size is SMALL else _NARROW):
        return _beside(columns, Areas(Arrangement.BESIDE, size, (width, height), above, (side, height)))
    if size is not SMALL and lines - 1 >= least and side >= _NARROW:
        return Areas(Arrangement.TALL, size, (width, lines - 1), lines - 1 > least, (side, lines - 1))
    below = height - least - 1
    if columns >= width and below >= _LOWEST + (size is not SMALL) * 4:
        return Areas(
            Arrangement.BELOW, size, (columns, least + 1), letters_above=True, panel=(columns, below)
        )
    if size is SMALL and columns >= width and height >= least:
        return Areas(Arrangement.BARE, size, (columns, height), above)
    return None


def _beside(columns: int, found: Areas) -> Areas:
    """The same, with the chat beside the panel where there is space for both."""
    side, height = found.panel
    if side < 2 * PANEL:
        return found
    chat = min(CHAT, side - PANEL - 1)
    return replace(
        found,
        kind=Arrangement.WIDE,
        board=(columns - PANEL - chat - 2, height),
        panel=(PANEL, height),
        chat=(chat, height),
    )


def _part(columns: int, lines: int, points: int) -> Areas:
    """A part of a board that is too large."""
    width, height = SMALL.columns(points), lines - _LINES
    side = columns - width - 1
    if side >= _NARROWEST:
        return Areas(
            Arrangement.BESIDE,
            SMALL,
            (width, height),
            letters_above=False,
            panel=(side, height),
            is_part=True,
        )
    return Areas(Arrangement.BARE, SMALL, (columns, height - 1), letters_above=False, is_part=True)


def panel_heights(height: int, sides: int) -> tuple[int, int, int]:
    """How many lines of a panel the sides, the moves and the chat get, where the sides want so many."""
    top = min(height, sides)
    rest = height - top
    moves = rest if rest < _LOWEST else rest * 4 // 9
    return top, moves, rest - moves
