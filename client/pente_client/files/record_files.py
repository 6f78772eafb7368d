"""Files of recorded games: their formats, and how they are read and written one game at a time."""

import io
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from pente_core.records import (
    BadRecord,
    Problem,
    Record,
    ScannedRecord,
    format_pgn,
    format_sgf,
    scan_pgn,
    scan_sgf,
)
from pente_protocol.logs.game_records import format_gamelog, scan_gamelog
from pente_protocol.sentences import tell

PIPE: Final = "-"
"""The path that means stdin or stdout."""


class UnusableRecord(Exception):
    """A file or a game that does not exist or can't be used; the message says why."""


class UnknownFormat(UnusableRecord):
    """Neither the command line nor the extension of a file says which format it has."""


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of recorded games."""

    name: str
    endings: tuple[str, ...]
    scan: Callable[[Iterable[str]], Iterator[ScannedRecord]]
    write: Callable[[Record], str]
    """The text of a game. Raises `pente_core.records.Unplayable`."""
    between: str
    """The text between two games."""


FORMATS: Final = {
    each.name: each
    for each in (
        RecordFormat("pgn", (".pgn", ".txt"), scan_pgn, format_pgn, "\n"),
        RecordFormat("sgf", (".sgf",), scan_sgf, format_sgf, "\n"),
        RecordFormat("jsonl", (".jsonl", ".ndjson"), scan_gamelog, format_gamelog, ""),
    )
}


def format_of(path: str, name: str | None, option: str) -> RecordFormat:
    """The format called ``name``, or that of the file's extension.

    Raises UnknownFormat, which recommends ``option``.
    """
    if name is not None:
        return FORMATS[name]
    for each in FORMATS.values():
        if path.lower().endswith(each.endings):
            return each
    where = tell("reach.stdin-and-stdout") if path == PIPE else f"{path!r}"
    raise UnknownFormat(
        tell("reach.the-format-of-is-unknown", where=where, option=option, formats=", ".join(FORMATS))
    )


def entries_of(path: str, form: RecordFormat) -> Generator[ScannedRecord]:
    """The games of a file, or of stdin. Raises UnusableRecord when it can't be read."""
    with _reading(path) as lines:
        try:
            yield from form.scan(lines)
        except OSError as error:
            raise UnusableRecord(_why(path, error)) from None


def game_of(path: str, form: RecordFormat, number: int) -> ScannedRecord:
    """A game of a file that can be read, numbered from 1. Raises UnusableRecord."""
    count = 0
    with closing(entries_of(path, form)) as entries:
        for count, entry in enumerate(entries, start=1):
            if count == number:
                if isinstance(entry.content, BadRecord):
                    raise UnusableRecord(problem_text(path, number, entry.content, entry))
                return entry
    if not count:
        raise UnusableRecord(tell("reach.has-no-games", file=_name(path)))
    raise UnusableRecord(tell("reach.has-only-games", file=_name(path), n=count))


def problem_text(path: str, number: int, problem: BadRecord | Problem, entry: ScannedRecord) -> str:
    """What is wrong with a game and where, in the form that compilers use."""
    if isinstance(problem, BadRecord):
        line, what = problem.line, f"column {problem.column}: {problem.expected}"
    else:
        line = entry.line if problem.turn is None else entry.lines[problem.turn]
        what = problem.reason
    return f"{_name(path)}:{line}: game {number}: {what}"


@contextmanager
def open_output(path: str) -> Iterator[TextIO]:
    """A file to write, or stdout. An existing file is replaced atomically, and only after success.

    Raises UnusableRecord.
    """
    if path == PIPE:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        yield sys.stdout
        return
    target = Path(path)
    is_new = not target.exists() or target.is_file()
    draft = target.with_name(f".{target.name}.{os.getpid()}") if is_new else target
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        if is_new:
            draft.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnusableRecord(_why(path, error)) from None
    finally:
        if is_new:
            draft.unlink(missing_ok=True)


@contextmanager
def _reading(path: str) -> Iterator[TextIO]:
    """A file to read, or stdin, as UTF-8; what is not UTF-8 is replaced."""
    if path == PIPE:
        buffer = getattr(sys.stdin, "buffer", None)
        if buffer is None:
            yield sys.stdin
            return
        stream = io.TextIOWrapper(buffer, encoding="utf-8", errors="replace", newline="")
        try:
            yield stream
        finally:
            stream.detach()
        return
    try:
        file = Path(path).open(encoding="utf-8", errors="replace", newline="")  # noqa: SIM115 -- closed below
    except (OSError, ValueError) as error:
        raise UnusableRecord(_why(path, error)) from None
    with file:
        yield file


def _why(path: str, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{_name(path)}: {reason}"


def _name(path: str) -> str:
    return "stdin" if path == PIPE else path
