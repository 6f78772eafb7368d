"""`pente join`: join a friend's room by its code or link."""

import argparse

from pente_client.options.connection_options import (
    QR,
    ROOM_PASSWORD_FILE,
    STAY,
    add_connection,
    add_url,
)
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.new_game import add_accepts_rating
from pente_client.options.output_options import add_game_output
from pente_protocol.address import BadAddress
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-join.description")
EXAMPLES = tell("cli-join.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente join`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("what", metavar="CODE", help=tell("cli-join.what"))
    add_url(parser, tell("cli-join.the-one-used-last"), "")
    add_options(parser, [ROOM_PASSWORD_FILE])
    add_accepts_rating(parser)
    add_options(parser, [STAY, QR])
    add_connection(parser)
    add_game_output(parser)


def run(args: argparse.Namespace) -> int:
    """Join the room, and play; the exit status."""
    from pente_client.cli.steps.game_session import find_and_play
    from pente_client.cli.steps.lobby_visit import visit_lobby
    from pente_client.cli.steps.matchmaking import request_to_join

    try:
        request = request_to_join(args)
    except (argparse.ArgumentTypeError, BadAddress) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    return find_and_play(args, request, lobby=visit_lobby)
