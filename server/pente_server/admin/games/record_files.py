"""Files of recorded games, read one game at a time."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pente_core.records import BadRecord, ScannedRecord, scan_pgn, scan_sgf
from pente_protocol.logs.game_records import scan_gamelog

_Scan = Callable[[Iterable[str]], Iterator[ScannedRecord]]

SCANNERS: Final[Mapping[str, _Scan]] = MappingProxyType(
    {"pgn": scan_pgn, "sgf": scan_sgf, "jsonl": scan_gamelog}
)
"""The formats, by name."""
_ENDINGS: Final = {".pgn": "pgn", ".txt": "pgn", ".sgf": "sgf", ".jsonl": "jsonl", ".ndjson": "jsonl"}


class UnknownRecordFormat(Exception):
    """Nothing says which format a file has. The message is one sentence with the remedy."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of recorded games, and its format."""

    path: Path
    form: str
    """A key of `SCANNERS`."""

    @property
    def size(self) -> int:
        """In bytes. Raises OSError."""
        return self.path.stat().st_size

    def entries(self, at: Callable[[int], None] = lambda _: None) -> Iterator[ScannedRecord]:
        """The games, in order; ``at`` is called with about the bytes read so far. Raises OSError."""
        with self.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            yield from SCANNERS[self.form](_lines(file, at))


def record_file(path: Path, form: str | None) -> RecordFile:
    """The file of a path, with its format: the given one, or that of its extension.

    Raises UnknownRecordFormat.
    """
    found = form or _ENDINGS.get(path.suffix.lower())
    if found is None:
        formats = ", ".join(SCANNERS)
        raise UnknownRecordFormat(f"the format of {path} is unknown; add --format with one of {formats}")
    return RecordFile(path, found)


def line_of(entry: ScannedRecord, turn: int | None) -> int:
    """The line of a turn, or that on which the game begins; of a bad record, that of its error."""
    if isinstance(entry.content, BadRecord):
        return entry.content.line
    return entry.line if turn is None else entry.lines[turn]


def _lines(file: Iterable[str], at: Callable[[int], None]) -> Iterator[str]:
    """The lines with their ends. For the progress a character counts as a byte, as almost all are."""
    done = 0
    for line in file:
        done += len(line)
        at(done)
        yield line


def total_size(files: Iterable[RecordFile]) -> int:
    """The bytes of all files. Raises OSError."""
    return sum(file.size for file in files)
