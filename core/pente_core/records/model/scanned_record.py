"""The results of scanning a text for records, and the size limits of one game."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pente_core.records.model.record import LINE_ENDS, LONGEST_TEXT, Record
from pente_core.value import Value


class BadRecord(ValueError):
    """The text is not a record; the message says where and what was expected there.

    >>> str(BadRecord(12, 7, "expected a result"))
    'line 12, column 7: expected a result'
    """

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {expected}")
        self.line = line
        """The number of the line, from 1."""
        self.column = column
        """The number of the character in the line, from 1."""
        self.expected = expected
        """A clause that begins with "expected", without a full stop."""


MOST_TAGS: Final = 5000
"""The maximum number of tags in a game; the longest possible one may have a tag for the review of each stone,
and its clocks take about 400."""
MOST_WORDS: Final = 10_000
"""The maximum number of words or nodes in a game; the longest possible game has about 3100 turns."""
LONGEST_VALUE: Final = 2 * LONGEST_TEXT + 1
"""The maximum number of characters of a value or a comment as it is written: each may have an escape, and
a name and its value a colon between them."""


def line_end_of(line: str) -> str:
    r"""The line end of a line; a line feed if it has none.

    >>> line_end_of("1. K10\r\n"), line_end_of("1. K10")
    ('\r\n', '\n')
    """
    return next((end for end in LINE_ENDS if line.endswith(end)), "\n")


def first_unescaped(sign: re.Pattern[str], text: str, start: int = 0) -> int:
    r"""The place of the first sign from ``start`` on; the length of the text if there is none.

    The pattern matches the sign, and escapes as two characters. A pattern that repeats a group over the whole
    text would remember each of its characters, which takes a hundred times the memory of the text.

    >>> first_unescaped(re.compile(r"\\.|:"), r"a\:b:c"), first_unescaped(re.compile(r"\\.|:"), "abc")
    (4, 3)
    """
    return next((found.start() for found in sign.finditer(text, start) if len(found[0]) == 1), len(text))


class ScannedRecord(Value, gc=True):
    """A game of a text, or the error found in its place."""

    line: int
    """The number of its first line, from 1."""
    content: Record | BadRecord
    lines: tuple[int, ...] = ()
    """The number of the line of each turn."""


def records(entries: Iterable[ScannedRecord]) -> Iterator[Record]:
    """The records among the entries. Raises BadRecord at the first error."""
    for entry in entries:
        if isinstance(entry.content, BadRecord):
            raise entry.content
        yield entry.content
