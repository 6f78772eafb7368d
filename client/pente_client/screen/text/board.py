"""The board as lines of text: stones over a grid, and marks beside them."""

from functools import lru_cache
from typing import Final

from pente_client.screen.text.board_cells import picture, star_points
from pente_client.screen.text.board_view import BoardRow, BoardView, lit_columns, rows_of
from pente_client.terminal.board_size import LARGE, MARGIN, SMALL, BoardSize
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Fragment, Line, merged
from pente_core.rules.geometry import Bits
from pente_core.rules.point import COLUMNS, Point, point_at

_GRID: Final = "class:board.grid"
_LABEL: Final = "class:board.label"
_LIT: Final = "class:board.lit"


def board_lines(
    view: BoardView, glyphs: Glyphs, size: BoardSize = SMALL, *, letters_above: bool
) -> tuple[Line, ...]:
    """The rows from the top, with the column letters below them (and above them)."""
    letters = letters_line(view.rules.size, size, lit_columns(view), is_turned=view.is_turned)
    rows = tuple(line for row in rows_of(view, glyphs) for line in row_lines(row, glyphs, size))
    return (letters, *rows, letters) if letters_above else (*rows, letters)


@lru_cache(maxsize=1024)
def row_lines(row: BoardRow, glyphs: Glyphs, size: BoardSize = SMALL) -> tuple[Line, ...]:
    """The lines of a row. Cached, because from one move to the next most rows stay as they are."""
    cells = [list(_empty(row, line, glyphs, size)) for line in range(size.height)]
    for column in range(row.size):
        _draw_point(cells, row, column, glyphs, size)
    _draw_brackets(cells[size.y], row, glyphs, size)
    label = (_LIT if row.is_lit else _LABEL, f"{row.label + 1:>2}")
    blank = (_LABEL, "  ")
    return tuple(
        merged((label if line == size.y else blank, *fragments)) for line, fragments in enumerate(cells)
    )


@lru_cache(maxsize=64)
def letters_line(points: int, size: BoardSize = SMALL, lit: Bits = 0, *, is_turned: bool = False) -> Line:
    """The letters of the columns as they are drawn; those of ``lit`` stand out."""
    letters = COLUMNS[:points][::-1] if is_turned else COLUMNS[:points]
    fragments: list[Fragment] = [(_LABEL, " " * MARGIN)]
    before, behind = " " * size.x, " " * (size.width - size.x - 1)
    for column in range(points):
        style = _LIT if lit >> column & 1 else _LABEL
        fragments += ((_LABEL, before), (style, letters[column]), (_LABEL, behind))
    return merged(fragment for fragment in fragments if fragment[1])


def point_under(x: int, y: int, points: int, size: BoardSize = SMALL, *, letters_above: bool) -> Point | None:
    """The point drawn at a column and a line of the board; a gap belongs to the point before it."""
    row = points - 1 - (y - letters_above) // size.height
    column = max(0, x - MARGIN) // size.width
    if x < MARGIN - 1 or not (0 <= row < points and column < points):
        return None
    return point_at(column, row, points)


def _empty(row: BoardRow, line: int, glyphs: Glyphs, size: BoardSize) -> list[Fragment]:
    """One line of a row without stones, a character each, from the gap before the first point."""
    cells: list[Fragment] = [(_GRID, " ")]
    for column in range(row.size):
        is_last = column == row.size - 1
        between = " " if is_last or line != size.y or row.closed >> column & 3 else glyphs.gap
        before = " " if column == 0 or line != size.y or _closes(row, column) else glyphs.gap
        cells += [(_GRID, before)] * size.x
        cells.append((_GRID, _upright(row, column, line, glyphs, size)))
        cells += [(_GRID, between)] * (size.width - size.x - 1)
    return cells


def _closes(row: BoardRow, column: int) -> bool:
    """Whether a point or the one before it is closed."""
    return bool(row.closed << 1 >> column & 3)


def _upright(row: BoardRow, column: int, line: int, glyphs: Glyphs, size: BoardSize) -> str:
    """What stands in a column of points on a line that has none: the grid, except beyond the edges."""
    above, below = line < size.y, line > size.y
    if (above and row.number == row.size - 1) or (below and row.number == 0) or row.closed >> column & 1:
        return " "
    return glyphs.upright


def _draw_point(
    cells: list[list[Fragment]], row: BoardRow, column: int, glyphs: Glyphs, size: BoardSize
) -> None:
    bit, at = 1 << column, 1 + column * size.width
    for name, stone, points in row.stones:
        if points & bit:
            _lay(cells, at, f"class:{'won' if row.won & bit else 'board'}.{name}", picture(stone, size))
            spot = _spot(glyphs, size)
            if row.last & bit and spot:
                cells[size.y][at + size.x] = (f"class:spot.{name}", spot)
            return
    if (number := _planned(row, bit)) is not None:
        _lay(cells, at, f"class:board.{row.planned_name}", picture(glyphs.ghost, size))
        cells[size.y][at + size.x] = (f"class:board.{row.planned_name}", f"{number % 10}")
        return
    if row.ghost & bit:
        _lay(cells, at, f"class:board.{row.ghost_name}", picture(glyphs.ghost, size))
        return
    cells[size.y][at + size.x] = _crossing(row, column, glyphs)


def _planned(row: BoardRow, bit: int) -> int | None:
    """The number of the premove on a point, from 1; None: there is none."""
    return next((number for number, bits in enumerate(row.planned, 1) if bits & bit), None)


def _spot(glyphs: Glyphs, size: BoardSize) -> str:
    """What is drawn in the last stone; empty: brackets are around it."""
    return "" if size is SMALL else glyphs.spots[size is LARGE]


def _lay(cells: list[list[Fragment]], at: int, style: str, lines: tuple[str, ...]) -> None:
    """Put a picture over the grid."""
    for line, text in zip(cells, lines, strict=True):
        line[at : at + len(text)] = [(style, char) for char in text]


def _crossing(row: BoardRow, column: int, glyphs: Glyphs) -> Fragment:
    bit, size, number = 1 << column, row.size, row.number
    if row.gone & bit:
        return "class:board.gone", glyphs.gone
    if row.closed & bit:
        return "class:board.closed", glyphs.closed
    if (column, number) in star_points(size):
        return "class:board.star", glyphs.centre
    line = glyphs.grid[0 if number == size - 1 else 2 if number == 0 else 1]
    return _GRID, line[0 if column == 0 else 2 if column == size - 1 else 1]


def _draw_brackets(cells: list[Fragment], row: BoardRow, glyphs: Glyphs, size: BoardSize) -> None:
    """What stands around points; the more important comes later, because neighbours may share a column."""
    for points, (opening, shutting), style in (
        (row.won, "**", "class:board.won"),
        (0 if _spot(glyphs, size) else row.last, "()", "class:board.last"),
        (row.marked, "<>", "class:board.marked"),
        (row.cursor, "[]", "class:board.cursor"),
    ):
        for column in range(row.size if points else 0):
            if points >> column & 1:
                at = 1 + column * size.width + size.x
                cells[at - size.reach], cells[at + size.reach] = (style, opening), (style, shutting)
