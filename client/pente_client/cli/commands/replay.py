"""`pente replay`: replay a recorded game move by move."""

import argparse
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.charset_options import add_charset
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.record_options import AT, add_game
from pente_client.options.values import read_room_id
from pente_core.value import replace
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-replay.description")
EXAMPLES: Final = HELP + tell("cli-replay.examples-pente-replay-games-pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente replay`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_game(parser, replace(AT, key="at-replay", usual="whole-game"))
    add_server(parser)
    parser.add_argument("id", nargs="?", metavar="ID", type=read_room_id, help=tell("cli-replay.id"))
    parser.add_argument(
        "--learn",
        nargs="?",
        const="",
        metavar="WHO",
        help=tell("cli-replay.learn"),
    )
    parser.add_argument("--moves", action="store_true", help=tell("cli-replay.moves"))
    parser.add_argument("--plain", action="store_true", help=tell("cli-replay.plain"))
    parser.add_argument("--boards", action="store_true", help=tell("cli-replay.boards"))
    add_charset(parser)
    add_connection(parser, needs_account=False)


def run(args: argparse.Namespace) -> int:
    """Show the game; the exit status."""
    from pente_client.cli.steps.replaying import replay

    return replay(args)
