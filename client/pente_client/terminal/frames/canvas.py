"""The cells of one frame: a screen of prompt_toolkit that whole rows of cells can be laid on."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, cast

from prompt_toolkit.layout.screen import Char, Screen

BLANK: Final = Char(" ", "")

StyledLine = tuple[tuple[str, str], ...]
"""One line of a page: styles as prompt_toolkit writes them, each with its text."""

_BEHIND: Final = Char("", "")
"""The cell behind a character that is two columns wide."""


class CellRow:
    """The cells of one row. Mutable. What lies beyond its ends is blank, and nothing can be put there."""

    __slots__ = ("cells",)

    def __init__(self, columns: int) -> None:
        self.cells = [BLANK] * columns

    def __getitem__(self, column: int) -> Char:
        return self.cells[column] if 0 <= column < len(self.cells) else BLANK

    def __setitem__(self, column: int, cell: Char) -> None:
        if 0 <= column < len(self.cells):
            self.cells[column] = cell

    def lay(self, column: int, cells: Sequence[Char]) -> None:
        """Put cells from a column on; those beyond the ends are left out."""
        start, end = max(0, column), min(len(self.cells), column + len(cells))
        if start < end:
            self.cells[start:end] = cells[start - column : end - column]


class Canvas(Screen):
    """The rows of one frame, blank at first. Mutable."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(BLANK, columns, rows)
        self.columns = columns
        self.rows = tuple(CellRow(columns) for _ in range(rows))
        # What other containers write into: by the number of a row, then by that of a column.
        self.data_buffer = cast(Any, _RowsByNumber(enumerate(self.rows)))

    def row(self, number: int) -> CellRow:
        """The row of a number, or one that nothing is kept of: floats may reach beyond a screen."""
        return self.rows[number] if 0 <= number < len(self.rows) else CellRow(0)


class _RowsByNumber(dict[int, CellRow]):
    """The same, as other containers ask for them."""

    def __missing__(self, _: int) -> CellRow:
        return CellRow(0)


@lru_cache(maxsize=4096)
def cells_of(line: StyledLine, columns: int) -> tuple[Char, ...]:
    """A line as exactly so many cells: cut before what does not fit, or filled up with blanks.

    Cached, because from one frame to the next most lines stay as they are.
    """
    cells: list[Char] = []
    for style, text in line:
        for char in text:
            cell = _cell(char, style)
            if cell.width == 0:
                _combine(cells, cell)
            elif len(cells) + cell.width > columns:
                return _filled(cells, columns)
            else:
                cells.append(cell)
                cells += [_BEHIND] * (cell.width - 1)
    return _filled(cells, columns)


def _filled(cells: list[Char], columns: int) -> tuple[Char, ...]:
    return (*cells, *[BLANK] * (columns - len(cells)))


def _combine(cells: list[Char], mark: Char) -> None:
    """Put a mark without a width of its own on the character before it; a line can't begin with one."""
    at = len(cells) - 1
    while at > 0 and cells[at] is _BEHIND:
        at -= 1
    if cells:
        cells[at] = _cell(cells[at].char + mark.char, cells[at].style)


_cell = lru_cache(maxsize=8192)(Char)
