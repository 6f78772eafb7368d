"""Rating checks when a player opens or joins a room."""

from collections.abc import Callable, Collection, Iterable

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity, PlayerKind
from pente_core.rating import Unrated, rated_pool
from pente_core.records.model.calendar_day import day_of
from pente_core.room import SENTENCES, Options, Reason
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import LOOKED_AT
from pente_server.requests.requester import Requester
from pente_server.results.no_shows import NoShows
from pente_server.results.profiles import Profiles


class RatingChecks:
    """Whether a game can be rated, and for whom."""

    def __init__(
        self,
        *,
        accounts: RequestedAccounts,
        no_shows: NoShows,
        profiles: Profiles,
        rates_bots: bool,
        rates_handicaps: bool,
        now: Callable[[], Instant],
    ) -> None:
        self._accounts = accounts
        self._no_shows = no_shows
        self._profiles = profiles
        self._rates_bots = rates_bots
        self._rates_handicaps = rates_handicaps
        self._now = now

    def check_handicap(self, setup: Setup | None) -> None:
        """Check that this server rates a game from such a position, if there is one. Raises RequestDenied."""
        if setup is not None and not self._rates_handicaps:
            text = "This server does not rate games that begin from a position. Play a casual game."
            raise RequestDenied(ErrorCode.NOT_RATED, text)

    async def check_rated(self, rules: Ruleset, time: TimeControl, players: Collection[Identity]) -> None:
        """Check that a game with these rules, clocks and players can be rated.

        Bots of the house are rated among themselves on every server: that changes the rating of no person,
        and the host decides how many games they play. Bots of players never are: one owner could have one of
        them lose to another for ever. Raises RequestDenied and StoreUnavailable.
        """
        try:
            rated_pool(rules, time, handicaps=self._rates_handicaps)
        except Unrated as unrated:
            raise RequestDenied(ErrorCode.NOT_RATED, str(unrated)) from None
        if any(
            player.is_guest for player in players
        ):  # the room would refuse it too: clients then offer casual
            raise RequestDenied(ErrorCode.NOT_RATED, SENTENCES[Reason.GUEST_RATED])
        bots = [player for player in players if player.kind is PlayerKind.BOT]
        if not bots:
            return
        of_house = await self._count_of_house(bots)
        if of_house == len(players):
            return
        if not self._rates_bots:
            text = (
                f"This server does not rate games with bots, and {bots[0].name} is a bot. Play a casual game."
            )
            raise RequestDenied(ErrorCode.NOT_RATED, text)
        if len(bots) == len(players) > 1 and not of_house:
            text = "Games between bots of players are not rated. Play a casual game, or a bot of the house."
            raise RequestDenied(ErrorCode.NOT_RATED, text)

    async def check_no_break(self, requester: Requester, players: Iterable[Identity]) -> None:
        """Check that no person of a rated game has a break from such games, for not coming to others.

        Bots have none, and many games. Charges the requester for what is read. Raises RequestDenied and
        StoreUnavailable.
        """
        for player in players:
            if player.kind is PlayerKind.BOT:
                continue
            until = await self._no_shows.break_until(
                player.id, lambda read: requester.charge(LOOKED_AT * read)
            )
            if until is not None:
                left = elapsed(self._now(), until)
                whose = "You" if player.id == requester.player.id else f"The player {player.name}"
                raise RequestDenied(ErrorCode.NOT_RATED, _break_text(whose, until, left), left)

    async def player_with_rating(
        self, requester: Requester, rules: Ruleset, time: TimeControl, options: Options
    ) -> Identity:
        """The requester as a player of such a room: with a rating if there is one, or if the room needs one.

        Raises StoreUnavailable.
        """
        is_wanted = options.rated or options.ratings is not None
        return await self._profiles.with_rating(requester.player, rules, time, wanted=is_wanted)

    async def _count_of_house(self, bots: Collection[Identity]) -> int:
        """How many of some bots are of the house. Raises StoreUnavailable."""
        accounts = await self._accounts.store.by_ids([bot.id for bot in bots])
        return sum(account is not None and account.is_of_house for account in accounts)


def _break_text(who: str, until: Instant, left: Millis) -> str:
    minutes, moment = max(1, -(-left // 60_000)), day_of(until)
    at = "" if moment is None else f", at {str(moment[1])[:5]} UTC"
    whoever = "You" if who == "You" else "They"
    return (
        f"{who} made no first move in three games of a day. {whoever} can play rated games again in "
        f"{minutes} minute{'' if minutes == 1 else 's'}{at}. Casual games are open any time."
    )
