"""`pente challenge`: invite a player to a game, and play it."""

import argparse
from typing import Final

from pente_client.options.connection_options import STAY, add_connection, add_server
from pente_client.options.house_levels import HOUSE_LEVELS_HELP, read_level
from pente_client.options.output_options import add_game_output
from pente_client.options.ruleset_options import time_option
from pente_client.options.values import read_name
from pente_core.value import replace
from pente_protocol.game_options import RATED, RULESET, SEAT
from pente_protocol.option_arguments import add_options

DESCRIPTION: Final = """
Invite a player to a game, wait for the answer, and play. What you leave out is as in your last game. The
invitation ends when you leave; one to a game by correspondence, such as --time 3d/move, stays until it
is answered.
"""
EXAMPLES: Final = """
examples:
  pente challenge anna                         the same game as your last one
  pente challenge anna --time 5+3 --rated --first
  pente challenge --level medium --ruleset keryo-pente --time 5+3 --second
  pente challenge anna --ruleset keryo-pente --time 3d/move --server wss://pente.example.org

In a game, or while watching: /challenge anna 5+3 rated first. `pente people` shows who is online, and
`pente play --against NAME` takes more options.

environment: PENTE_URL and PENTE_NAME are the defaults for --server and --name, PENTE_STATE is the directory
of your names and secrets, PENTE_ASCII=yes draws boards in ASCII.
exit status: 0 the game is over, or /quit; 1 connection lost, or declined; 2 usage error; 3 cannot connect;
4 rejected by the server; 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente challenge`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("player", nargs="?", metavar="NAME", type=read_name, help="the player to invite")
    who.add_argument(
        "--level",
        metavar="LEVEL",
        type=read_level,
        help=f"invite a bot of the server's house instead: {HOUSE_LEVELS_HELP}",
    )
    add_options(parser, [replace(RULESET, usual="last"), time_option("last")])
    rated = parser.add_mutually_exclusive_group()
    add_options(rated, [replace(RATED, default=None, usual="as-last")])
    rated.add_argument("--casual", dest="rated", action="store_false", help="play one that is not rated")
    seat = parser.add_mutually_exclusive_group()
    add_options(seat, [replace(SEAT, usual="last")])
    seat.add_argument("--first", dest="seat", action="store_const", const=0, help="you move first")
    seat.add_argument("--second", dest="seat", action="store_const", const=1, help="they move first")
    add_options(parser, [STAY])
    add_server(parser)
    add_connection(parser)
    add_game_output(parser)


def run(args: argparse.Namespace) -> int:
    """Challenge the player, and play; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.cli.steps.game_session import play_request
    from pente_client.cli.steps.lobby_visit import visit_lobby
    from pente_client.cli.steps.matchmaking import challenge_request, withdraw
    from pente_client.connection import Client, RequestRejected
    from pente_client.input.people_orders import ChallengeOrder
    from pente_client.play.people.challenge_terms import challenge_terms
    from pente_protocol.errors import ErrorCode

    name = args.player or args.level
    order = ChallengeOrder(name, args.ruleset or "", args.time, args.rated, args.seat)

    async def challenge(client: Client) -> int:
        terms = await challenge_terms(order, client.archive, client.me.id)
        try:
            return await play_request(args, client, challenge_request(name, terms), visit_lobby)
        except RequestRejected as rejected:
            if rejected.code != ErrorCode.NOT_RATED or not terms.may_be_casual:
                raise
        finally:
            await withdraw(client)
        try:
            casual = challenge_request(name, terms, may_rate=False)
            return await play_request(args, client, casual, visit_lobby)
        finally:
            await withdraw(client)

    return with_client(args, challenge)
