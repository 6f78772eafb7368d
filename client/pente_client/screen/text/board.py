"""The board as lines of text: two columns a point, the marks in the gaps between them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Fragment, Line, merged
from pente_core.rules.geometry import Bits, geometry
from pente_core.rules.point import COLUMNS, Point, point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

MARGIN: Final = 3
"""The columns before the first point: a row number and a gap."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a board shows, as sets of points."""

    rules: Ruleset
    stones: tuple[Bits, ...]
    """The points of each colour."""
    closed: Bits = 0
    """Where the opening forbids the next stone."""
    gone: Bits = 0
    """Where the last turn took stones away."""
    last: Bits = 0
    """The stones of the last turn."""
    won: Bits = 0
    """The winning rows."""
    marked: Bits = 0
    """The points to which somebody draws attention."""
    cursor: Bits = 0


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One row of a board: what its line depends on. Bit 0 is the leftmost point."""

    size: int
    number: int
    """From 0 at the bottom."""
    shapes: tuple[Fragment, ...]
    """How the stones of each colour are drawn."""
    stones: tuple[Bits, ...]
    marks: tuple[Bits, Bits, Bits, Bits, Bits, Bits]
    """Closed, gone, last, won, marked, cursor."""


def board_width(size: int) -> int:
    return MARGIN + 2 * size


def board_lines(view: BoardView, glyphs: Glyphs, *, letters_above: bool) -> tuple[Line, ...]:
    """The rows from the top, with the column letters below them (and above them)."""
    letters = letters_line(view.rules.size)
    rows = tuple(row_line(row, glyphs) for row in rows_of(view, glyphs))
    return (letters, *rows, letters) if letters_above else (*rows, letters)


def board_view_of(model: ScreenModel) -> BoardView | None:
    """What the model's board shows; None without a room."""
    room = model.room
    if room is None:
        return None
    game = model.game or room.game
    position, outcome = game.position, game.outcome
    last = model.moves.last if model.moves else None
    return BoardView(
        rules=position.rules,
        stones=position.board.stones,
        closed=0 if outcome else _closed(position),
        gone=last.gone & ~position.board.occupied if last else 0,
        last=last.stones if last else 0,
        won=_bits(position, (point for line in outcome.lines for point in line)) if outcome else 0,
        marked=_bits(position, marked_points(model)),
        cursor=0 if model.cursor is None else _bits(position, (model.cursor,)),
    )


def marked_points(model: ScreenModel) -> Iterable[Point]:
    """The points that are marked where the player looks, and those that somebody shows now; else premoves."""
    if model.room is None or model.looked_at is None:
        return model.premoves
    view = model.looked_at.view
    kept = (marks.points for marks in model.room.analysis.marks if marks.node == view.node)
    shown = (look.points for look in model.looks if look.node == view.node)
    return chain(view.points, *kept, *shown)


def rows_of(view: BoardView, glyphs: Glyphs) -> Iterator[BoardRow]:
    """The rows from the top."""
    size = view.rules.size
    stride, full = size + 1, (1 << size) - 1
    shapes = tuple(
        (f"class:board.grid class:board.{name}", glyphs.stone(view.rules, colour))
        for colour, name in enumerate(view.rules.colours)
    )
    marks = (view.closed, view.gone, view.last, view.won, view.marked, view.cursor)
    for number in range(size - 1, -1, -1):
        shift = number * stride
        closed, gone, last, won, marked, cursor = (bits >> shift & full for bits in marks)
        stones = tuple(bits >> shift & full for bits in view.stones)
        yield BoardRow(size, number, shapes, stones, (closed, gone, last, won, marked, cursor))


@lru_cache(maxsize=1024)
def row_line(row: BoardRow, glyphs: Glyphs) -> Line:
    """The line of a row. Cached, because from one move to the next most rows stay as they are."""
    fragments: list[Fragment] = [("class:label", f"{row.number + 1:>2}")]
    for column in range(row.size):
        fragments += (_gap(row, column, glyphs), _point(row, column, glyphs))
    fragments.append(_gap(row, row.size, glyphs))
    return merged(fragments)


@lru_cache(maxsize=32)
def letters_line(size: int) -> Line:
    return (("class:label", " " * MARGIN + " ".join(COLUMNS[:size]) + " "),)


def point_under(x: int, y: int, size: int, *, letters_above: bool) -> Point | None:
    """The point drawn at a column and a line of the board; a gap belongs to the point before it."""
    row = size - 1 - (y - letters_above)
    column = max(0, x - MARGIN) // 2
    if x < MARGIN - 1 or not (0 <= row < size and column < size):
        return None
    return point_at(column, row, size)


def _point(row: BoardRow, column: int, glyphs: Glyphs) -> Fragment:
    bit = 1 << column
    closed, gone, _, won, _, _ = row.marks
    for stones, (style, shape) in zip(row.stones, row.shapes, strict=True):
        if stones & bit:
            return f"{style} class:board.won" if won & bit else style, shape
    if gone & bit:
        return "class:board.gone", glyphs.gone
    if closed & bit:
        return "class:board.closed", glyphs.closed
    return "class:board.grid", _crossing(row, column, glyphs)


def _crossing(row: BoardRow, column: int, glyphs: Glyphs) -> str:
    size, number = row.size, row.number
    if column == number and size % 2 and number == size // 2:
        return glyphs.centre
    line = glyphs.grid[0 if number == size - 1 else 2 if number == 0 else 1]
    return line[0 if column == 0 else 2 if column == size - 1 else 1]


def _gap(row: BoardRow, column: int, glyphs: Glyphs) -> Fragment:
    """What stands before a column (or behind the last): the mark of a neighbour, or the grid."""
    behind, before = 1 << column, 1 << column >> 1
    closed, _, last, won, marked, cursor = row.marks
    for points, (opening, shutting), style in (
        (cursor, "[]", "class:board.cursor"),
        (marked, "<>", "class:board.marked"),
        (last, "()", "class:board.last"),
        (won, "**", "class:board.won"),
    ):
        if points & behind:
            return style, opening
        if points & before:
            return style, shutting
    if not 0 < column < row.size or closed & (behind | before):
        return "class:board.grid", " "
    return "class:board.grid", glyphs.gap


def _closed(position: Position) -> Bits:
    """The empty points where the next stone may not go, where the rules forbid some; else none."""
    if position.choices:
        return 0
    empty = position.board.geometry.full & ~position.board.occupied
    return empty & ~position.legal_points.bits if position.ply else 0


def _bits(position: Position, points: Iterable[Point]) -> Bits:
    bits = 0
    for point in points:
        bits |= geometry(position.rules.size).bit[point]
    return bits
