"""Friends in memory."""

from pente_core.identity import PlayerId
from pente_server.store.memory.accounts import MemoryAccountData
from pente_server.store.people.friend_store import MOST_FRIENDS


class MemoryFriends:
    """A `FriendStore` in memory."""

    def __init__(self, register: MemoryAccountData) -> None:
        self._register = register

    async def add(self, player: PlayerId, friend: PlayerId) -> bool:
        friends = self._register.friends[player]
        if friend not in friends and len(friends) >= MOST_FRIENDS:
            return False
        friends.add(friend)
        return True

    async def remove(self, player: PlayerId, friend: PlayerId) -> None:
        self._register.friends[player].discard(friend)

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        return frozenset(self._register.friends.get(player, ()))
