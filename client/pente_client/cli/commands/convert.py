"""`pente convert`: convert recorded games to another format."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.record_options import add_format

DESCRIPTION: Final = """
Convert the games of a file to another format. Games are read and written one at a time, so files may be of
any size. An existing file is replaced only after success.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente convert games.pgn games.sgf
  pente convert games.pgn - --to jsonl | wc -l
  pente convert --keep-going old.txt good.pgn    skip what is not a game
  zcat games.pgn.gz | pente convert --from pgn - games.sgf

exit status: 0 all games were written, 1 a game could not be converted (nothing is written then, except with
--keep-going), 2 usage error, 130 interrupted.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente convert`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="IN", help="the file to read, or - for stdin")
    parser.add_argument("target", metavar="OUT", help="the file to write, or - for stdout")
    add_format(parser, "--from", "IN")
    add_format(parser, "--to", "OUT")
    parser.add_argument("--keep-going", action="store_true", help="skip games that can't be converted")


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.records import convert

    return convert.run
