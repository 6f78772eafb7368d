"""What the server asks of its store about people: names, results, and who leads.

Like the store it knows nothing of Pente: a standing and an entry are encoded bytes, a pool is a text. Every
player has a ledger of the rooms whose games were counted, so that a game is counted once, however often and
by however many nodes it is filed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId
from pente_protocol.messages import RoomId
from pente_server.store.account import Account

OLD_NAME_KEPT: Final = Millis(30 * 24 * 60 * 60 * 1000)
"""How long nobody else gets the name that somebody had before."""


@dataclass(frozen=True, slots=True)
class ResultUpdate:
    """What a game does to a player's results in a pool."""

    player: PlayerId
    room: RoomId
    pool: str
    before: bytes
    """The standing that this was worked out from; empty: none yet."""
    after: bytes
    entry: bytes
    """What the ledger keeps of it."""
    is_rated: bool = False
    """Whether the player has a rating from now on, and so is never forgotten."""
    score: float | None = None
    """Where the player stands among those who lead; None: nowhere."""


class AccountStore(Protocol):
    """Every method may raise StoreUnavailable, and may then be called again."""

    async def account(self, player: PlayerId) -> Account | None:
        """The account with an id; it counts as used now."""
        ...

    async def open(self, account: Account) -> bool:
        """Claim the name and keep the account. False when the name (in any case) is another's.

        Doing it again with the same account succeeds again.
        """
        ...

    async def find(self, name: str) -> Account | None:
        """The account with a name, in any case."""
        ...

    async def rename(self, account: Account, name: str, now: Instant) -> bool:
        """Give an account another name. False when the name (in any case) is another's.

        The old name stays the player's for a while: who looks for it finds the account.
        """
        ...

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]:
        """The accounts with these ids, in this order; that does not count as using them."""
        ...

    async def standings(self, player: PlayerId) -> Mapping[str, bytes]:
        """A player's standings, by pool."""
        ...

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        """The standings of players in one pool, in this order; empty for those who have none there."""
        ...

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        """What the ledger keeps of a game; None while it was not counted."""
        ...

    async def count(self, count: ResultUpdate) -> bytes | None:
        """Count a game, unless it was counted before: what the ledger keeps of it, from now on or already.

        None, and nothing has changed, when the standing is not the one that was expected.
        """
        ...

    async def leaders(self, pool: str, most: int) -> Sequence[PlayerId]:
        """The players with the highest scores, the best first; those who are out by now may be among them."""
        ...
