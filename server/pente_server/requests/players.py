"""Requests about players: profiles, leaderboards, and changes of name."""

from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.rating import Pool, Speed
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.people import (
    HeadToHead,
    LeaderList,
    Leaders,
    PlayerFound,
    Profile,
    ProfileFound,
    Rename,
)
from pente_server.access.access_control import AccessControl
from pente_server.access.accounts import rename_account
from pente_server.limits.errors import RequestDenied, requested_ruleset
from pente_server.live.presence.presence import Presence
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import LEADERBOARD, LOOKED_AT, QUESTION, STANDINGS
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.results.archive import GameSearch
from pente_server.results.archive.head_to_head import head_to_head
from pente_server.results.player_history import PlayerHistories, rating_history, streaks
from pente_server.results.profiles import Profiles
from pente_server.store import Account


class PlayerRequests:
    """Profiles, leaderboards, and changes of name."""

    def __init__(
        self,
        *,
        accounts: RequestedAccounts,
        access_control: AccessControl,
        profiles: Profiles,
        histories: PlayerHistories,
        game_search: GameSearch,
        presence: Presence,
        now: Callable[[], Instant],
    ) -> None:
        self._accounts = accounts
        self._access_control = access_control
        self._profiles = profiles
        self._histories = histories
        self._game_search = game_search
        self._presence = presence
        self._now = now

    @answers(Profile, cost=QUESTION, anybody=True)
    async def profile(self, requester: Requester, request: Profile) -> ProfileFound:
        """A player's identity and results; the requester's own without a name.

        Raises RequestDenied and StoreUnavailable.
        """
        account = await self._accounts.find_player(request.player or requester.player.id)
        player = Identity(account.id, account.name, account.kind)
        other = await self._accounts.find_player(request.against) if request.against else None
        if other is not None and other.id == account.id:
            raise RequestDenied(ErrorCode.BAD_NAME, "Nobody plays against themselves. Name another player.")
        results = await self._histories.results(account.id, lambda read: requester.charge(STANDINGS * read))
        return ProfileFound(
            request.id,
            player,
            await self._profiles.scores(account),
            rating_history(results),
            streaks(results),
            None if other is None else await self._against(requester, account, other),
        )

    @answers(Leaders, cost=QUESTION, anybody=True)
    async def leaders(self, requester: Requester, request: Leaders) -> LeaderList:
        """The leaderboards of a ruleset, of one speed or all. Raises RequestDenied and StoreUnavailable."""
        requested_ruleset(request.ruleset)
        speeds = tuple(Speed) if request.speed is None else (request.speed,)
        requester.charge(LEADERBOARD * len(speeds))
        boards = [await self._profiles.board(Pool(request.ruleset, speed)) for speed in speeds]
        return LeaderList(request.id, tuple(board for board in boards if board.leaders or board.provisional))

    @answers(Rename, cost=QUESTION)
    async def rename(self, requester: Requester, request: Rename) -> PlayerFound:
        """Change the player's name. Raises RequestDenied and StoreUnavailable."""
        await self._accounts.own(requester)
        self._access_control.check_player(requester.player.id, request.name)
        player = await rename_account(self._accounts.store, requester.player, request.name, self._now())
        requester.renamed(player)
        self._presence.entered(player, self._now())
        return PlayerFound(request.id, player)

    async def _against(self, requester: Requester, account: Account, other: Account) -> HeadToHead:
        """The results of a player against another, in games that the requester may see."""
        search = self._game_search
        games, is_whole = await search.between(
            account.id, other.id, requester.player.id, lambda read: requester.charge(LOOKED_AT * read)
        )
        opponent = Identity(other.id, other.name, other.kind)
        return head_to_head(account.id, opponent, games, is_whole=is_whole)
