"""The block lists of the players who are connected to this node."""

from collections.abc import Set as AbstractSet
from itertools import count
from typing import Final

from pente_core.identity import PlayerId
from pente_server.live.player_queue import PlayerQueue
from pente_server.store.accounts.account_store import AccountStore

_Reading = tuple[int, AbstractSet[PlayerId]]
"""The number of a reading of the store, from 1, and its result."""
_NOT_READ: Final[_Reading] = (0, frozenset())


class BlockLists:
    """Whom each connected player has blocked, as the store says. Mutable.

    The lists are in memory because every line of chat is checked against them. What happens rarely, an
    invitation or a join, is checked in the store instead.
    """

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self._lists: dict[PlayerId, _Reading] = {}
        """The list of each connected player."""
        self._readings = count(1)
        self.outdated = PlayerQueue(self._read_again)
        """The players whose lists were changed at another node."""

    def of(self, player: PlayerId) -> AbstractSet[PlayerId]:
        """Those whom a connected player has blocked; nobody for a player who is not connected."""
        return self._lists.get(player, _NOT_READ)[1]

    async def load(self, player: PlayerId) -> None:
        """Read the list of a player who connects, or has changed it. Raises StoreUnavailable."""
        self._keep(player, await self._read(player))

    def forget(self, player: PlayerId) -> None:
        """Drop the list of a player who is no longer connected."""
        self._lists.pop(player, None)

    def changed_elsewhere(self, player: PlayerId) -> None:
        """Have a list read again that was changed at another node."""
        if player in self._lists:
            self.outdated.add((player,))

    async def reload(self) -> None:
        """Read the lists of all connected players again. Raises StoreUnavailable."""
        self.outdated.add(self._lists)
        await self.outdated.work_off()

    async def _read_again(self, player: PlayerId) -> None:
        reading = await self._read(player)
        if player in self._lists:  # else the player has disconnected meanwhile
            self._keep(player, reading)

    async def _read(self, player: PlayerId) -> _Reading:
        number = next(self._readings)
        return number, await self._store.blocked(player)

    def _keep(self, player: PlayerId, reading: _Reading) -> None:
        """Replace a list, unless a later reading was answered first."""
        if reading[0] > self._lists.get(player, _NOT_READ)[0]:
            self._lists[player] = reading
