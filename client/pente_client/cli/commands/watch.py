"""`pente watch`: watch a game."""

import argparse

from pente_client.input.commands import CHANNELS
from pente_client.options.connection_options import ROOM_PASSWORD_FILE, STAY, add_connection, add_server
from pente_client.options.output_options import add_game_output
from pente_core.value import replace
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-watch.description")
EXAMPLES = tell("cli-watch.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente watch`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_server(parser)
    parser.add_argument("first", nargs="?", metavar="URL", help=tell("cli-watch.first"))
    parser.add_argument("room", nargs="?", metavar="ROOM", help=tell("cli-watch.room"))
    parser.add_argument(
        "--channel",
        metavar="CHANNEL",
        choices=CHANNELS,
        help=tell("cli-watch.channel"),
    )
    parser.add_argument("--once", action="store_true", help=tell("cli-watch.once"))
    add_options(parser, [replace(STAY, key="stay-watch")])
    parser.add_argument("--grid", action="store_true", help=tell("cli-watch.grid"))
    parser.add_argument(
        "--open",
        action="store_true",
        help=tell("cli-watch.open"),
    )
    add_options(parser, [ROOM_PASSWORD_FILE])
    add_connection(parser, needs_account=False)
    add_game_output(parser)


def run(args: argparse.Namespace) -> int:
    """Watch the game; the exit status."""
    from pente_client.cli.steps.watching import watch

    return watch(args)
