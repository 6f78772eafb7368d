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

DESCRIPTION = """
Play a game. Without --room, --against, --level or --new: return to a game of yours, or accept an invitation,
or join the first open game, or else open a game and wait for an opponent.
"""
EXAMPLES = f"""
examples:
  pente play                                     on this machine's server
  pente play wss://pente.example.org --name ann  on a friend's server, as ann
  pente play --against anna                      challenge a person or a bot
  pente play --level easy --seat 1 --time 5+3    challenge a bot: easy, medium, strong or expert
  pente play --new --ruleset keryo-pente --time 5+3
  pente play --rated --time 5+3                  join or open a rated game
  pente play --new --private --qr                hidden from all lists; a friend joins by its code
  pente play --new --room-password --watch invited
  pente play --against ann --games 2 --time 3+2  two games
  pente play --room ID                           join this room
  pente play --new --ruleset freestyle --size 13 --line 4
  pente play --new --sides 3 --size 13           three players
  pente play --new --ruleset house.toml          a ruleset of your own
  pente play --new --from ID#24                  go on from a finished game, after 24 stones
  pente play --against ann --give K10,L12 --time-odds 3+0,10+5
  pente play --json                              see client/README.md

typed while playing with --plain or --json:
  {(chr(10) + "  ").join(HELP)}

After a game, a person at a terminal stays for a rematch until /quit; a program stays with --stay. The next
game of a set, or an agreed rematch, starts by itself.

What comes from a pipe is done in order, each move in its turn. Once a pipe with moves has ended, the client
waits for the reply to the last one, for each turn at most --wait seconds (60), and ends; in a game that goes
on without some of them, it says which, with exit status 1.

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets, PENTE_ROOM_PASSWORD is the password of the room, PENTE_ASCII=yes draws in ASCII.
exit status: 0 the game is over, or /quit; 1 connection lost, no game was played, or
something typed was refused, or not played in time; 2 usage error; 3 cannot
connect; 4 rejected by the server; 130 interrupted.
"""


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
    group = parser.add_argument_group("room")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--room", metavar="ID", type=read_room_id, help="join this room")
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
