"""The request for a new game, from options on a command line or from the fields of a form."""

from collections.abc import Callable, Mapping
from typing import Any

from pente_client.cli.steps.game_session import UnusableRequest
from pente_client.cli.steps.matchmaking import GameRequest, starting
from pente_client.cli.steps.past_positions import position_in_game
from pente_client.connection import Client
from pente_client.options.game_start import GameStart, game_start
from pente_client.options.new_game import read_form, room_options_of, start_asked_for, title_of
from pente_client.options.ruleset_options import ruleset_asked_for
from pente_core.room import Options
from pente_core.rules.ruleset import InvalidRuleset
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.option import flag_of


def game_request(
    values: Mapping[str, Any],
    start: GameStart,
    options: Options,
    password: str,
    *,
    accepts_rating: bool,
    code: str = "",
) -> GameRequest:
    """The request that the options of `pente play` make; ``start`` and ``options`` were made from them."""
    request = GameRequest(
        room=values["room"],
        code=code,
        against=values["against"] or "",
        is_new=values["new"],
        options=options,
        password=password,
        accepts_rating=accepts_rating,
    )
    return starting(request, start)


async def from_game(
    values: Mapping[str, Any],
    client: Client,
    request: GameRequest,
    word: Callable[[str], str] = flag_of,
) -> GameRequest:
    """The request with the position of a finished game, where one is named. Raises UnusableRequest.

    ``word`` says how an option is called where it was given.
    """
    if values["from"] is None:
        return request
    try:
        origin = await position_in_game(client, values["from"])
        return starting(request, game_start(values, ruleset_asked_for(values), origin))
    except InvalidOption as bad:
        raise UnusableRequest(bad.text(word)) from None
    except InvalidRuleset as bad:
        raise UnusableRequest(str(bad)) from None


async def request_of_form(client: Client, words: Mapping[str, str]) -> GameRequest:
    """The request for the game that the words of a form describe; they have been checked.

    Raises UnusableRequest, where only the server knows what is wrong.
    """
    values = read_form(words)
    request = game_request(
        values,
        start_asked_for(values),
        room_options_of(values),
        values["room_password"] or "",
        accepts_rating=values["accepts_rating"],
    )
    return await from_game(values, client, request, title_of)
