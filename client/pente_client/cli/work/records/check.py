"""What `pente check` does."""

import argparse
import sys
from collections.abc import Iterator

from pente_client.cli.offline.recorded_game import fail_on_record
from pente_client.files.record_files import (
    RecordFormat,
    UnusableRecord,
    entries_of,
    format_of,
    problem_text,
)
from pente_client.files.stdout import say
from pente_core.records import BadRecord, ScannedRecord, check


def run(args: argparse.Namespace) -> int:
    """Check the files; the exit status."""
    try:
        formats = [format_of(path, getattr(args, "from"), "--from") for path in args.files]
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    games = wrong = 0
    is_complete = True
    for path, form in zip(args.files, formats, strict=True):
        try:
            for problems in _checked(path, form):
                games += 1
                wrong += bool(problems)
                for each in problems:
                    say(each)
        except UnusableRecord as unusable:
            fail_on_record(args, unusable)
            is_complete = False
    if not args.quiet:
        sys.stdout.flush()
        print(f"{_count(games, 'game')}, {wrong} with errors", file=sys.stderr)
    return 0 if is_complete and not wrong else 1


def _checked(path: str, form: RecordFormat) -> Iterator[list[str]]:
    """The errors of each game. Raises UnusableRecord when the file can't be read."""
    for number, entry in enumerate(entries_of(path, form), start=1):
        yield list(_problems(path, number, entry))


def _problems(path: str, number: int, entry: ScannedRecord) -> Iterator[str]:
    found = [entry.content] if isinstance(entry.content, BadRecord) else check(entry.content)
    yield from (problem_text(path, number, problem, entry) for problem in found)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
