"""Options that name a file of recorded games, and one game in it."""

import argparse
from typing import Final

from pente_client.files.record_formats import FORMATS
from pente_client.options.values import whole_number
from pente_protocol.option import Option, Whole
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

AT: Final = Option(name="at", kind=Whole(), texts="recorded", metavar="PLY", usual="at-end")
"""How far into a game to go."""


def add_game(parser: argparse.ArgumentParser, at: Option[int] = AT) -> None:
    """Add a file, and which of its games is meant."""
    parser.add_argument("file", metavar="FILE", help=tell("flag.file"))
    add_format(parser, "--from", "FILE")
    parser.add_argument(
        "--game",
        metavar="N",
        type=whole_number(1),
        default=1,
        help=tell("flag.game"),
    )
    add_options(parser, [at])


def add_format(parser: argparse.ArgumentParser, option: str, file: str) -> None:
    """Add the format of a file."""
    parser.add_argument(option, choices=tuple(FORMATS), help=tell("flag.the-format-of-default-by", file=file))
