"""`pente play`: play a game."""

import argparse

from pente_client.addresses.typed_server import parse_server
from pente_client.input.commands import HELP
from pente_client.options.connection_options import (
    QR,
    ROOM_PASSWORD_FILE,
    STAY,
    add_connection,
    add_url,
)
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.new_game import (
    add_accepts_rating,
    add_new_game,
    add_opponent,
    check_new_game,
    room_options_of,
    start_asked_for,
)
from pente_client.options.output_options import add_game_output
from pente_client.options.values import read_room_id
from pente_core.rules.ruleset import InvalidRuleset
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.address import BadAddress
from pente_protocol.option import flag_of
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-play.description")
EXAMPLES = tell("cli-play.examples", help=(chr(10) + "  ").join(HELP))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente play`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    _add_room(parser)
    add_new_game(parser)
    add_connection(parser)
    add_game_output(parser)


def _add_room(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-play.group-room"))
    where = group.add_mutually_exclusive_group()
    where.add_argument("--room", metavar="ID", type=read_room_id, help=tell("cli-play.room"))
    add_opponent(where)
    add_options(group, [ROOM_PASSWORD_FILE])
    add_accepts_rating(group)
    add_options(group, [STAY, QR])


def run(args: argparse.Namespace) -> int:
    """Play a game; the exit status."""
    from pente_client.cli.steps.game_session import find_and_play
    from pente_client.cli.steps.lobby_visit import visit_lobby
    from pente_client.cli.steps.new_game import from_game, game_request
    from pente_client.cli.steps.rating_consent import RatingShown, is_accepted
    from pente_client.cli.steps.room_password import InvalidPassword, new_password

    try:
        code = _follow_link(args)
        values = vars(args)
        start, options = start_asked_for(values), room_options_of(values)
        check_new_game(values, options, start)
        password = new_password(args)
    except InvalidOption as bad:
        return fail(args, bad.text(flag_of), ExitStatus.USAGE)
    except (BadAddress, InvalidRuleset, InvalidPassword) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    shows_rating = options.rated and (options.hides_games or bool(password))
    if shows_rating and not is_accepted(args):
        return fail(args, RatingShown(), ExitStatus.USAGE)
    accepts = shows_rating or args.accepts_rating
    request = game_request(values, start, options, password, accepts_rating=accepts, code=code)
    return find_and_play(
        args, request, lambda client, wanted: from_game(values, client, wanted), lobby=visit_lobby
    )


def _follow_link(args: argparse.Namespace) -> str:
    """Take the room from a link that was given for the server; the join code of the link, or nothing.

    Raises BadAddress.
    """
    link = parse_server(args.url)
    args.room = args.room or link.room
    return "" if args.room else link.code or ""
