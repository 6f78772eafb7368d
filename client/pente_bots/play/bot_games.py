"""The games of a bot: the current ones, and the latest that have ended."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from pente_bots.play.ports import BotConnection
from pente_core.clock.instant import Millis, elapsed
from pente_core.identity import RoomId
from pente_core.room import Room

_REMEMBERED: Final = 1000
"""Rooms that have ended and are remembered, because late news of them may arrive."""
_LINGERING: Final = 8
"""Rooms that have ended and are still watched: the opponent may offer a rematch there."""
_ASLEEP: Final = Millis(24 * 60 * 60 * 1000)
"""A game without any event for so long no longer counts against the limit of games."""


class BotGames:
    """The rooms in which a bot plays or is about to play, in the order it learned of them. Mutable."""

    def __init__(self, connection: BotConnection) -> None:
        self._connection = connection
        self._current: dict[RoomId, None] = {}
        self._ended: deque[RoomId] = deque(maxlen=_REMEMBERED)
        self._lingering: deque[RoomId] = deque()

    def __contains__(self, room_id: RoomId) -> bool:
        return room_id in self._current

    def __iter__(self) -> Iterator[RoomId]:
        return iter(tuple(self._current))

    def add(self, room_id: RoomId) -> None:
        self._current[room_id] = None

    def drop(self, room_id: RoomId) -> None:
        self._current.pop(room_id, None)

    def has_ended(self, room_id: RoomId) -> bool:
        return room_id in self._ended

    def end(self, room_id: RoomId) -> RoomId | None:
        """Move a game to the ended ones; the room, if any, that need not be watched any longer."""
        self.drop(room_id)
        self._ended.append(room_id)
        self._lingering.append(room_id)
        return self._lingering.popleft() if len(self._lingering) > _LINGERING else None

    def before(self, room_id: RoomId) -> list[RoomId]:
        """The current games that are older than ``room_id``."""
        return list(takewhile(lambda game: game != room_id, self._current))

    def count_with(self, name: str, games: Iterable[RoomId] | None = None) -> int:
        """How many games have ``name`` as a player or invited. Rooms that were not seen yet count too."""
        rooms = (
            self._connection.rooms.get(room_id) for room_id in (self._current if games is None else games)
        )
        return sum(replica is None or has_player(replica.room, name) for replica in rooms)

    def count_active(self, games: Iterable[RoomId]) -> int:
        """How many of the games had an event lately."""
        return sum(self._is_active(room_id) for room_id in games)

    def _is_active(self, room_id: RoomId) -> bool:
        replica = self._connection.rooms.get(room_id)
        return replica is None or elapsed(replica.room.active, self._connection.server_now()) < _ASLEEP


def has_player(room: Room, name: str) -> bool:
    """Whether a player of that name is seated or invited."""
    players = (*room.seats, *room.invited)
    return any(player is not None and player.name.casefold() == name.casefold() for player in players)
