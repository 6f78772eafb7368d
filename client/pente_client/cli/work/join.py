"""What `pente join` does."""

import argparse

from pente_client.addresses.typed_server import looks_like_server, parse_server
from pente_client.cli.online.game_session import find_and_play
from pente_client.cli.online.matchmaking import GameRequest
from pente_client.cli.online.server_address import last_server
from pente_client.cli.work.lobby import visit_lobby
from pente_client.connection import BadAddress
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.values import read_room_id
from pente_protocol.join_codes import parse_join_code
from pente_protocol.untrusted_text import clean


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
    if parse_join_code(args.what) is not None:
        return GameRequest(code=args.what, accepts_rating=accepts)
    if len(args.what) < 8:
        raise argparse.ArgumentTypeError(
            f"{clean(args.what, 40)!r} is no join code; it has six letters and digits, such as K7M2QX"
        )
    return GameRequest(room=read_room_id(args.what), accepts_rating=accepts)
