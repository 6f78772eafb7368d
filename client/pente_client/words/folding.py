"""Lines of text that fit a window."""

import re
from collections.abc import Iterator
from typing import Final
from unicodedata import combining, east_asian_width

USUAL_COLUMNS: Final = 80
_COLUMNS: Final = re.compile(r" *(?:\S(?:.*\S)? {2,}(?=\S))?")
"""All columns of a line but the last: behind them, its other lines begin."""
_COMMAND: Final = re.compile(r": (?=pente |https?://)")
"""What stands before a command to copy, or a link, which better stay whole."""
_NARROW: Final = 24
"""Columns that a last column needs at least, so that the others stay beside it."""


def cells(text: str) -> int:
    """How many columns a text takes in a terminal.

    >>> cells("anna"), cells("安娜")
    (4, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def folded(text: str, columns: int) -> list[str]:
    """A line as one or more of at most so many columns, folded between words; longer words are cut.

    >>> folded("/draw    offer a draw, or to end the game without a result, to both", 42)
    ['/draw    offer a draw, or to end the game', '         without a result, to both']
    >>> folded("To join: pente play ws://here --room 12", 34)
    ['To join:', 'pente play ws://here --room 12']
    """
    columns = max(columns, 2)
    if cells(text) <= columns:
        return [text]
    lead, command = _divided(text, columns)
    if command:
        return [*folded(lead, columns), command]
    indent = " " * _hanging(text, columns)
    blanks = text[: len(text) - len(text.lstrip())]
    return list(_lines(text, columns, blanks if cells(blanks) < columns else "", indent))


def _divided(text: str, columns: int) -> tuple[str, str]:
    """A line before a command that fits on a line of its own, and the command, or nothing."""
    for found in _COMMAND.finditer(text):
        command = text[found.end() :]
        if cells(command) <= columns:
            return text[: found.end() - 1], command
    return text, ""


def _hanging(text: str, columns: int) -> int:
    """The indentation of all lines but the first."""
    match = _COLUMNS.match(text)
    column = cells(match[0]) if match else 0
    if columns - column >= min(_NARROW, columns // 4 * 3 + 2):
        return column
    return min(len(text) - len(text.lstrip()) + 2, columns - 2)


def _lines(text: str, columns: int, beginning: str, indent: str) -> Iterator[str]:
    line, is_begun = beginning, False
    for gap, word in re.findall(r"(\s*)(\S+)", text[len(beginning) :]):
        space = gap if is_begun else ""
        if is_begun and cells(line) + cells(space) + cells(word) > columns:
            yield line
            line, space = indent, ""
        line += space
        for char in word:
            if cells(line) + cells(char) > columns:
                yield line
                line = indent
            line += char
        is_begun = True
    yield line
