"""Lists of other players that each player who is connected to this node has in the store."""

from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from itertools import count
from typing import Final

from pente_core.identity import PlayerId
from pente_server.live.people.player_queue import PlayerQueue

Reading = tuple[int, AbstractSet[PlayerId]]
"""The number of a reading of the store, from 1, and its result."""
_NOT_READ: Final[Reading] = (0, frozenset())


class ConnectedLists:
    """A list for each connected player, as the store says. Mutable."""

    def __init__(self, read: Callable[[PlayerId], Awaitable[AbstractSet[PlayerId]]]) -> None:
        """``read`` reads a player's list; it raises StoreUnavailable."""
        self._read_list = read
        self._lists: dict[PlayerId, Reading] = {}
        """The list of each connected player."""
        self._readings = count(1)
        self.outdated = PlayerQueue(self._read_again)
        """The players whose lists were changed at another node."""

    def of(self, player: PlayerId) -> AbstractSet[PlayerId]:
        """The list of a connected player; empty for a player who is not connected."""
        return self._lists.get(player, _NOT_READ)[1]

    def has(self, player: PlayerId) -> bool:
        """Whether the list of a player was read: they are connected to this node."""
        return player in self._lists

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

    async def _read(self, player: PlayerId) -> Reading:
        number = next(self._readings)
        return number, await self._read_list(player)

    def _keep(self, player: PlayerId, reading: Reading) -> None:
        """Replace a list, unless a later reading was answered first."""
        if reading[0] > self._lists.get(player, _NOT_READ)[0]:
            self._lists[player] = reading
