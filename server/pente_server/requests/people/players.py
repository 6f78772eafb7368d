"""Requests about players: profiles, leaderboards, and changes of name."""

from pente_core.identity import Identity, PlayerId
from pente_core.rating import Pool, Speed
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import (
    HeadToHead,
    LeaderList,
    Leaders,
    PlayerFound,
    Profile,
    ProfileFound,
    Rename,
)
from pente_server.access.accounts import HOUSE_LEVEL_NAMES, rename_account
from pente_server.limits.errors import RequestDenied, requested_ruleset, unknown_player
from pente_server.requests.requester.costs import LEADERBOARD, LOOKED_AT, STANDINGS
from pente_server.requests.requester.requester import Requester
from pente_server.results.archive.head_to_head import head_to_head
from pente_server.results.player_history import rating_history, streaks
from pente_server.store import Account


async def profile(requester: Requester, request: Profile) -> ProfileFound:
    """A player's identity and results; the requester's own without a name.

    Raises RequestDenied and StoreUnavailable.
    """
    account = await find_account(requester, request.name or requester.player.name)
    player = Identity(account.id, account.name, account.kind)
    other = await find_account(requester, request.against) if request.against else None
    if other is not None and other.id == account.id:
        raise RequestDenied(ErrorCode.BAD_NAME, "Nobody plays against themselves. Name another player.")
    ports = requester.ports.players
    results = await ports.histories.results(account.id, lambda read: requester.charge(STANDINGS * read))
    return ProfileFound(
        request.id,
        player,
        await ports.profiles.scores(account),
        rating_history(results),
        streaks(results),
        None if other is None else await _against(requester, account, other),
    )


async def _against(requester: Requester, account: Account, other: Account) -> HeadToHead:
    """The results of a player against another, in games that the requester may see."""
    search = requester.ports.archive.game_search
    games, is_whole = await search.between(
        account.id, other.id, requester.player.id, lambda read: requester.charge(LOOKED_AT * read)
    )
    opponent = Identity(other.id, other.name, other.kind)
    return head_to_head(account.id, opponent, games, is_whole=is_whole)


async def leaders(requester: Requester, request: Leaders) -> LeaderList:
    """The leaderboards of a ruleset, of one speed or all. Raises RequestDenied and StoreUnavailable."""
    requested_ruleset(request.ruleset)
    speeds = tuple(Speed) if request.speed is None else (request.speed,)
    requester.charge(LEADERBOARD * len(speeds))
    boards = [await requester.ports.players.profiles.board(Pool(request.ruleset, speed)) for speed in speeds]
    return LeaderList(request.id, tuple(board for board in boards if board.leaders or board.provisional))


async def rename(requester: Requester, request: Rename) -> None:
    """Change the player's name, and reply. Raises RequestDenied and StoreUnavailable."""
    await own_account(requester)
    ports = requester.ports.players
    ports.access_control.check_player(requester.player.id, request.name)
    player = await rename_account(ports.accounts, requester.player, request.name, ports.now())
    requester.renamed(player)
    ports.presence.entered(player, ports.now())
    requester.send_message(PlayerFound(request.id, player))


async def check_account(requester: Requester) -> None:
    """Check that the account was not deleted at another node. Raises RequestDenied and StoreUnavailable."""
    (is_deleted,) = await requester.ports.players.accounts.deleted([requester.player.id])
    if is_deleted:
        raise _deleted()


async def own_account(requester: Requester) -> Account:
    """The account of the requester, who must still have it, on a device that is still one of its devices.

    It may have been deleted, or the device revoked, at another node. A guest has none, and a house bot has
    none in the store.
    Raises RequestDenied and StoreUnavailable.
    """
    accounts, player = requester.ports.players.accounts, requester.player.id
    (account,) = await accounts.by_ids([player])
    if account is None:
        (is_deleted,) = await accounts.deleted([player])
        if is_deleted:
            raise _deleted()
        text = "This server has no account of yours any more: it was not used for too long. Open another."
        raise RequestDenied(ErrorCode.UNKNOWN_PLAYER, text)
    if requester.device and account.device(requester.device) is None:
        raise RequestDenied(ErrorCode.UNKNOWN_DEVICE, "This device was revoked.")
    return account


def _deleted() -> RequestDenied:
    text = "You have deleted this account. Choose another name."
    return RequestDenied(ErrorCode.ACCOUNT_DELETED, text)


async def find_account(requester: Requester, name: str) -> Account:
    """The account with a name. Raises RequestDenied if there is none, and StoreUnavailable."""
    account = await requester.ports.players.accounts.find(name)
    if account is None and name.casefold() in HOUSE_LEVEL_NAMES:
        text = (
            f"This server has no {name.casefold()}. Choose of the bots in its lobby; where the engine is not "
            "compiled, master-bot is the strongest, with level 10."
        )
        raise RequestDenied(ErrorCode.UNKNOWN_PLAYER, text)
    if account is None:
        raise unknown_player(name)
    return account


async def find_player(requester: Requester, player: str) -> Account:
    """The account with an id or a name. Raises RequestDenied if there is none, and StoreUnavailable."""
    by_id = (await requester.ports.players.accounts.by_ids([PlayerId(player)]))[0]
    return by_id if by_id is not None else await find_account(requester, player)
