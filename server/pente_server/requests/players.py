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


async def profile(asker: Requester, request: Profile) -> ProfileFound:
    """Who somebody is, and how they have played. Raises Denied and StoreUnavailable."""
    account = await find_account(asker, request.name or asker.player.name)
    player = Identity(account.id, account.name, account.kind)
    return ProfileFound(request.id, player, await asker.ports.players.profiles.scores(account))


async def leaders(asker: Requester, request: Leaders) -> LeadersFound:
    """Those with the highest ratings. Raises Denied and StoreUnavailable."""
    if request.ruleset not in RULESETS:
        raise RequestDenied(
            ErrorCode.BAD_RULESET,
            f"there is no ruleset {clean(request.ruleset, 20)}; there are {', '.join(RULESETS)}",
        )
    speeds = Speed if request.speed is None else (request.speed,)
    boards = [await asker.ports.players.profiles.board(Pool(request.ruleset, speed)) for speed in speeds]
    return LeadersFound(request.id, tuple(board for board in boards if board.leaders))


async def rename(asker: Requester, request: Rename) -> None:
    """Have another name, and reply. Raises Denied and StoreUnavailable."""
    ports = asker.ports.players
    ports.access_control.check_player(asker.player.id, request.name)
    player = await rename_account(ports.accounts, asker.player, request.name, ports.now())
    asker.renamed(player)
    ports.presence.entered(player)
    asker.tell(Ok(request.id, players=(player,)))


async def find_account(asker: Requester, name: str) -> Account:
    """The account with a name. Raises Denied and StoreUnavailable."""
    account = await asker.ports.players.accounts.find(name)
    if account is None:
        raise RequestDenied(ErrorCode.UNKNOWN_PLAYER, f"there is no player {clean(name, 20)}; check the name")
    return account
