"""The request for a new game, from options on a command line or from the fields of a form."""

import argparse
from collections.abc import Mapping

from pente_client.cli.steps.game_session import UnusableRequest
from pente_client.cli.steps.matchmaking import GameRequest, starting
from pente_client.cli.steps.past_positions import position_in_game
from pente_client.connection import Client
from pente_client.options.game_start_options import GameStart, InvalidStart, game_start, start_asked_for
from pente_client.options.new_game import PASSWORD, new_game_arguments
from pente_client.options.room_options import room_options_of
from pente_client.options.ruleset_options import ruleset_asked_for
from pente_core.room import Options
from pente_core.rules.ruleset import InvalidRuleset


def game_request(
    args: argparse.Namespace,
    start: GameStart,
    options: Options,
    password: str,
    *,
    accepts_rating: bool,
    code: str = "",
) -> GameRequest:
    """The request that the options of `pente play` make; ``start`` and ``options`` were made from them."""
    request = GameRequest(
        room=args.room,
        code=code,
        against=args.against,
        is_new=args.new,
        options=options,
        password=password,
        accepts_rating=accepts_rating,
    )
    return starting(request, start)


async def from_game(args: argparse.Namespace, client: Client, request: GameRequest) -> GameRequest:
    """The request with the position of a finished game, where one is named. Raises UnusableRequest."""
    if args.from_game is None:
        return request
    try:
        origin = await position_in_game(client, args.from_game)
        return starting(request, game_start(args, ruleset_asked_for(args), origin))
    except (InvalidStart, InvalidRuleset) as bad:
        raise UnusableRequest(str(bad)) from None


async def request_of_form(client: Client, words: Mapping[str, str]) -> GameRequest:
    """The request for the game that the words of a form describe; they have been checked.

    Raises UnusableRequest, where only the server knows what is wrong.
    """
    args = new_game_arguments(words)
    start = start_asked_for(args, ruleset_asked_for(args))
    password = words.get(PASSWORD, "")
    request = game_request(
        args, start, room_options_of(args), password, accepts_rating=bool(args.accept_rating)
    )
    return await from_game(args, client, request)
