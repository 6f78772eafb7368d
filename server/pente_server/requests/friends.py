"""Requests about the player's friends."""

from collections.abc import Callable, Sequence

from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.rating import Speed
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.friends import Befriend, FriendList, Friends, Unfriend
from pente_protocol.messages.people import PlayerFound
from pente_server.limits.errors import RequestDenied
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.presence.presence import Presence
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import ACCOUNT, QUESTION, STANDINGS
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store import Account
from pente_server.store.people.friend_store import MOST_FRIENDS, FriendStore


class FriendRequests:
    """The player's friends."""

    def __init__(
        self,
        friends: FriendStore,
        connected: ConnectedPeople,
        presence: Presence,
        accounts: RequestedAccounts,
        now: Callable[[], Instant],
    ) -> None:
        self._friends = friends
        self._connected = connected
        self._presence = presence
        self._accounts = accounts
        self._now = now

    @answers(Befriend, cost=QUESTION)
    async def befriend(self, requester: Requester, request: Befriend) -> PlayerFound:
        """Add a player to the requester's friends. Raises RequestDenied and StoreUnavailable."""
        me = (
            await self._accounts.own(requester)
        ).id  # else the list of a deleted player would be stored again
        friend = await self._accounts.find_player(request.player)
        if friend.id == me:
            raise RequestDenied(ErrorCode.BAD_NAME, "You are your own friend already. Give another name.")
        if not await self._friends.add(me, friend.id):
            text = f"You have {MOST_FRIENDS} friends already. Take one off the list first."
            raise RequestDenied(ErrorCode.TOO_MANY, text)
        return await self._changed(requester, request, friend)

    @answers(Unfriend, cost=QUESTION)
    async def unfriend(self, requester: Requester, request: Unfriend) -> PlayerFound:
        """Take a player off the requester's friends. Raises RequestDenied and StoreUnavailable."""
        friend = await self._accounts.find_player(request.player)
        await self._friends.remove(requester.player.id, friend.id)
        return await self._changed(requester, request, friend)

    @answers(Friends, cost=QUESTION)
    async def list_friends(self, requester: Requester, request: Friends) -> FriendList:
        """The requester's friends, and which of them are connected.

        Raises RequestDenied and StoreUnavailable.
        """
        friends, people = await self.friends_of(requester), self._connected
        online = [each for friend in friends if (each := people.rows.find(friend.id)) is not None]
        requester.charge(STANDINGS * len(online) * len(Speed))
        rows = await people.rows.shown_to(requester.player.id, online, "pente", None)
        return FriendList(request.id, tuple(friends), tuple(rows))

    async def friends_of(self, requester: Requester) -> Sequence[Identity]:
        """The requester's friends, by name. Raises StoreUnavailable.

        Those whose accounts have expired are taken off the list: nobody could name them to do so.
        """
        store, me = self._friends, requester.player.id
        friends = sorted(await store.of(me))
        requester.charge(ACCOUNT * len(friends))
        found = await self._accounts.store.by_ids(friends)
        for friend, account in zip(friends, found, strict=True):
            if account is None:
                await store.remove(me, friend)
        players = (Identity(each.id, each.name, each.kind) for each in found if each is not None)
        return sorted(players, key=lambda player: player.name.casefold())

    async def _changed(
        self, requester: Requester, request: Befriend | Unfriend, friend: Account
    ) -> PlayerFound:
        """Let this node and the others know of a change; the reply."""
        me = requester.player.id
        await self._connected.friends.load(me)
        self._presence.account_changed(me, self._now())
        return PlayerFound(request.id, Identity(friend.id, friend.name, friend.kind))
