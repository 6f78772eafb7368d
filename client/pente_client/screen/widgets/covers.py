"""What lies over the rest of the screen: the join code, the help, the rules and the palette."""

from collections.abc import Callable, Iterator, Sequence

from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.actions.palette import PaletteEntry
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.help import MOST_COLUMNS, help_lines
from pente_client.screen.text.join_box import join_box
from pente_client.screen.text.palette import palette_lines
from pente_client.screen.text.rules import rules_box
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.frames.placed import Place
from pente_client.terminal.line_widgets import lines_box
from pente_client.terminal.styled_text import Line, line_width


class Covers:
    """Boxes that are as large as what they say. Mutable: they are made anew for every frame."""

    def __init__(
        self,
        model: Callable[[], ScreenModel],
        keys: Callable[[], KeyTable],
        entries: Callable[[], Sequence[PaletteEntry]],
    ) -> None:
        """``entries`` are those that the palette shows."""
        self._model, self._keys, self._entries = model, keys, entries

    def places(self, columns: int, rows: int) -> Iterator[Place]:
        """Those that are open, and where they are on a terminal of a size."""
        model, widest = self._model(), min(columns, MOST_COLUMNS)
        if box := join_box(model, columns, rows):
            yield _in_the_middle(box, max(map(line_width, box)), columns, rows)
        if model.shows_help:
            lines = help_lines(model, self._keys(), widest, rows - 1)
            yield _in_the_middle(lines, widest, columns, rows)
        if model.shows_rules:
            yield _in_the_middle(rules_box(model, widest, rows - 1), widest, columns, rows)
        if model.palette is not None:
            lines = palette_lines(self._entries(), model.palette.chosen, widest, rows - 2, model.glyphs)
            yield Place(_box(lines), 0, rows - 1 - len(lines), widest, len(lines))


def _in_the_middle(lines: Sequence[Line], wide: int, columns: int, rows: int) -> Place:
    high = len(lines)
    return Place(_box(lines), (columns - wide) // 2, (rows - high) // 2, wide, high)


def _box(lines: Sequence[Line]) -> LineBox:
    return lines_box(lambda _columns, _rows: lines)
