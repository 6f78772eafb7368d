"""What `pente play` does."""

import argparse

from pente_client.addresses.typed_server import parse_server
from pente_client.cli.online.game_session import find_and_play
from pente_client.cli.online.new_game import from_game, game_request
from pente_client.cli.online.rating_consent import RatingShown, is_accepted
from pente_client.cli.online.room_password import (
    InvalidPassword,
    new_password,
)
from pente_client.cli.work.lobby import visit_lobby
from pente_client.connection import BadAddress
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.game_start_options import InvalidStart, start_asked_for
from pente_client.options.room_options import (
    InvalidRoomOptions,
    check_room_options,
    room_options_of,
)
from pente_client.options.ruleset_options import ruleset_asked_for
from pente_core.rules.ruleset import InvalidRuleset


def run(args: argparse.Namespace) -> int:
    """Play a game; the exit status."""
    try:
        code = _follow_link(args)
        start = start_asked_for(args, ruleset_asked_for(args))
        options = room_options_of(args)
        check_room_options(args, options, start.ruleset, start.time)
        password = new_password(args)
    except (BadAddress, InvalidRuleset, InvalidStart, InvalidRoomOptions, InvalidPassword) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    shows_rating = options.rated and (options.hides_games or bool(password))
    if shows_rating and not is_accepted(args):
        return fail(args, RatingShown(), ExitStatus.USAGE)
    accepts = shows_rating or args.accept_rating
    request = game_request(args, start, options, password, accepts_rating=accepts, code=code)
    return find_and_play(
        args, request, lambda client, wanted: from_game(args, client, wanted), lobby=visit_lobby
    )


def _follow_link(args: argparse.Namespace) -> str:
    """Take the room from a link that was given for the server; the join code of the link, or nothing.

    Raises BadAddress.
    """
    link = parse_server(args.url)
    args.room = args.room or link.room
    return "" if args.room else link.code or ""
