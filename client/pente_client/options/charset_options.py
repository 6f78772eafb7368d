"""Options that choose the characters boards are drawn with."""

import argparse
import os
import sys

from pente_client.drawing.text_board import ASCII, UNICODE, Charset


def add_charset(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add the choice of characters."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--ascii", action="store_true", help="draw boards in ASCII")
    group.add_argument("--unicode", action="store_true", help="draw boards with lines and stones")
    return group


def charset_of(args: argparse.Namespace) -> Charset:
    """The charset that the options name; without one, that of `stdout_charset`."""
    if args.ascii or args.unicode:
        return ASCII if args.ascii else UNICODE
    return stdout_charset()


def stdout_charset() -> Charset:
    """The charset that PENTE_ASCII names; without it, the best that stdout can encode."""
    chosen = os.environ.get("PENTE_ASCII", "")
    if chosen:
        return UNICODE if chosen == "0" else ASCII
    encoding = (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "")
    return UNICODE if encoding == "utf8" else ASCII
