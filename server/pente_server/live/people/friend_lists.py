"""The friends of the players who are connected to this node, and whose friend a player is."""

from collections.abc import Set as AbstractSet

from pente_core.identity import PlayerId
from pente_server.live.people.connected_lists import ConnectedLists, Reading
from pente_server.store.people.friend_store import FriendStore


class FriendLists(ConnectedLists):
    """The friends of each connected player, as the store says, and the other way round. Mutable."""

    def __init__(self, store: FriendStore) -> None:
        super().__init__(store.of)
        self._of_friend: dict[PlayerId, set[PlayerId]] = {}

    def interested_in(self, friend: PlayerId) -> AbstractSet[PlayerId]:
        """The players connected to this node who have somebody as a friend."""
        return self._of_friend.get(friend, frozenset())

    def forget(self, player: PlayerId) -> None:
        self._unlink(player, self.of(player))
        super().forget(player)

    def _keep(self, player: PlayerId, reading: Reading) -> None:
        before = self.of(player)
        super()._keep(player, reading)
        after = self.of(player)
        self._unlink(player, before - after)
        for friend in after - before:
            self._of_friend.setdefault(friend, set()).add(player)

    def _unlink(self, player: PlayerId, friends: AbstractSet[PlayerId]) -> None:
        for friend in friends:
            self._of_friend[friend].discard(player)
            if not self._of_friend[friend]:
                del self._of_friend[friend]
