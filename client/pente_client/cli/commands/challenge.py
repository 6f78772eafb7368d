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
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-challenge.description")
EXAMPLES: Final = tell("cli-challenge.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente challenge`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("player", nargs="?", metavar="NAME", type=read_name, help=tell("cli-challenge.player"))
    who.add_argument(
        "--level",
        metavar="LEVEL",
        type=read_level,
        help=tell("cli-challenge.level", house_levels_help=HOUSE_LEVELS_HELP),
    )
    add_options(parser, [replace(RULESET, usual="last"), time_option("last")])
    rated = parser.add_mutually_exclusive_group()
    add_options(rated, [replace(RATED, default=None, usual="as-last")])
    rated.add_argument("--casual", dest="rated", action="store_false", help=tell("cli-challenge.casual"))
    seat = parser.add_mutually_exclusive_group()
    add_options(seat, [replace(SEAT, usual="last")])
    seat.add_argument("--first", dest="seat", action="store_const", const=0, help=tell("cli-challenge.first"))
    seat.add_argument(
        "--second", dest="seat", action="store_const", const=1, help=tell("cli-challenge.second")
    )
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
