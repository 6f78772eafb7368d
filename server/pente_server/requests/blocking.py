"""Requests about blocked players, and what they are kept from."""

from collections.abc import Callable, Sequence

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId
from pente_core.room import Room
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.lists import PlayerList
from pente_protocol.messages.people import Block, Blocked, PlayerFound, Unblock
from pente_server.limits.errors import RequestDenied
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.player_feed import PlayerFeed
from pente_server.live.presence.presence import Presence
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import ACCOUNT, QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store import Account
from pente_server.store.accounts.account_store import MOST_BLOCKED


class BlockRequests:
    """Blocking players, and listing them."""

    def __init__(
        self,
        accounts: RequestedAccounts,
        blocks: BlockLists,
        presence: Presence,
        feed: PlayerFeed,
        now: Callable[[], Instant],
    ) -> None:
        self._accounts = accounts
        self._blocks = blocks
        self._presence = presence
        self._feed = feed
        self._now = now

    @answers(Block, cost=QUESTION)
    async def block(self, requester: Requester, request: Block) -> PlayerFound:
        """Block a player. Raises RequestDenied and StoreUnavailable."""
        await self._accounts.check(requester)  # else the list of a deleted player would be stored again
        me = requester.player.id
        other = await self._accounts.find_player(request.player)
        if other.id == me:
            raise RequestDenied(
                ErrorCode.BAD_NAME, "You can't block yourself. Give the name of another player."
            )
        if not await self._accounts.store.block(me, other.id):
            text = f"You have blocked {MOST_BLOCKED} players already. Unblock one first."
            raise RequestDenied(ErrorCode.TOO_MANY, text)
        return await self._changed(requester, request, other)

    @answers(Unblock, cost=QUESTION)
    async def unblock(self, requester: Requester, request: Unblock) -> PlayerFound:
        """Unblock a player. Raises RequestDenied and StoreUnavailable."""
        other = await self._accounts.find_player(request.player)
        await self._accounts.store.unblock(requester.player.id, other.id)
        return await self._changed(requester, request, other)

    @answers(Blocked, cost=QUESTION)
    async def list_blocked(self, requester: Requester, request: Blocked) -> PlayerList:
        """The players whom the player has blocked, by name. Raises StoreUnavailable."""
        return PlayerList(request.id, await self.blocked_players(requester))

    async def blocked_players(self, requester: Requester) -> tuple[Identity, ...]:
        """The players whom the requester has blocked, by name. Raises StoreUnavailable.

        Those whose accounts have expired are taken off the list: nobody could name them to unblock them.
        """
        accounts, me = self._accounts.store, requester.player.id
        blocked = sorted(await accounts.blocked(me))
        requester.charge(ACCOUNT * len(blocked))
        found = await accounts.by_ids(blocked)
        for other, account in zip(blocked, found, strict=True):
            if account is None:
                await accounts.unblock(me, other)
        return tuple(sorted(map(_identity, filter(None, found)), key=lambda player: player.name.casefold()))

    async def _changed(self, requester: Requester, request: Block | Unblock, other: Account) -> PlayerFound:
        """Let this node and the others know of a change; the reply."""
        me = requester.player.id
        await self._blocks.load(me)
        self._presence.account_changed(me, self._now())
        for player in (me, other.id):
            self._feed.changed(player)
        return PlayerFound(request.id, _identity(other))


class BlockChecks:
    """Whether players have blocked each other."""

    def __init__(self, accounts: RequestedAccounts, blocks: BlockLists) -> None:
        self._accounts = accounts
        self._blocks = blocks

    async def check_inviting(self, requester: Requester, players: Sequence[Identity]) -> None:
        """Check that the requester may invite some players. Raises RequestDenied and StoreUnavailable.

        A player who was blocked learns no more than that the other is not available.
        """
        for player in players:
            await self.check_not_blocked(requester, player.id, player.name, "Invite another player.")

    async def check_not_blocked(self, requester: Requester, player: PlayerId, name: str, remedy: str) -> None:
        """Check that neither the requester nor a player has blocked the other.

        Raises RequestDenied and StoreUnavailable.
        """
        me = requester.player.id
        if player in self._blocks.of(me):
            text = f"You have blocked {name}. Unblock them first."
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)
        if player in await self._accounts.store.blocking(me, [player]):
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, f"The player {name} is not available. {remedy}")

    async def check_joining(self, requester: Requester, room: Room) -> None:
        """Check that neither the host nor a player of a room has blocked the requester, who wants to join it.

        Raises RequestDenied and StoreUnavailable.
        """
        there = {room.created.by.id, *(player.id for player in room.seats if player is not None)}
        others = sorted(there - {requester.player.id})
        if await self._accounts.store.blocking(requester.player.id, others):
            text = "This room is not available. Look for another room, or open one."
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)


def _identity(account: Account) -> Identity:
    return Identity(account.id, account.name, account.kind)
