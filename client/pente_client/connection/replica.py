"""A room as a client knows it."""

from pente_client.connection.validate import InvalidEvent, check_event, checked_snapshot
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Created, Event, Room, Snapshot, apply, opened
from pente_protocol.messages import (
    RoomPresence,
)


class Replica:
    """A room that follows the server's, event by event. Mutable; only the connection changes it.

    Nothing that the server sends is believed before it was scrutinised: an event that does not fit raises
    `InvalidEvent` and leaves the room as it was.
    """

    def __init__(self, id_: RoomId, room: Room, me: PlayerId) -> None:
        self.id = id_
        self.room = room
        self.presence: RoomPresence | None = None
        self._me = me
        self.is_lost = False
        """Whether a snapshot was asked for because the room no longer followed; until it comes, no event
        is applied."""
        self.doubts = 0
        """How often in a row that had to be done."""

    @classmethod
    def opened(cls, id_: RoomId, created: Created, me: PlayerId) -> "Replica":
        """The replica of a room that was just created."""
        return cls(id_, opened(created), me)

    @classmethod
    def restored(cls, id_: RoomId, shot: Snapshot, me: PlayerId) -> "Replica":
        """The replica of a room that is seen for the first time. Raises Implausible."""
        return cls(id_, checked_snapshot(shot), me)

    @property
    def seat_of_me(self) -> int | None:
        """The seat of the player who is connected, or None for one who only watches."""
        return self.room.seat_of(self._me)

    @property
    def is_my_turn(self) -> bool:
        """Whether the player who is connected is to act now."""
        seat = self.seat_of_me
        return seat is not None and self.room.to_act == seat

    def step(self, version: int, event: Event) -> Room | None:
        """Follow one event: the room before it, or None for one that is known already.

        Raises Implausible when events are missing before it, or it does not fit.
        """
        if version <= self.room.version:
            return None
        if version != self.room.version + 1:
            raise InvalidEvent(f"event {version} came after event {self.room.version}")
        check_event(self.room, event)
        before, self.room = self.room, apply(self.room, event)
        self.doubts = 0
        return before

    def resync(self, shot: Snapshot) -> None:
        """Take the whole room anew, whatever its version. Raises Implausible."""
        self.room = checked_snapshot(shot)
        self.is_lost = False
