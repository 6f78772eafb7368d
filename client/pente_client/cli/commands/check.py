"""`pente check`: find errors in recorded games."""

import argparse
import sys
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.files.stdout import say
from pente_client.options.record_options import add_format

DESCRIPTION: Final = """
Check every game in some files: that it can be read, that each move is legal, and that the recorded result
matches the final position. Prints one line per error: FILE:LINE: game N: what is wrong.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente check games.pgn
  pente check --quiet *.sgf && echo ok
  pente check - --from jsonl < game.jsonl

exit status: 0 no errors, 1 errors found, 2 usage error, 130 interrupted.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente check`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of games, or - for stdin")
    add_format(parser, "--from", "the files")
    parser.add_argument("--quiet", action="store_true", help="do not print the number of games")


def run(args: argparse.Namespace) -> int:
    """Check the files; the exit status."""
    from pente_client.cli.steps.recorded_game import fail_on_record, game_problems
    from pente_client.files.record_files import UnusableRecord, format_of

    try:
        formats = [format_of(path, getattr(args, "from"), "--from") for path in args.files]
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    games = wrong = 0
    is_complete = True
    for path, form in zip(args.files, formats, strict=True):
        try:
            for problems in game_problems(path, form):
                games += 1
                wrong += bool(problems)
                for each in problems:
                    say(each)
        except UnusableRecord as unusable:
            fail_on_record(args, unusable)
            is_complete = False
    if not args.quiet:
        sys.stdout.flush()
        print(f"{games} game{'' if games == 1 else 's'}, {wrong} with errors", file=sys.stderr)
    return 0 if is_complete and not wrong else 1
