"""`pente check`: find errors in recorded games."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.files.record_formats import HELP
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


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.records import check

    return check.run
