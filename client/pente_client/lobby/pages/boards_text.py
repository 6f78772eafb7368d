"""Small boards side by side, as lines of text."""

from collections.abc import Sequence
from typing import Final

from pente_client.screen.text.board import board_lines
from pente_client.screen.text.board_view import BoardView
from pente_client.screen.text.sides import captures_of
from pente_client.terminal.board_size import MARGIN
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import EMPTY, Line, cut, fit, section
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of
from pente_core.room import Room, Status

_GAP: Final = 1
"""The columns between two boards."""


def boards_in(columns: int, rows: int, size: int) -> tuple[int, int]:
    """How many boards of ``size`` fit side by side, and one below the other; at least one.

    >>> boards_in(120, 38, 19), boards_in(41, 21, 19)
    ((3, 1), (1, 1))
    """
    return max(1, (columns + _GAP) // (_width(size) + _GAP)), max(1, rows // _height(size))


def cell_at(x: int, y: int, size: int) -> tuple[int, int]:
    """The column and the row of the board at a column and a line of the grid."""
    return x // (_width(size) + _GAP), y // _height(size)


def board_box(room: Room, glyphs: Glyphs, size: int, *, is_chosen: bool) -> tuple[Line, ...]:
    """A game: who plays and how it stands, and its board without numbers, in the space of one of ``size``."""
    width, height = _width(size), _height(size)
    position = room.game.position
    last = next((turn for turn in reversed(room.game.turns) if isinstance(turn, int)), None)
    view = BoardView(
        position.rules, position.board.stones, last=0 if last is None else position.board.geometry.bit[last]
    )
    drawn = board_lines(view, glyphs, letters_above=False)[:-1]
    board = [fit(section(line, MARGIN - 1, MARGIN + width), width) for line in drawn]
    pointer = f"{glyphs.pointer} " if is_chosen else "  "
    style = "class:lobby.chosen" if is_chosen else "class:label"
    title = fit(((style, pointer), *_title(room, glyphs, width - 2, style)), width)
    return (title, *board, *((fit(EMPTY, width),) * (height - 1 - len(board))))


def grid_lines(boxes: Sequence[Sequence[Line]], across: int, size: int) -> Sequence[Line]:
    """Boxes of equal height in rows of so many."""
    lines = list[Line]()
    for start in range(0, len(boxes), across):
        row = boxes[start : start + across]
        for number in range(_height(size)):
            parts = (part for box in row for part in (*box[number], ("", " " * _GAP)))
            lines.append(tuple(parts))
    return lines


def _title(room: Room, glyphs: Glyphs, columns: int, style: str) -> Line:
    """Both players with their stones and captures, or how the game ended."""
    if room.status is not Status.PLAYING:
        return ((style, cut(room_outcome_text(room, None), columns)),)
    share = (columns - len(room.seats) + 1) // len(room.seats)
    return tuple(part for seat in range(len(room.seats)) for part in _side(room, glyphs, seat, share, style))


def _side(room: Room, glyphs: Glyphs, seat: int, columns: int, style: str) -> Line:
    """A player with stone and captures; a star is before the one to move."""
    rules, turn = room.created.ruleset, "*" if room.to_act == seat else ""
    tail = f" {captures_of(room, seat)}".rstrip()
    name = cut(name_of(room.seats[seat]), max(1, columns - len(turn) - 2 - len(tail)))
    stone = (f"class:stone.{rules.colours[seat]}", glyphs.stone(rules, seat))
    return ((style, turn), stone, (style, f" {name}{tail} "))


def _width(size: int) -> int:
    return 2 * size + 1


def _height(size: int) -> int:
    return size + 1
