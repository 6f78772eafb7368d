"""Small boards side by side, as lines of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.screen.text.board import board_lines
from pente_client.screen.text.board_view import BoardView
from pente_client.screen.text.clocks import clock_readings
from pente_client.screen.text.sides import captures_of
from pente_client.terminal.board_size import MARGIN
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import EMPTY, Fragment, Line, fit, section, shorten, shorten_to_words
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of, reading_text
from pente_core.clock.instant import Instant
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.sentences import tell

_NUMBERS: Final = 2
"""The columns of the row numbers, which stand once for all boards side by side."""


_HEAD: Final = 2
"""The lines of a title: the players, and their clocks."""


@dataclass(frozen=True, slots=True)
class BoardBox:
    """A game on a small board: its title, the rows of the board, and the letters below them."""

    lines: tuple[Line, ...]
    points: int
    """The points of a row of its board."""


def boards_in(columns: int, rows: int, size: int) -> tuple[int, int]:
    """How many boards of ``size`` fit side by side, and one below the other; at least one.

    >>> boards_in(120, 38, 19), boards_in(80, 22, 19), boards_in(41, 21, 19)
    ((3, 1), (2, 1), (1, 1))
    """
    return max(1, (columns - _NUMBERS + 2) // _width(size)), max(1, rows // _height(size))


def cell_at(x: int, y: int, size: int) -> tuple[int, int]:
    """The column and the row of the board at a column and a line of the grid."""
    return max(0, x - _NUMBERS) // _width(size), y // _height(size)


def board_box(room: Room, glyphs: Glyphs, size: int, now: Instant, *, is_chosen: bool) -> BoardBox:
    """A game: who plays and how it stands, with clocks, and its board without numbers, in the space of one
    of ``size``.
    """
    width, height = _width(size), _height(size)
    position = room.game.position
    last = next((turn for turn in reversed(room.game.turns) if isinstance(turn, int)), None)
    view = BoardView(
        position.rules, position.board.stones, last=0 if last is None else position.board.geometry.bit[last]
    )
    drawn = board_lines(view, glyphs, letters_above=False)
    board = [fit(section(line, MARGIN - 1, MARGIN + width), width) for line in drawn]
    pointer = f"{glyphs.pointer} " if is_chosen else "  "
    style = "class:lobby.chosen" if is_chosen else "class:label"
    title = fit(((style, pointer), *_title(room, glyphs, width - 3, style)), width)
    clocks = fit(((style, "  "), *_clocks(room, now, width - 3, style, glyphs.more)), width)
    rest = (fit(EMPTY, width),) * (height - _HEAD - len(board))
    return BoardBox((title, clocks, *board, *rest), position.rules.size)


def grid_lines(boxes: Sequence[BoardBox], across: int, size: int, glyphs: Glyphs) -> Sequence[Line]:
    """Boxes of equal height in rows of so many, with row numbers at the left where they hold for all, and a
    line between two of them.
    """
    lines = list[Line]()
    for start in range(0, len(boxes), across):
        row = boxes[start : start + across]
        labels = _labels(row, _height(size))
        for number in range(_height(size)):
            *left, last = (box.lines[number] for box in row)
            edge = ("class:rule", glyphs.side)
            parts = (part for line in left for part in (*fit(line, _width(size) - 1), edge))
            is_beside = any(label.strip() for label in labels) and _HEAD <= number <= row[0].points + _HEAD
            lines.append((("class:board.label" if is_beside else "", labels[number]), *parts, *last))
    return lines


def _labels(boxes: Sequence[BoardBox], height: int) -> Sequence[str]:
    """The row numbers beside the lines of boxes; blank ones if their boards differ in size."""
    points = boxes[0].points
    numbers = range(points, 0, -1) if all(box.points == points for box in boxes) else range(0)
    labels = [*[""] * _HEAD, *map(str, numbers)]
    return [f"{label:>{_NUMBERS}}" for label in (*labels, *[""] * (height - len(labels)))]


def _title(room: Room, glyphs: Glyphs, columns: int, style: str) -> Line:
    """Both players with their stones and captures, or how the game ended."""
    if room.status is not ev.Status.PLAYING:
        return ((style, shorten_to_words(room_outcome_text(room, None), columns, glyphs.more)),)
    share = (columns - len(room.seats) + 1) // len(room.seats)
    return tuple(part for seat in range(len(room.seats)) for part in _side(room, glyphs, seat, share, style))


def _side(room: Room, glyphs: Glyphs, seat: int, columns: int, style: str) -> Line:
    """A player with stone and captures."""
    rules, tail = room.created.ruleset, f" {captures_of(room, seat)}".rstrip()
    name = shorten(name_of(room.seats[seat]), max(1, columns - 2 - len(tail)), glyphs.more)
    stone = (f"class:stone.{rules.colours[seat]}", glyphs.stone(rules, seat))
    return fit((stone, (style, f" {name}{tail}")), columns + 1)


def _clocks(room: Room, now: Instant, columns: int, style: str, more: str) -> Line:
    """Below each player the clock, and whose turn it is."""
    shares = (columns - len(room.seats) + 1) // len(room.seats)
    shown = clock_readings(room, now) or (None,) * len(room.seats)
    line: list[Fragment] = []
    for seat, left in enumerate(shown):
        turn = tell("browse.to-move") if room.to_act == seat and room.status is ev.Status.PLAYING else ""
        text = ", ".join(filter(None, ("" if left is None else reading_text(left), turn)))
        line += fit(((style, f"  {shorten(text, shares - 2, more)}"),), shares + 1)
    return tuple(line)


def _width(size: int) -> int:
    """A board, a blank and the line between two boxes, which the last one does without."""
    return 2 * size + 2


def _height(size: int) -> int:
    """The title, the rows and the letters."""
    return size + _HEAD + 1
