"""Requests about blocked players, and what they are kept from."""

from collections.abc import Sequence

from pente_core.identity import Identity, PlayerId
from pente_core.room import Room
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Block, Blocked, PlayerFound, PlayerList, Unblock
from pente_server.limits.errors import RequestDenied
from pente_server.requests.people.players import check_account, find_player
from pente_server.requests.requester.costs import ACCOUNT
from pente_server.requests.requester.requester import Requester
from pente_server.store import Account
from pente_server.store.accounts.account_store import MOST_BLOCKED


async def block(requester: Requester, request: Block) -> None:
    """Block a player, and reply with this player. Raises RequestDenied and StoreUnavailable."""
    await check_account(requester)  # else the list of a deleted player would be stored again
    ports, me = requester.ports.players, requester.player.id
    other = await find_player(requester, request.player)
    if other.id == me:
        raise RequestDenied(ErrorCode.BAD_NAME, "You can't block yourself. Give the name of another player.")
    if not await ports.accounts.block(me, other.id):
        text = f"You have blocked {MOST_BLOCKED} players already. Unblock one first."
        raise RequestDenied(ErrorCode.TOO_MANY, text)
    await _changed(requester, request, other)


async def unblock(requester: Requester, request: Unblock) -> None:
    """Unblock a player, and reply with this player. Raises RequestDenied and StoreUnavailable."""
    other = await find_player(requester, request.player)
    await requester.ports.players.accounts.unblock(requester.player.id, other.id)
    await _changed(requester, request, other)


async def list_blocked(requester: Requester, request: Blocked) -> None:
    """Reply with the players whom the player has blocked, by name. Raises StoreUnavailable."""
    requester.send_message(PlayerList(request.id, await blocked_players(requester)))


async def blocked_players(requester: Requester) -> tuple[Identity, ...]:
    """The players whom the requester has blocked, by name. Raises StoreUnavailable.

    Those whose accounts have expired are taken off the list: nobody could name them to unblock them.
    """
    accounts, me = requester.ports.players.accounts, requester.player.id
    blocked = sorted(await accounts.blocked(me))
    requester.charge(ACCOUNT * len(blocked))
    found = await accounts.by_ids(blocked)
    for other, account in zip(blocked, found, strict=True):
        if account is None:
            await accounts.unblock(me, other)
    return tuple(sorted(map(_identity, filter(None, found)), key=lambda player: player.name.casefold()))


async def check_inviting(requester: Requester, players: Sequence[Identity]) -> None:
    """Check that the requester may invite some players. Raises RequestDenied and StoreUnavailable.

    A player who was blocked learns no more than that the other is not available.
    """
    for player in players:
        await check_not_blocked(requester, player.id, player.name, "Invite another player.")


async def check_not_blocked(requester: Requester, player: PlayerId, name: str, remedy: str) -> None:
    """Check that neither the requester nor a player has blocked the other.

    Raises RequestDenied and StoreUnavailable.
    """
    ports, me = requester.ports.players, requester.player.id
    if player in ports.blocks.of(me):
        text = f"You have blocked {name}. First: pente account unblock {name}"
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)
    if player in await ports.accounts.blocking(me, [player]):
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, f"The player {name} is not available. {remedy}")


async def check_joining(requester: Requester, room: Room) -> None:
    """Check that neither the host nor a player of a room has blocked the requester, who wants to join it.

    Raises RequestDenied and StoreUnavailable.
    """
    there = {room.created.by.id, *(player.id for player in room.seats if player is not None)}
    others = sorted(there - {requester.player.id})
    if await requester.ports.players.accounts.blocking(requester.player.id, others):
        text = "This room is not available. Look for another room, or open one."
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)


async def _changed(requester: Requester, request: Block | Unblock, other: Account) -> None:
    """Let this node and the others know of a change, and reply."""
    ports, me = requester.ports.players, requester.player.id
    await ports.blocks.load(me)
    ports.presence.account_changed(me, ports.now())
    for player in (me, other.id):
        requester.ports.people.connected.feed.changed(player)
    requester.send_message(PlayerFound(request.id, _identity(other)))


def _identity(account: Account) -> Identity:
    return Identity(account.id, account.name, account.kind)
