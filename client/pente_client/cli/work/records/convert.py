"""What `pente convert` does."""

import argparse
import sys
import time
from typing import TextIO

from pente_client.cli.offline.recorded_game import fail_on_record
from pente_client.files.conversion_progress import ConversionProgress
from pente_client.files.record_files import (
    RecordFormat,
    UnusableRecord,
    entries_of,
    format_of,
    open_output,
    problem_text,
)
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.records import BadRecord, Problem, ScannedRecord, Unplayable
from pente_core.records.model.scanned_record import line_end_of


def run(args: argparse.Namespace) -> int:
    """Convert the file; the exit status."""
    try:
        source = format_of(args.source, getattr(args, "from"), "--from")
        target = format_of(args.target, args.to, "--to")
        with open_output(args.target) as out:
            return _convert(args, source, target, out)
    except UnusableRecord as problem:
        return fail_on_record(args, problem)


def _convert(args: argparse.Namespace, source: RecordFormat, target: RecordFormat, out: TextIO) -> int:
    """Convert game by game. Raises UnusableRecord at the first that can't be, without --keep-going."""
    progress, done, status = ConversionProgress(sys.stderr, time.monotonic), 0, ExitStatus.SUCCESS
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
    """The text of a game, or why it has none."""
    if isinstance(entry.content, BadRecord):
        return entry.content
    try:
        return target.write(entry.content)
    except Unplayable as unplayable:
        return unplayable.problem
