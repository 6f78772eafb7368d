"""`pente check`: whether recorded games are what they say."""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from pente_client.files.record_files import (
    HELP,
    RecordFormat,
    UnusableRecord,
    add_format,
    entries_of,
    fail,
    format_of,
    problem_text,
    say,
)
from pente_core.records import BadRecord, ScannedRecord, check

DESCRIPTION: Final = """
Play every game of some files again: whether it can be read, each move is legal, and the recorded result fits
the end. One line for every problem: FILE:LINE: game N: what is wrong.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente check games.pgn
  pente check --quiet *.sgf && echo all is well
  pente check - --from jsonl < game.jsonl

exit status: 0 when nothing is wrong, 1 when something is, 2 for a wrong command line, 130 after Ctrl-C.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente check`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of games; - for stdin")
    add_format(parser, "--from", "the files")
    parser.add_argument("--quiet", action="store_true", help="do not count the games in the end")


def run(args: argparse.Namespace) -> int:
    """Check; the exit status."""
    try:
        formats = [format_of(path, getattr(args, "from"), "--from") for path in args.files]
    except UnusableRecord as problem:
        return fail(args, problem)
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
            is_complete = fail(args, unusable) == 0
    if not args.quiet:
        sys.stdout.flush()
        print(f"{_count(games, 'game')}, {wrong} with problems", file=sys.stderr)
    return 0 if is_complete and not wrong else 1


def _checked(path: str, form: RecordFormat) -> Iterator[list[str]]:
    """What is wrong with each game. Raises Unusable when the file can't be read."""
    for number, entry in enumerate(entries_of(path, form), start=1):
        yield list(_problems(path, number, entry))


def _problems(path: str, number: int, entry: ScannedRecord) -> Iterator[str]:
    found = [entry.content] if isinstance(entry.content, BadRecord) else check(entry.content)
    yield from (problem_text(path, number, problem, entry) for problem in found)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
