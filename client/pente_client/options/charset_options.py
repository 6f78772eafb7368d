"""Options that choose the characters boards are drawn with."""

import argparse
import os
import sys

from pente_client.drawing.text_board import ASCII, UNICODE, Charset, charset_for
from pente_client.settings.settings_store import SettingsStore
from pente_protocol.sentences import tell


def add_charset(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add the choice of characters."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--ascii", action="store_true", help=tell("flag.ascii"))
    group.add_argument("--unicode", action="store_true", help=tell("flag.unicode"))
    return group


def charset_of(args: argparse.Namespace) -> Charset:
    """The charset that the options name; without one, that of `stdout_charset`."""
    if args.ascii or args.unicode:
        return ASCII if args.ascii else UNICODE
    return stdout_charset()


def stdout_charset() -> Charset:
    """The charset that PENTE_ASCII or the settings name; without both, the best that stdout can encode."""
    is_ascii = SettingsStore.default(os.environ).load().settings.ascii
    if is_ascii is not None:
        return ASCII if is_ascii else UNICODE
    return charset_for(os.environ, sys.stdout.encoding or "")
