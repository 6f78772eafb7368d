"""Rating checks when a player opens or joins a room."""

from collections.abc import Iterable

from pente_core.clock.clock import TimeControl
from pente_core.identity import Identity, PlayerKind
from pente_core.rating import Unrated, rated_pool
from pente_core.room import Options
from pente_core.rules.ruleset import Ruleset
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.requests.requester.requester import Requester


def check_rated(requester: Requester, rules: Ruleset, time: TimeControl, players: Iterable[Identity]) -> None:
    """Check that a game with these rules, clocks and players can be rated. Raises RequestDenied."""
    try:
        rated_pool(rules, time)
    except Unrated as unrated:
        raise RequestDenied(ErrorCode.NOT_RATED, str(unrated)) from None
    for player in players:
        if player.kind is PlayerKind.BOT and not requester.ports.rooms.rates_bots:
            text = (
                f"This server does not rate games with bots, and {player.name} is a bot. Play a casual game."
            )
            raise RequestDenied(ErrorCode.NOT_RATED, text)


async def player_with_rating(
    requester: Requester, rules: Ruleset, time: TimeControl, options: Options
) -> Identity:
    """The requester as a player of such a room: with a rating if there is one, or if the room needs one.

    Raises StoreUnavailable.
    """
    is_wanted = options.rated or options.ratings is not None
    return await requester.ports.players.profiles.with_rating(requester.player, rules, time, wanted=is_wanted)
