"""The palette as a box of lines."""

from collections.abc import Sequence
from typing import Final

from pente_client.screen.actions.palette import PaletteEntry
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line, fit, spread

_NAME: Final = 13
_NOTHING: Final = "Nothing has these words. Backspace, or Esc to close."


def palette_lines(
    entries: Sequence[PaletteEntry], chosen: int, columns: int, rows: int, glyphs: Glyphs
) -> tuple[Line, ...]:
    """The box of ``columns`` x at most ``rows``, with the chosen entry in it."""
    inner, height = columns - 2, max(1, rows - 2)
    start = max(0, min(chosen - height // 2, len(entries) - height))
    shown = range(start, min(len(entries), start + height))
    body = [_line(entries[index], index == chosen, inner, glyphs) for index in shown]
    if not body:
        body = [fit((("class:help", _NOTHING),), inner)]
    edge = ("class:rule", glyphs.side)
    above = rule("actions", f"{len(entries)}, Enter does", columns, glyphs)
    return (above, *((edge, *line, edge) for line in body), rule("", "type to search, Esc", columns, glyphs))


def _line(entry: PaletteEntry, is_chosen: bool, columns: int, glyphs: Glyphs) -> Line:  # noqa: FBT001
    style = "class:palette.chosen" if is_chosen else "class:help"
    mark = glyphs.pointer if is_chosen else " "
    name = f"{entry.name} ..." if entry.argument else entry.name
    left = ((style, f"{mark}{name:<{_NAME}} "), (style, entry.explanation))
    return spread(left, ((style, f"{entry.key} "),) if entry.key else (), columns)
