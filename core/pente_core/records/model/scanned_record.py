"""What readers of records find, one game after another, and how much of one game they read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pente_core.records.model.bad_record import BadRecord
from pente_core.records.model.record import LINE_ENDS, Record

MOST_TAGS: Final = 2000
"""Tags of one game; the clocks of the longest possible game take some 400."""
MOST_WORDS: Final = 10_000
"""Words or nodes of one game; the longest possible game has some 3100 turns."""


def line_end_of(line: str) -> str:
    r"""How a line of a text ends.

    >>> line_end_of("1. K10\r\n"), line_end_of("1. K10")
    ('\r\n', '\n')
    """
    return next((end for end in LINE_ENDS if line.endswith(end)), "\n")


@dataclass(frozen=True, slots=True)
class ScannedRecord:
    """A game of a file, or the error where a game should be."""

    line: int
    """The line with which it begins, from 1."""
    content: Record | BadRecord
    lines: tuple[int, ...] = ()
    """The line of each turn of the record."""


def records(entries: Iterable[ScannedRecord]) -> Iterator[Record]:
    """The records of what was found. Raises the first BadRecord."""
    for entry in entries:
        if isinstance(entry.content, BadRecord):
            raise entry.content
        yield entry.content
