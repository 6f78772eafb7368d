"""News of friends who arrive: who is told of it, and how often."""

from collections.abc import Awaitable, Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from pente_core.identity import Identity, PlayerId
from pente_server.live.people.friend_lists import FriendLists
from pente_server.store import StoreUnavailable

ABSENT_FOR: Final = 60.0
"""Seconds without a connection after which a player who connects has arrived, and not only reconnected."""
TOLD_EVERY: Final = 300.0
"""Seconds between two pieces of news about the same friend at least."""


class Arrivals:
    """Who has arrived and is still to be announced. Mutable: when each player was here and announced last.

    What is remembered is only of the last minutes. A node that has just started knows nothing of before.
    """

    def __init__(
        self,
        friends: FriendLists,
        blocked_by: Callable[[PlayerId], Awaitable[AbstractSet[PlayerId]]],
        tell: Callable[[PlayerId, Identity], None],
        time: Callable[[], float],
    ) -> None:
        """``blocked_by`` reads whom a player has blocked; it raises StoreUnavailable. ``tell`` tells a player
        that a friend has arrived. ``time`` returns seconds and must never go back.
        """
        self._friends = friends
        self._blocked_by = blocked_by
        self._tell = tell
        self._time = time
        self._gone: dict[PlayerId, float] = {}
        """When players have left, in that order."""
        self._told: dict[PlayerId, float] = {}
        """When players were announced, in that order."""

    def left(self, player: PlayerId) -> None:
        """Note that a player is not connected any more."""
        self._gone.pop(player, None)
        self._gone[player] = self._time()
        _drop_older(self._gone, self._time() - ABSENT_FOR)

    def is_news(self, player: PlayerId) -> bool:
        """Whether a player who has just connected has arrived, and somebody here wants to know it."""
        now = self._time()
        _drop_older(self._gone, now - ABSENT_FOR)
        _drop_older(self._told, now - TOLD_EVERY)
        if player in self._gone or player in self._told or not self._friends.interested_in(player):
            return False
        self._told[player] = now
        return True

    async def announce(self, player: Identity) -> None:
        """Tell those who have a player as a friend, but for those whom the player has blocked."""
        try:
            blocked = await self._blocked_by(player.id)
        except StoreUnavailable:  # it is not worth to be told late
            return
        for interested in tuple(self._friends.interested_in(player.id)):
            if interested not in blocked and interested != player.id:
                self._tell(interested, player)


def _drop_older(times: dict[PlayerId, float], than: float) -> None:
    """Drop the entries from before a time; they are in the order of their times."""
    for player in _first_older(times, than):
        del times[player]


def _first_older(times: dict[PlayerId, float], than: float) -> Iterable[PlayerId]:
    older = []
    for player, at in times.items():
        if at >= than:
            break
        older.append(player)
    return older
