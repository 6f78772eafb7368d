"""`pente join`: join a friend's room by its code or link."""

import argparse

from pente_client.cli.commands.lobby import visit_lobby
from pente_client.cli.online.game_session import add_qr, find_and_play
from pente_client.cli.online.matchmaking import GameRequest
from pente_client.cli.online.room_password import add_password_file
from pente_client.cli.online.server_address import last_server
from pente_client.connection import BadAddress
from pente_client.connection.servers.typed_server import looks_like_server, parse_server
from pente_client.options.connection_options import add_connection
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import add_game_output
from pente_client.options.room_options import add_accept_rating
from pente_client.options.values import read_room_id
from pente_protocol.join_codes import parse_join_code
from pente_protocol.untrusted_text import clean

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
    parser.add_argument("url", nargs="?", metavar="SERVER", help="the server (default: the one used last)")
    add_password_file(parser)
    add_accept_rating(parser)
    parser.add_argument(
        "--stay", action="store_true", help="stay for a rematch until /quit or the end of input"
    )
    add_qr(parser)
    add_connection(parser)
    add_game_output(parser)


def run(args: argparse.Namespace) -> int:
    """Join the room, and play; the exit status."""
    try:
        request = _request(args)
    except (argparse.ArgumentTypeError, BadAddress) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    return find_and_play(args, request, lobby=visit_lobby)


def _request(args: argparse.Namespace) -> GameRequest:
    """What is asked for; puts the server of a link in its place.

    Raises ArgumentTypeError and BadAddress.
    """
    accepts = args.accept_rating
    if looks_like_server(args.what):
        link = parse_server(args.what)
        args.url = args.what
        if link.room is None and link.code is None:
            raise argparse.ArgumentTypeError(
                f"{clean(args.what, 60)} names no room; copy the whole link, or give the room's code"
            )
        return GameRequest(room=link.room, code=link.code or "", accepts_rating=accepts)
    args.url = args.url or last_server()
    code = parse_join_code(args.what)
    if code is not None:
        return GameRequest(code=code, accepts_rating=accepts)
    if len(args.what) < 8:
        raise argparse.ArgumentTypeError(
            f"{clean(args.what, 40)!r} is no join code; it has six letters and digits, such as K7M2QX"
        )
    return GameRequest(room=read_room_id(args.what), accepts_rating=accepts)
