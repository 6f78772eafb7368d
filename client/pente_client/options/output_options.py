"""Options that choose between the full screen, plain text and JSON."""

import argparse
import os
import sys

from pente_client.options.settings_options import add_settings
from pente_client.settings.settings_store import SettingsStore
from pente_protocol.option_arguments import Where
from pente_protocol.sentences import tell

JSON_LINES = tell("flag.json-lines")


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the choice of output for what otherwise takes the whole screen."""
    group = parser.add_argument_group(tell("flag.group-output"))
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--plain", action="store_true", help=tell("flag.plain"))
    add_json(choice)
    add_settings(group)
    parser.set_defaults(boards=False)


def add_game_output(parser: argparse.ArgumentParser) -> None:
    """Add the choice of output for a game."""
    add_output(parser)
    add_boards(parser)


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add the boards of plain lines."""
    parser.add_argument(
        "--boards",
        action="store_true",
        help=tell("flag.boards"),
    )


def wants_boards(args: argparse.Namespace) -> bool:
    """Whether plain lines have boards in them."""
    return bool(args.boards) or SettingsStore.default(os.environ).load().settings.boards


def add_json(group: Where, help_: str = JSON_LINES) -> None:
    """Add the choice of JSON."""
    group.add_argument("--json", action="store_true", help=help_)


def wants_screen(args: argparse.Namespace) -> bool:
    """Whether to take over the whole terminal."""
    if args.plain or args.boards or args.json or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
