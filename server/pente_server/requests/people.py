"""People: profiles, leaders, and names."""

from pente_core.player import Player
from pente_core.rating import Pool, Speed
from pente_core.ruleset import RULESETS
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Leaders, LeadersFound, Ok, Profile, ProfileFound, Rename
from pente_protocol.text import clean
from pente_server.accounts import renamed
from pente_server.denied import Denied
from pente_server.requests.asker import Asker
from pente_server.store import Account


async def profile(asker: Asker, request: Profile) -> ProfileFound:
    """Who somebody is, and how they have played. Raises Denied and StoreUnavailable."""
    account = await account_of(asker, request.name or asker.player.name)
    player = Player(account.id, account.name, account.kind)
    return ProfileFound(request.id, player, await asker.node.profiles.scores(account))


async def leaders(asker: Asker, request: Leaders) -> LeadersFound:
    """Those with the highest ratings. Raises Denied and StoreUnavailable."""
    if request.ruleset not in RULESETS:
        raise Denied(
            ErrorCode.BAD_RULESET,
            f"there is no ruleset {clean(request.ruleset, 20)}; there are {', '.join(RULESETS)}",
        )
    speeds = Speed if request.speed is None else (request.speed,)
    boards = [await asker.node.profiles.board(Pool(request.ruleset, speed)) for speed in speeds]
    return LeadersFound(request.id, tuple(board for board in boards if board.leaders))


async def rename(asker: Asker, request: Rename) -> None:
    """Have another name, and reply. Raises Denied and StoreUnavailable."""
    node = asker.node
    node.gate.check_player(asker.player.id, request.name)
    player = await renamed(node.store.people, asker.player, request.name, node.pulse.now())
    asker.renamed(player)
    node.presence.entered(player)
    asker.tell(Ok(request.id, players=(player,)))


async def account_of(asker: Asker, name: str) -> Account:
    """The account with a name. Raises Denied and StoreUnavailable."""
    account = await asker.node.store.people.find(name)
    if account is None:
        raise Denied(ErrorCode.UNKNOWN_PLAYER, f"there is no player {clean(name, 20)}; check the name")
    return account
