"""What readers of records find, one game after the other."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pente_core.records.model.bad_record import BadRecord
from pente_core.records.model.record import Record


@dataclass(frozen=True, slots=True)
class ScannedRecord:
    """A game of a file, or why there is none where one should be."""

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
