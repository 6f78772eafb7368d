"""Options that name one game of a file, and how its board is drawn."""

import argparse
import os
import sys
from collections.abc import Callable

from pente_client.drawing.text_board import ASCII, UNICODE, Charset
from pente_client.files.record_files import add_format, format_of, game_of
from pente_core.records import ScannedRecord
from pente_protocol.untrusted_text import clean


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the file, and which of its games."""
    parser.add_argument("file", metavar="FILE", help="a file of games; - for stdin")
    add_format(parser, "--from", "FILE")
    parser.add_argument(
        "--game", metavar="N", type=whole_number(1), default=1, help="which of its games (%(default)s)"
    )
    parser.add_argument("--at", metavar="PLY", type=whole_number(0), help="after so many stones (in the end)")


def add_charset(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add what boards are drawn with."""
    signs = parser.add_mutually_exclusive_group()
    signs.add_argument("--ascii", action="store_true", help="draw boards with letters")
    signs.add_argument("--unicode", action="store_true", help="draw boards with lines and stones")
    return signs


def charset_asked_for(args: argparse.Namespace) -> Charset:
    """What boards are drawn with: as the options say, the environment, or what stdout can show."""
    wish = os.environ.get("PENTE_ASCII", "")
    if args.ascii or args.unicode or wish:
        return ASCII if args.ascii or (wish not in ("", "0") and not args.unicode) else UNICODE
    encoding = (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "")
    return UNICODE if encoding == "utf8" else ASCII


def game_asked_for(args: argparse.Namespace) -> ScannedRecord:
    """The game that the options name; it can be read. Raises `Unusable`."""
    return game_of(args.file, format_of(args.file, getattr(args, "from"), "--from"), args.game)


def whole_number(least: int) -> Callable[[str], int]:
    """What argparse can use to read a whole number."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"{clean(text, 20)!r} is no whole number from {least}")
        return int(text)

    return read
