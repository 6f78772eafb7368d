"""The command line parser: help that fits the terminal, and usage errors in one line."""

import argparse
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

WRONG: Final = 2
"""The exit status of a usage error."""
_COLUMNS: Final = re.compile(r" *(?:.*\S {2,}(?=\S))?")
"""All columns of an indented line but the last."""
_BEGINNING: Final = re.compile(r"$| |[a-z ]+:")
"""What starts a new paragraph: an empty line, an indented one, a heading."""
_NARROW: Final = 24


class Parser(argparse.ArgumentParser):
    """A parser whose descriptions keep their line breaks, and are folded if the terminal is too narrow.

    Its subcommands have parsers of the same class.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, **options})

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """The options, and the words that are none. Exits with a sentence where they can't be read."""
        try:
            return super().parse_known_args(*args, **options)
        except UnicodeDecodeError:  # of a file of options
            self.error("a file of options is not valid UTF-8; save it as UTF-8 text")

    def error(self, message: str) -> NoReturn:
        """Report a usage error in one line, without the usage, and exit."""
        text = re.sub(r"^\[Errno \d+\] ", "", message)  # of a file of options
        self.exit(WRONG, f"{self.prog}: {text}; see {self.prog} --help\n")


class _Help(argparse.RawDescriptionHelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = super()._fill_text(text, width, indent).splitlines()
        return "\n".join(folded(lines, width)) + "\n"


def folded(lines: Iterable[str], width: int) -> Iterator[str]:
    """The lines, at most ``width`` wide: paragraphs are filled, indented lines continue below their text.

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
    """The indentation of the continuation of a line."""
    match = _COLUMNS.match(line)
    column = match.end() if match else 0
    return column if width - column >= min(_NARROW, width // 4) else len(line) - len(line.lstrip()) + 2
