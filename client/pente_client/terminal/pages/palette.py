"""The palette: what can be done now, narrowed down by what is typed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.pages.row_list import RowLine
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line, fit, spread, wrap
from pente_protocol.sentences import tell

_NAME: Final = 13

Act = TypeVar("Act")


@dataclass(frozen=True, slots=True)
class PaletteState:
    """The list of actions that lies over the page, while one is being chosen."""

    typed: str = ""
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class PaletteEntry(Generic[Act]):
    """One line of the palette: an action, or else a command to type."""

    name: str
    explanation: str
    key: str = ""
    """Its first key, as people know it; empty: none."""
    action: Act | None = None
    argument: str = ""
    """What a command needs behind it."""


def searched(entries: Iterable[PaletteEntry[Act]], typed: str) -> tuple[PaletteEntry[Act], ...]:
    """The entries that have every word that is typed; names that begin with it come first."""
    words = typed.lower().lstrip("/").split()
    found = [entry for entry in entries if _has(entry, words)]
    return tuple(sorted(found, key=lambda entry: not _begins(entry, words)))


def _has(entry: PaletteEntry[Any], words: list[str]) -> bool:
    text = f"{entry.name} {entry.explanation}".lower()
    return all(word in text for word in words)


def _begins(entry: PaletteEntry[Any], words: list[str]) -> bool:
    return bool(words) and entry.name.lstrip("/").startswith(words[0])


def palette_rows(
    entries: Sequence[PaletteEntry[Any]],
    chosen: int,
    columns: int,
    rows: int,
    glyphs: Glyphs,
    *,
    note: str | None = None,
) -> tuple[RowLine, ...]:
    """A box of ``columns`` x at most ``rows`` with the chosen entry in it; below, ``note`` or how to search.

    Explanations that are longer than the box go on in further lines.
    """
    inner, height = columns - 2, max(1, rows - 2)
    body = [
        RowLine(line, index)
        for index, entry in enumerate(entries)
        for line in _lines(entry, inner, glyphs, is_chosen=index == chosen)
    ]
    place = next((number for number, line in enumerate(body) if line.row == chosen), 0)
    start = max(0, min(place - height // 2, len(body) - height))
    shown = body[start : start + height] or [RowLine(fit((("class:help", tell("screen.no-action")),), inner))]
    edge = ("class:rule", glyphs.side)
    return (
        RowLine(
            rule(tell("screen.actions"), tell("screen.enter-chooses", count=len(entries)), columns, glyphs)
        ),
        *(RowLine((edge, *line.line, edge), line.row) for line in shown),
        RowLine(rule("", tell("screen.type-to-search") if note is None else note, columns, glyphs)),
    )


def _lines(entry: PaletteEntry[Any], columns: int, glyphs: Glyphs, *, is_chosen: bool) -> Iterator[Line]:
    style = "class:palette.chosen" if is_chosen else "class:help"
    mark = glyphs.pointer if is_chosen else " "
    name = f"{entry.name} ..." if entry.argument else entry.name
    head, key = f"{mark}{name:<{_NAME}} ", f" {entry.key} " if entry.key else ""
    # The key is in the first line; what follows has the whole width behind the names.
    first, *others = wrap(entry.explanation, columns - _NAME - 2, columns - len(head) - len(key))
    yield _in_style(style, spread((("", head), ("", first)), (("", key[1:]),) if key else (), columns))
    for text in others:
        yield _in_style(style, fit((("", f"{'':{_NAME + 2}}{text}"),), columns))


def _in_style(style: str, line: Line) -> Line:
    """The line in one style, its gaps too, so that the chosen entry is one bar."""
    return tuple((style, text) for _, text in line)
