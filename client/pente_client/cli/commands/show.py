"""`pente show`: draw a position of a recorded game."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.charset_options import add_charset
from pente_client.options.record_options import add_game

DESCRIPTION: Final = """
Draw the board of a recorded game, at the end or after a number of stones, as text or as an SVG picture. The
last stone, its captures and the winning row are marked.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente show games.pgn
  pente show games.pgn --game 3 --at 31 --svg board.svg
  pente show games.sgf --at 12 --ascii
  pente show games.pgn --svg - > board.svg

exit status: 0 success, 1 no such game or position, 2 usage error, 130 interrupted.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente show`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_game(parser)
    signs = add_charset(parser)
    signs.add_argument("--svg", metavar="FILE", help="write an SVG picture to FILE, or to stdout with -")


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.records import show

    return show.run
