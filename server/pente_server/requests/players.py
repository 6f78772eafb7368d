"""People: profiles, leaders, and names."""

from pente_core.identity import Identity
from pente_core.rating import Pool, Speed
from pente_core.rules.ruleset import RULESETS
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Leaders, LeadersFound, Ok, Profile, ProfileFound, Rename
from pente_protocol.untrusted_text import clean
from pente_server.access.accounts import rename_account
from pente_server.limits.errors import RequestDenied
from pente_server.requests.context import Requester
from pente_server.store import Account


async def profile(requester: Requester, request: Profile) -> ProfileFound:
    """Who somebody is, and how they have played. Raises RequestDenied and StoreUnavailable."""
    account = await find_account(requester, request.name or requester.player.name)
    player = Identity(account.id, account.name, account.kind)
    return ProfileFound(request.id, player, await requester.ports.players.profiles.scores(account))


async def leaders(requester: Requester, request: Leaders) -> LeadersFound:
    """Those with the highest ratings. Raises RequestDenied and StoreUnavailable."""
    if request.ruleset not in RULESETS:
        raise RequestDenied(
            ErrorCode.BAD_RULESET,
            f"there is no ruleset {clean(request.ruleset, 20)}; there are {', '.join(RULESETS)}",
        )
    speeds = Speed if request.speed is None else (request.speed,)
    boards = [await requester.ports.players.profiles.board(Pool(request.ruleset, speed)) for speed in speeds]
    return LeadersFound(request.id, tuple(board for board in boards if board.leaders))


async def rename(requester: Requester, request: Rename) -> None:
    """Have another name, and reply. Raises RequestDenied and StoreUnavailable."""
    ports = requester.ports.players
    ports.access_control.check_player(requester.player.id, request.name)
    player = await rename_account(ports.accounts, requester.player, request.name, ports.now())
    requester.renamed(player)
    ports.presence.entered(player)
    requester.tell(Ok(request.id, players=(player,)))


async def find_account(requester: Requester, name: str) -> Account:
    """The account with a name. Raises RequestDenied and StoreUnavailable."""
    account = await requester.ports.players.accounts.find(name)
    if account is None:
        raise RequestDenied(ErrorCode.UNKNOWN_PLAYER, f"there is no player {clean(name, 20)}; check the name")
    return account
