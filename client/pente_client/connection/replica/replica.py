"""A room as a client knows it."""

from pente_client.connection.replica.validate import InvalidEvent, check_event, checked_snapshot
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, apply, opened
from pente_core.room import events as ev
from pente_core.value import replace
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_protocol.messages.post_mortem import MOST_LOOKS, Looks, PlayerLook
from pente_protocol.messages.rooms import RoomPresence, Synced
from pente_protocol.newer.stand_in import stand_in_room
from pente_protocol.newer.unknown import UnreadableSnapshot


class Replica:
    """A room that follows the server's, event by event. Mutable; only the connection changes it.

    Everything from the server is checked before it is applied: an event that does not fit raises
    `InvalidEvent` and leaves the room as it was.
    """

    def __init__(self, id_: RoomId, room: Room, mark: Mark, me: PlayerId) -> None:
        self.id = id_
        self.room = room
        self._mark = mark
        self.presence: RoomPresence | None = None
        self.looks: tuple[PlayerLook, ...] = ()
        """Where people look, once the game is over."""
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
    def opened(cls, id_: RoomId, created: ev.Created, mark: Mark, me: PlayerId) -> "Replica":
        """The replica of a room that was just created."""
        return cls(id_, opened(created), mark, me)

    @classmethod
    def restored(cls, synced: Synced, me: PlayerId) -> "Replica":
        """The replica of a room that is seen for the first time. Raises UnknownTurn and InvalidEvent."""
        return cls(synced.room, checked_snapshot(synced), synced.mark, me)

    @classmethod
    def read_only(cls, shot: UnreadableSnapshot, me: PlayerId) -> "Replica | None":
        """The replica of a room of which only the position can be shown; None if not even that."""
        room = stand_in_room(shot)
        if room is None:
            return None
        replica = cls(shot.room, room, NO_MARK, me)
        replica.is_read_only = True
        return replica

    @property
    def base(self) -> Checkpoint | None:
        """What the player sees, and of which history; None for a room that can't be replayed."""
        return None if self.is_read_only else Checkpoint(self.room.version, self._mark)

    @property
    def checkpoint(self) -> Checkpoint | None:
        """Up to where the room is known, and of which history; None: all of it is needed."""
        return None if self.needs_snapshot else self.base

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

    def step(self, version: int, event: ev.Event, mark: Mark | None) -> Room | None:
        """Apply one event: the room before it, or None for an event that is known already.

        ``mark`` is that of the version; None: not known, as more events follow at once. Raises InvalidEvent
        when events before it are missing, it does not fit, or it is of another history.
        """
        if version == self.room.version and mark not in (None, self._mark):
            raise InvalidEvent(f"event {version} is of another history of the room")
        if version <= self.room.version:
            return None
        if version != self.room.version + 1:
            raise InvalidEvent(f"event {version} came after event {self.room.version}")
        check_event(self.room, event)
        before, self.room, self._mark = self.room, apply(self.room, event), mark or self._mark
        self.failures = 0
        return before

    def resync(self, synced: Synced) -> bool:
        """Replace the whole room, whatever its version; whether it is seen to be another history.

        Raises UnknownTurn and InvalidEvent.
        """
        before, known = self.room.version, self._mark
        self.room, self._mark = checked_snapshot(synced), synced.mark
        self.is_stale = self.is_behind = self.is_read_only = False
        version = self.room.version
        return version < before or (version == before and known not in (NO_MARK, self._mark))

    def is_beyond(self, version: int) -> bool:
        """Whether events before that one are missing, as the last of them are not known to this version."""
        return self.is_behind and version > self.room.version + 1

    def mark_stale(self) -> None:
        """Apply no event until the next `resync`."""
        self.is_stale = True
        self.failures += 1


def shown_looks(message: Looks, room: Room) -> tuple[PlayerLook, ...]:
    """Where people look, as far as that can be: on the board, and not more of them than a server shows."""
    points = range(room.created.ruleset.size**2)
    return tuple(
        replace(look, points=tuple(point for point in look.points if point in points))
        for look in message.looks[:MOST_LOOKS]
    )
