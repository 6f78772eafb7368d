"""The storage interface for friends."""

from typing import Final, Protocol

from pente_core.identity import PlayerId

MOST_FRIENDS: Final = 100
"""How many friends a player can have."""


class FriendStore(Protocol):
    """The friends of each player: whom they want to find again, who need not know of it.

    A list is kept as long as the account, and deleted with it. Every method may raise StoreUnavailable; it is
    then safe to call it again.
    """

    async def add(self, player: PlayerId, friend: PlayerId) -> bool:
        """Add to a player's friends. False when there are `MOST_FRIENDS` already."""
        ...

    async def remove(self, player: PlayerId, friend: PlayerId) -> None:
        """Remove from a player's friends, if there."""
        ...

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        """A player's friends."""
        ...
