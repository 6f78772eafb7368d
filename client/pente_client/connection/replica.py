"""A room as a client knows it."""

from pente_client.connection.validate import InvalidEvent, check_event, checked_snapshot
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Created, Event, Room, Snapshot, apply, opened
from pente_protocol.messages import (
    RoomPresence,
)
from pente_protocol.newer.stand_in import stand_in_room
from pente_protocol.newer.unknown import UnreadableSnapshot


class Replica:
    """A room that follows the server's, event by event. Mutable; only the connection changes it.

    Everything from the server is checked before it is applied: an event that does not fit raises
    `InvalidEvent` and leaves the room as it was.
    """

    def __init__(self, id_: RoomId, room: Room, me: PlayerId) -> None:
        self.id = id_
        self.room = room
        self.presence: RoomPresence | None = None
        self._me = me
        self.is_stale = False
        """Whether a snapshot was requested because the room no longer followed; until it comes, no event
        is applied."""
        self.failures = 0
        """How often in a row a snapshot was needed."""
        self.is_behind = False
        """Whether a snapshot was requested because of an event that this version does not know; until it
        comes, the events after that one are ignored."""
        self.is_read_only = False
        """Whether this version can't replay the room: of ``room`` little but the position is so."""

    @classmethod
    def opened(cls, id_: RoomId, created: Created, me: PlayerId) -> "Replica":
        """The replica of a room that was just created."""
        return cls(id_, opened(created), me)

    @classmethod
    def restored(cls, id_: RoomId, shot: Snapshot, me: PlayerId) -> "Replica":
        """The replica of a room that is seen for the first time. Raises UnknownTurn and InvalidEvent."""
        return cls(id_, checked_snapshot(shot), me)

    @classmethod
    def read_only(cls, shot: UnreadableSnapshot, me: PlayerId) -> "Replica | None":
        """The replica of a room of which only the position can be shown; None if not even that."""
        room = stand_in_room(shot)
        if room is None:
            return None
        replica = cls(shot.room, room, me)
        replica.is_read_only = True
        return replica

    @property
    def needs_snapshot(self) -> bool:
        """Whether a snapshot was requested."""
        return self.is_stale or self.is_behind

    @property
    def seat_of_me(self) -> int | None:
        """The seat of the connected player, or None for a viewer."""
        return self.room.seat_of(self._me)

    @property
    def is_my_turn(self) -> bool:
        """Whether the connected player is to act now."""
        seat = self.seat_of_me
        return seat is not None and self.room.to_act == seat

    def step(self, version: int, event: Event) -> Room | None:
        """Apply one event: the room before it, or None for an event that is known already.

        Raises InvalidEvent when events before it are missing, or it does not fit.
        """
        if version <= self.room.version:
            return None
        if version != self.room.version + 1:
            raise InvalidEvent(f"event {version} came after event {self.room.version}")
        check_event(self.room, event)
        before, self.room = self.room, apply(self.room, event)
        self.failures = 0
        return before

    def resync(self, shot: Snapshot) -> None:
        """Replace the whole room, whatever its version. Raises UnknownTurn and InvalidEvent."""
        self.room = checked_snapshot(shot)
        self.is_stale = self.is_behind = self.is_read_only = False

    def is_beyond(self, version: int) -> bool:
        """Whether events before that one are missing, as the last of them are not known to this version."""
        return self.is_behind and version > self.room.version + 1

    def mark_stale(self) -> None:
        """Apply no event until the next `resync`."""
        self.is_stale = True
        self.failures += 1
