"""Options that name a file of recorded games, and one game in it."""

import argparse
from typing import Final

from pente_client.files.record_formats import FORMATS
from pente_client.options.values import whole_number

SHOWN: Final = "show the position after this many stones; 0: before the first (default: at the end)"
"""The help of ``--at``."""


def add_game(parser: argparse.ArgumentParser, at: str = SHOWN) -> None:
    """Add a file, and which of its games is meant; ``at`` is the help of ``--at``."""
    parser.add_argument("file", metavar="FILE", help="a file of games, or - for stdin")
    add_format(parser, "--from", "FILE")
    parser.add_argument(
        "--game",
        metavar="N",
        type=whole_number(1),
        default=1,
        help="the number of the game in the file (default: %(default)s)",
    )
    add_at(parser, at)


def add_format(parser: argparse.ArgumentParser, option: str, file: str) -> None:
    """Add the format of a file."""
    parser.add_argument(
        option, choices=tuple(FORMATS), help=f"the format of {file} (default: by its extension)"
    )


def add_at(parser: argparse.ArgumentParser, what: str = SHOWN) -> None:
    """Add how far into a game to go; ``what`` is done with that."""
    parser.add_argument("--at", metavar="PLY", type=whole_number(0), help=what)
