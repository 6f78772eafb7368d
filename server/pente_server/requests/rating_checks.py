"""Who sits down: with which rating, and whether a game with this player can be rated."""

from collections.abc import Iterable

from pente_core.clock.clock import TimeControl
from pente_core.identity import Identity, PlayerKind
from pente_core.rating import Unrated, rated_pool
from pente_core.room import Options
from pente_core.rules.ruleset import Ruleset
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.requests.context import Requester


def check_rated(requester: Requester, rules: Ruleset, time: TimeControl, players: Iterable[Identity]) -> None:
    """Raises RequestDenied when a game by these rules, or with one of these players, can't be rated."""
    try:
        rated_pool(rules, time)
    except Unrated as unrated:
        raise RequestDenied(ErrorCode.NOT_RATED, str(unrated)) from None
    for player in players:
        if player.kind is PlayerKind.BOT and not requester.ports.rooms.rates_bots:
            text = f"games with bots are not rated here, and {player.name} is one; play casually"
            raise RequestDenied(ErrorCode.NOT_RATED, text)


async def player_with_rating(
    requester: Requester, rules: Ruleset, time: TimeControl, options: Options
) -> Identity:
    """The requester with the rating for such a room, where it is known or wanted. Raises StoreUnavailable."""
    is_wanted = options.rated or options.ratings is not None
    return await requester.ports.players.profiles.seated(requester.player, rules, time, wanted=is_wanted)
