"""The recorded game that the options of a command name."""

import argparse
from collections.abc import Iterator

from pente_client.files.record_files import (
    RecordFormat,
    UnknownFormat,
    UnusableRecord,
    entries_of,
    format_of,
    game_of,
    problem_text,
)
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.records import BadRecord, Problem, ScannedRecord, Unplayable, check


def game_asked_for(args: argparse.Namespace) -> ScannedRecord:
    """The game that the options name, which can be read. Raises UnusableRecord."""
    return game_of(args.file, format_of(args.file, getattr(args, "from"), "--from"), args.game)


def fail_on_record(args: argparse.Namespace, problem: UnusableRecord) -> ExitStatus:
    """Print why a file or game can't be used; the exit status."""
    is_usage = isinstance(problem, UnknownFormat)
    return fail(args, problem, ExitStatus.USAGE if is_usage else ExitStatus.FAILURE)


def game_problems(path: str, form: RecordFormat) -> Iterator[list[str]]:
    """The errors of each game of a file. Raises UnusableRecord when the file can't be read."""
    for number, entry in enumerate(entries_of(path, form), start=1):
        found = [entry.content] if isinstance(entry.content, BadRecord) else check(entry.content)
        yield [problem_text(path, number, problem, entry) for problem in found]


def record_text(entry: ScannedRecord, target: RecordFormat) -> str | BadRecord | Problem:
    """The text of a game in another format, or why it has none."""
    if isinstance(entry.content, BadRecord):
        return entry.content
    try:
        return target.write(entry.content)
    except Unplayable as unplayable:
        return unplayable.problem
