"""`pente convert`: recorded games from one format into another."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from pente_client.cli.files.record_files import (
    HELP,
    RecordFormat,
    UnusableRecord,
    add_format,
    entries_of,
    fail,
    format_of,
    open_output,
    problem_text,
)
from pente_core.records import BadRecord, Problem, ScannedRecord, Unplayable
from pente_core.records.model.scanned_record import line_end_of

DESCRIPTION: Final = """
Write the games of a file in another format. Any number of games go through one by one; a file that is there
is replaced when all went well.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente convert games.pgn games.sgf
  pente convert games.pgn - --to jsonl | wc -l
  pente convert --keep-going old.txt good.pgn    leave out what is no game, and say where it is
  zcat games.pgn.gz | pente convert --from pgn - games.sgf

exit status: 0 when every game was written, 1 when one could not be (nothing is written then, but with
--keep-going the others), 2 for a wrong command line, 130 after Ctrl-C.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente convert`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="IN", help="the file to read; - for stdin")
    parser.add_argument("target", metavar="OUT", help="the file to write; - for stdout")
    add_format(parser, "--from", "IN")
    add_format(parser, "--to", "OUT")
    parser.add_argument("--keep-going", action="store_true", help="leave out what can't be read or written")


def run(args: argparse.Namespace) -> int:
    """Convert; the exit status."""
    try:
        source = format_of(args.source, getattr(args, "from"), "--from")
        target = format_of(args.target, args.to, "--to")
        with open_output(args.target) as out:
            return _convert(args, source, target, out)
    except UnusableRecord as problem:
        return fail(args, problem)


def _convert(args: argparse.Namespace, source: RecordFormat, target: RecordFormat, out: TextIO) -> int:
    """Write game by game. Raises Unusable at the first that can't be, unless it should keep going."""
    progress, done, status = ConversionProgress(sys.stderr, time.monotonic), 0, 0
    for number, entry in enumerate(entries_of(args.source, source), start=1):
        progress.show(number)
        text = _text(entry, target)
        if isinstance(text, str):
            between = target.between and line_end_of(text)
            out.write(between * (done > 0) + text)
            done += 1
            continue
        problem = problem_text(args.source, number, text, entry)
        progress.clear()
        if not args.keep_going:
            raise UnusableRecord(problem)
        status = fail(args, problem)
    progress.clear()
    return status


def _text(entry: ScannedRecord, target: RecordFormat) -> str | BadRecord | Problem:
    """A game as it is to be written, or why it can't be."""
    if isinstance(entry.content, BadRecord):
        return entry.content
    try:
        return target.write(entry.content)
    except Unplayable as unplayable:
        return unplayable.problem


class ConversionProgress:
    """Counts on stderr, if it takes longer than a second and somebody looks. Mutable."""

    def __init__(self, out: TextIO, now: Callable[[], float]) -> None:
        self._out = out
        self._now = now
        self._next = now() + 1 if out.isatty() else float("inf")
        self._width = 0

    def show(self, games: int) -> None:
        """Say how far it is, ten times a second."""
        if self._now() < self._next:
            return
        self._next = self._now() + 0.1
        text = f"{games} games"
        self._width = len(text)
        print(f"\r{text}", end="", file=self._out, flush=True)

    def clear(self) -> None:
        """Make room for something else."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=self._out, flush=True)
            self._width = 0
