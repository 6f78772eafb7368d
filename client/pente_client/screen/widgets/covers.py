"""What lies over the rest of the screen: the join code, the help, the rules and the palette."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from pente_client.screen.actions.action import Action
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.help import help_lines
from pente_client.screen.text.join_box import join_box
from pente_client.screen.text.rules import rules_box
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.frames.placed import Place
from pente_client.terminal.line_widgets import lines_box
from pente_client.terminal.pages.help_text import MOST_COLUMNS
from pente_client.terminal.pages.palette import PaletteEntry, palette_rows
from pente_client.terminal.pages.row_list import RowLine, RowsWidget
from pente_client.terminal.styled_text import Line, line_width


class PalettePort(Protocol):
    """The palette, and the keys of the actions in it."""

    @property
    def keys(self) -> KeyTable: ...

    @property
    def entries(self) -> Sequence[PaletteEntry[Action]]:
        """Those that the palette shows."""

    def choose_by(self, steps: int) -> None:
        """Choose the entry so many lines further down."""

    def do_chosen(self) -> None: ...


class Covers:
    """Boxes that are as large as what they say. Mutable: they are made anew for every frame."""

    def __init__(self, model: Callable[[], ScreenModel], palette: PalettePort) -> None:
        self._model, self._palette = model, palette

    def places(self, columns: int, rows: int) -> Iterator[Place]:
        """Those that are open, and where they are on a terminal of a size."""
        model, widest = self._model(), min(columns, MOST_COLUMNS)
        if box := join_box(model, columns, rows):
            yield _in_the_middle(box, max(map(line_width, box)), columns, rows)
        if model.shows_help:
            lines = help_lines(model, self._palette.keys, widest, rows - 1)
            yield _in_the_middle(lines, widest, columns, rows)
        if model.shows_rules:
            yield _in_the_middle(rules_box(model, widest, rows - 1), widest, columns, rows)
        if model.palette is not None:
            chosen = model.palette.chosen
            found = palette_rows(self._palette.entries, chosen, widest, rows - 2, model.glyphs)
            yield Place(self._palette_box(found, chosen), 0, rows - 1 - len(found), widest, len(found))

    def _palette_box(self, rows: Sequence[RowLine], chosen: int) -> LineBox:
        choose_by, do_chosen = self._palette.choose_by, self._palette.do_chosen
        return LineBox(RowsWidget(lambda *_: rows, lambda: chosen, choose_by, do_chosen, at_once=True))


def _in_the_middle(lines: Sequence[Line], wide: int, columns: int, rows: int) -> Place:
    high = len(lines)
    return Place(_box(lines), (columns - wide) // 2, (rows - high) // 2, wide, high)


def _box(lines: Sequence[Line]) -> LineBox:
    return lines_box(lambda _columns, _rows: lines)
