"""The storage interface for accounts, results and leaderboards.

Like the rest of the store it knows nothing about Pente: a standing and a ledger entry are encoded bytes, a
rating pool is a string. Every player has a ledger of the rooms whose games were counted, so a game counts
once, no matter how often and by how many nodes it is processed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_server.store.accounts.account import Account
from pente_server.store.accounts.role import Role

OLD_NAME_KEPT: Final = Millis(30 * 24 * 60 * 60 * 1000)
"""How long a player's previous name stays reserved for this player after a rename."""

MOST_BLOCKED: Final = 100
"""How many others a player can block."""
LEDGER_PAGE: Final = 100
"""About how many entries a page of a ledger has."""


@dataclass(frozen=True, slots=True)
class ResultUpdate:
    """The effect of one game on a player's results in one pool."""

    player: PlayerId
    room: RoomId
    pool: str
    before: bytes
    """The encoded standing that ``after`` was computed from; empty: none yet."""
    after: bytes
    """The encoded standing after the game."""
    entry: bytes
    """The encoded ledger entry for the game."""
    is_rated: bool = False
    """Whether the game gives the player a rating; the accounts of rated players never expire."""
    score: float | None = None
    """The player's score on the pool's leaderboard; None: not on it. Ignored unless ``is_rated``."""
    provisional_score: float | None = None
    """The same for those whose ratings are provisional."""


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """A part of a player's ledger."""

    entries: Mapping[RoomId, bytes]
    """Encoded entries by room. While games are counted, an entry may be on two pages."""
    cursor: int
    """Where the next page begins; 0: there is none."""


class AccountStore(Protocol):
    """Accounts, results and leaderboards.

    Every method may raise StoreUnavailable; it is then safe to call it again.
    """

    async def account(self, player: PlayerId) -> Account | None:
        """The account with an id, or None. Marks the account as used now."""
        ...

    async def open(self, account: Account) -> bool:
        """Claim the name and create the account. False when another player has it, or one that looks alike.

        Names look alike if they have the same `pente_protocol.names.skeleton`; case makes no difference.
        False too when the account was deleted. Idempotent: opening the same account again returns True.
        """
        ...

    async def reserve(self, account: Account) -> bool:
        """Claim the name, and create the account or take it over, for a house bot.

        No token opens the account from then on, and it never expires. False, with nothing changed, when
        another player has the name. Idempotent.
        """
        ...

    async def find(self, name: str) -> Account | None:
        """The account with a name, ignoring case; previous names still reserved for it count too."""
        ...

    async def rename(self, account: Account, name: str, now: Instant) -> bool:
        """Rename an account. False when another player has the name or one that looks alike.

        The old name stays reserved for `OLD_NAME_KEPT`, and `find` resolves it to this account.
        """
        ...

    async def set_roles(self, player: PlayerId, roles: Iterable[Role]) -> bool:
        """Give an account these roles in place of all others. False if there is no account."""
        ...

    async def earlier_names(self, player: PlayerId, now: Instant) -> Sequence[str]:
        """The previous names that are still reserved for a player, sorted."""
        ...

    async def delete(self, player: PlayerId, name: str) -> None:
        """Delete the account of a player, who has that name, with its results. Idempotent.

        The id is deleted for ever: no account can be opened with it, and no game counts for it any more. The
        name stays reserved for `OLD_NAME_KEPT`, but `find` does not resolve it.
        """
        ...

    async def deleted(self, players: Sequence[PlayerId]) -> Sequence[bool]:
        """Whether the accounts with these ids were deleted, in the same order."""
        ...

    async def ledger(self, player: PlayerId, cursor: int) -> LedgerPage:
        """A page of a player's ledger, some hundreds of entries at most; cursor 0: the first one."""
        ...

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]:
        """The accounts with these ids, in the same order. Does not mark them as used."""
        ...

    async def block(self, player: PlayerId, other: PlayerId) -> bool:
        """Add ``other`` to those whom a player has blocked. False when there are `MOST_BLOCKED` already.

        The list is kept as long as the account.
        """
        ...

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        """Remove ``other`` from those whom a player has blocked, if there."""
        ...

    async def blocked(self, player: PlayerId) -> frozenset[PlayerId]:
        """Those whom a player has blocked."""
        ...

    async def blocking(self, player: PlayerId, among: Sequence[PlayerId]) -> frozenset[PlayerId]:
        """Those among some players who have blocked this one."""
        ...

    async def standings(self, player: PlayerId) -> Mapping[str, bytes]:
        """A player's encoded standings, by pool."""
        ...

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        """The encoded standings of players in one pool, in the same order; empty for players without one."""
        ...

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        """The player's ledger entry for a game; None when it has not been counted."""
        ...

    async def counted_in(self, player: PlayerId, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        """The player's ledger entries for games, in the same order; None for those that were not counted."""
        ...

    async def count(self, count: ResultUpdate) -> bytes | None:
        """Count a game for a player, atomically and at most once; return its ledger entry, new or existing.

        For a deleted account nothing is stored, and the entry of ``count`` is returned.

        None, with nothing changed, when the stored standing differs from ``count.before``: compute the
        update again from the current standing.
        """
        ...

    async def leaders(self, pool: str, most: int, *, provisional: bool = False) -> Sequence[PlayerId]:
        """Up to ``most`` players with the highest scores, or the highest provisional ones, best first.

        Players who no longer qualify may still be among them: the caller filters.
        """
        ...
