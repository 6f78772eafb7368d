"""Who hears of what happens in rooms."""

from collections.abc import Sequence
from typing import Protocol

from pente_core.identity import RoomId
from pente_core.room import Event, Room


class RoomObserver(Protocol):
    """Who hears of what happens in rooms. Nothing in here waits."""

    def is_wanted(self, room_id: RoomId) -> bool:
        """Whether anybody listens to a room."""
        ...

    def told(
        self,
        room_id: RoomId,
        room: Room,
        before: Room | None,
        events: Sequence[Event],
        bodies: Sequence[bytes],
    ) -> None:
        """The room has moved on by these events; ``before`` None: it is new here."""
        ...

    def lost(self, room_id: RoomId, room: Room) -> None:
        """The store has lost the end of the room's log: this is all that is left."""
        ...
