"""Lines of styled text, measured in columns of the terminal.

A style is a string as prompt_toolkit writes them (``class:clock.low``). Text from other people enters a line
as a fragment and in no other way, so that it can't be taken for markup.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

Fragment = tuple[str, str]
"""A style, and text without line breaks."""

Line = tuple[Fragment, ...]
"""One line of the screen."""

EMPTY: Final[Line] = ()


def width(text: str) -> int:
    """The columns that a text takes: two for wide characters, none for combining marks.

    >>> width("ab"), width("漢字"), width("e\u0301")
    (2, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_width, text))


def line_width(line: Line) -> int:
    return sum(width(text) for _, text in line)


def cut(text: str, columns: int) -> str:
    """As much of the text as fits."""
    if text.isascii():
        return text[: max(0, columns)]
    used = 0
    for index, char in enumerate(text):
        used += _width(char)
        if used > columns:
            return text[:index]
    return text


def shorten(text: str, columns: int, more: str) -> str:
    """The text, or as much of it as fits before a mark that says that there is more.

    >>> shorten("priorities-bot", 10, "…")
    'prioritie…'
    """
    if width(text) <= columns:
        return text
    return cut(text, columns - width(more)) + more if columns > width(more) else cut(text, columns)


def shorten_to_words(text: str, columns: int, more: str) -> str:
    """The same, without a part of a word before the mark, unless that is the first one.

    >>> shorten_to_words("Black wins with 2 stones", 12, "…")
    'Black wins…'
    """
    short = shorten(text, columns, more)
    kept = cut(text, columns - width(more))
    if short == text or text[len(kept) :].startswith(" "):
        return short
    words = kept.rpartition(" ")[0].rstrip()
    return f"{words}{more}" if words else short


def fit(line: Line, columns: int) -> Line:
    """The line cut or filled up with spaces to exactly so many columns."""
    kept: list[Fragment] = []
    for style, text in line:
        shown = cut(text, columns)
        kept.append((style, shown))
        columns -= width(shown)
        if shown != text:
            break
    return (*kept, ("", " " * columns)) if columns > 0 else tuple(kept)


def section(line: Line, start: int, end: int) -> Line:
    """The part of a line between two columns; all its characters are one column wide (not checked)."""
    kept: list[Fragment] = []
    at = 0
    for style, text in line:
        shown = text[max(0, start - at) : max(0, end - at)]
        kept += [(style, shown)] if shown else []
        at += len(text)
    return tuple(kept)


def spread(left: Line, right: Line, columns: int) -> Line:
    """Two lines as one: at the left edge and at the right edge; the left one gives way."""
    wanted = min(columns, line_width(right))
    if not wanted:
        return fit(left, columns)
    return (
        *fit(left, columns - wanted - 1),
        *fit((("", " "),), min(1, columns - wanted)),
        *fit(right, wanted),
    )


def wrap(text: str, columns: int, first: int | None = None) -> Iterator[str]:
    """The text in lines of at most ``columns``, broken between words where that is possible.

    The first line has ``first`` columns instead. Fewer than 2 count as 2: every character needs a place.

    >>> list(wrap("to be or not", 6))
    ['to be', 'or not']
    """
    columns = max(2, columns)
    line, room = "", columns if first is None else max(2, first)
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if width(joined) <= room:
            line = joined
            continue
        if line:
            yield line
            room = columns
        line = word
        while width(line) > room:
            head = cut(line, room)
            yield head
            line, room = line[len(head) :], columns
    yield line


def merged(fragments: Iterable[Fragment]) -> Line:
    """The same line with neighbours of one style put together."""
    return tuple((style, "".join(map(_text, run))) for style, run in groupby(fragments, key=_style))


def plain(line: Line) -> str:
    """The text of a line without its styles."""
    return "".join(text for _, text in line)


_style = itemgetter(0)
_text = itemgetter(1)


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
