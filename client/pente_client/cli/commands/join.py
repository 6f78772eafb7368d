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

DESCRIPTION = """
Join a friend's room by its code, or by the link to it. If all seats are taken, watch the game.
"""
EXAMPLES = """
examples:
  pente join K7M2QX                      at the server that you used last
  pente join K7M2QX pente.example.org    at this server
  pente join k7m-2qx                     the same code: case, spaces and hyphens don't matter
  pente join https://pente.example.org/j/K7M2QX

A code has no 0, O, 1, I or L; what looks like one of its characters is read as that. Codes are shown when a
room is opened, and by /code in it.

environment: PENTE_URL is the default server, PENTE_NAME that of --name, PENTE_STATE is the directory of your
names and secrets, PENTE_ROOM_PASSWORD is the password of the room, PENTE_ASCII=yes draws in ASCII.
exit status: as of pente play.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente join`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("what", metavar="CODE", help="the join code of the room, or the link to it")
    add_url(parser, "the one used last", "")
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
