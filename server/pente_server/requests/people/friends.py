"""Requests about the player's friends."""

from collections.abc import Sequence

from pente_core.identity import Identity
from pente_core.rating import Speed
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Befriend, FriendList, Friends, PlayerFound, Unfriend
from pente_server.limits.errors import RequestDenied
from pente_server.requests.people.players import find_player, own_account
from pente_server.requests.requester.costs import ACCOUNT, STANDINGS
from pente_server.requests.requester.requester import Requester
from pente_server.store import Account
from pente_server.store.people.friend_store import MOST_FRIENDS


async def befriend(requester: Requester, request: Befriend) -> PlayerFound:
    """Add a player to the requester's friends. Raises RequestDenied and StoreUnavailable."""
    me = (await own_account(requester)).id  # else the list of a deleted player would be stored again
    friend = await find_player(requester, request.player)
    if friend.id == me:
        raise RequestDenied(ErrorCode.BAD_NAME, "You are your own friend already. Give another name.")
    if not await requester.ports.people.friends.add(me, friend.id):
        text = f"You have {MOST_FRIENDS} friends already. Take one off the list first: pente friends remove"
        raise RequestDenied(ErrorCode.TOO_MANY, text)
    return await _changed(requester, request, friend)


async def unfriend(requester: Requester, request: Unfriend) -> PlayerFound:
    """Take a player off the requester's friends. Raises RequestDenied and StoreUnavailable."""
    friend = await find_player(requester, request.player)
    await requester.ports.people.friends.remove(requester.player.id, friend.id)
    return await _changed(requester, request, friend)


async def list_friends(requester: Requester, request: Friends) -> FriendList:
    """The requester's friends, and which of them are connected. Raises RequestDenied and StoreUnavailable."""
    friends, people = await friends_of(requester), requester.ports.people.connected
    online = [each for friend in friends if (each := people.rows.find(friend.id)) is not None]
    requester.charge(STANDINGS * len(online) * len(Speed))
    rows = await people.rows.shown_to(requester.player.id, online, "pente", None)
    return FriendList(request.id, tuple(friends), tuple(rows))


async def friends_of(requester: Requester) -> Sequence[Identity]:
    """The requester's friends, by name. Raises StoreUnavailable.

    Those whose accounts have expired are taken off the list: nobody could name them to do so.
    """
    store, me = requester.ports.people.friends, requester.player.id
    friends = sorted(await store.of(me))
    requester.charge(ACCOUNT * len(friends))
    found = await requester.ports.players.accounts.by_ids(friends)
    for friend, account in zip(friends, found, strict=True):
        if account is None:
            await store.remove(me, friend)
    players = (Identity(each.id, each.name, each.kind) for each in found if each is not None)
    return sorted(players, key=lambda player: player.name.casefold())


async def _changed(requester: Requester, request: Befriend | Unfriend, friend: Account) -> PlayerFound:
    """Let this node and the others know of a change; the reply."""
    ports, me = requester.ports.players, requester.player.id
    await requester.ports.people.connected.friends.load(me)
    ports.presence.account_changed(me, ports.now())
    return PlayerFound(request.id, Identity(friend.id, friend.name, friend.kind))
