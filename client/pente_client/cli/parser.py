"""The parser of the command line: help that fits the terminal, and one sentence for what is wrong."""

import argparse
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

WRONG: Final = 2
"""The exit status for a wrong command line."""
_COLUMNS: Final = re.compile(r" *(?:.*\S {2,}(?=\S))?")
"""All of an indented line but its last column."""
_BEGINNING: Final = re.compile(r"$| |[a-z ]+:")
"""What begins with a line of its own: nothing, something indented, a heading."""
_NARROW: Final = 24


class Parser(argparse.ArgumentParser):
    """A parser whose descriptions keep their lines, folded where the terminal is too narrow for them.

    Commands that are added to it have parsers of the same class.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, **options})

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, without all that could have been written, and exit."""
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


class _Help(argparse.RawDescriptionHelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = super()._fill_text(text, width, indent).splitlines()
        return "\n".join(folded(lines, width)) + "\n"


def folded(lines: Iterable[str], width: int) -> Iterator[str]:
    """The lines, each at most ``width`` wide: paragraphs are filled, indented lines go on below their text.

    >>> list(folded(["one two three", "four", "", "  -x  one two"], 9))
    ['one two', 'three', 'four', '', '  -x  one', '      two']
    """
    for paragraph in _paragraphs(lines):
        if max(map(len, paragraph)) <= width:
            yield from paragraph
        else:
            below = " " * _hanging(paragraph[0], width)
            yield from textwrap.wrap(
                " ".join(paragraph), width, subsequent_indent=below, break_on_hyphens=False
            )


def _paragraphs(lines: Iterable[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in lines:
        if paragraph and (_BEGINNING.match(line) or _BEGINNING.fullmatch(paragraph[-1])):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _hanging(line: str, width: int) -> int:
    """How far what goes on below a line is indented."""
    match = _COLUMNS.match(line)
    column = match.end() if match else 0
    return column if width - column >= min(_NARROW, width // 4) else len(line) - len(line.lstrip()) + 2
