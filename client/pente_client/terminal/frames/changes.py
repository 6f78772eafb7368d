"""What has to be written of a row: the runs of cells in which two frames differ."""

from collections.abc import Iterator, Sequence
from itertools import compress, count, groupby
from operator import attrgetter, is_not
from typing import Final

from prompt_toolkit.layout.screen import Char

from pente_client.terminal.frames.canvas import BLANK

_NARROW: Final = frozenset({1})


class CellRun(Char):
    """Neighbouring characters of one style. To a renderer it is one character, of the width of them all."""

    __slots__ = ()

    def __init__(self, char: str, style: str, width: int) -> None:
        self.char, self.style, self.width = char, style, width  # known, so not measured again


def whole_row(cells: Sequence[Char]) -> Iterator[tuple[int, CellRun]]:
    """All of a row, as runs with their columns."""
    return _runs(_unbroken(cells), 0)


def changed_part(cells: Sequence[Char], before: Sequence[Char]) -> Iterator[tuple[int, CellRun]]:
    """What differs from a row of the same length, as runs with their columns."""
    new, old = _unbroken(cells), _unbroken(before)
    start = end = 0
    for column in compress(count(), map(is_not, new, old)):
        if new[column] == old[column]:
            continue
        if column != end:
            yield from _runs(new[start:end], start)
            start = column
        end = column + 1
    yield from _runs(new[start:end], start)


def _runs(cells: Sequence[Char], column: int) -> Iterator[tuple[int, CellRun]]:
    for style, group in groupby(cells, _style):
        run = [*group]
        yield column, CellRun("".join(map(_char, run)), style, sum(map(_width, run)))
        column += len(run)


def _unbroken(cells: Sequence[Char]) -> Sequence[Char]:
    """The cells with blanks in place of halves of wide characters, where something covers the other half.

    What is behind a wide character has its style here, so that it is in the same run.
    """
    if _NARROW.issuperset(map(_width, cells)):
        return cells
    whole: list[Char] = []
    for column, cell in enumerate(cells):
        if column < len(whole):
            continue
        behind = cells[column + 1 : column + cell.width]
        if cell.width < 1 or len(behind) < cell.width - 1 or any(map(_char, behind)):
            whole.append(BLANK)
        else:
            whole += [cell, *[Char("", cell.style)] * len(behind)]
    return whole


_style, _char, _width = attrgetter("style"), attrgetter("char"), attrgetter("width")
