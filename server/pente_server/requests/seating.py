"""Who sits down: with which rating, and whether a game with this player can be rated."""

from collections.abc import Iterable

from pente_core.clock import TimeControl
from pente_core.player import Kind, Player
from pente_core.rating import Unrated, rated_pool
from pente_core.room import Options
from pente_core.ruleset import Ruleset
from pente_protocol.errors import ErrorCode
from pente_server.denied import Denied
from pente_server.requests.asker import Asker


def check_rated(asker: Asker, rules: Ruleset, time: TimeControl, players: Iterable[Player]) -> None:
    """Raises Denied when a game by these rules, or with one of these players, can't be rated."""
    try:
        rated_pool(rules, time)
    except Unrated as unrated:
        raise Denied(ErrorCode.NOT_RATED, str(unrated)) from None
    for player in players:
        if player.kind is Kind.BOT and not asker.node.rates_bots:
            text = f"games with bots are not rated here, and {player.name} is one; play casually"
            raise Denied(ErrorCode.NOT_RATED, text)


async def seated(asker: Asker, rules: Ruleset, time: TimeControl, options: Options) -> Player:
    """The asker with the rating for such a room, where it is known or wanted. Raises StoreUnavailable."""
    is_wanted = options.rated or options.ratings is not None
    return await asker.node.profiles.seated(asker.player, rules, time, wanted=is_wanted)
