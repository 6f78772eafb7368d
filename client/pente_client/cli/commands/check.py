"""`pente check`: find errors in recorded games."""

import argparse
import sys
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.files.stdout import say
from pente_client.options.record_options import add_format
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-check.description")
EXAMPLES: Final = HELP + tell("cli-check.examples-pente-check-games-pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente check`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help=tell("cli-check.files"))
    add_format(parser, "--from", tell("cli-check.the-files"))
    parser.add_argument("--quiet", action="store_true", help=tell("cli-check.quiet"))


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
        print(
            tell("cli-check.game-with-errors", n=games, wrong=wrong),
            file=sys.stderr,
        )
    return 0 if is_complete and not wrong else 1
