"""Replicas of the rooms that a client watches, and how messages about rooms change them."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, assert_never

from pente_client.connection.link.errors import NO_POSITION, UPDATE_NEEDED, ConnectionEnded, PermanentFailure
from pente_client.connection.replica.replica import Replica, shown_looks
from pente_client.connection.replica.validate import InvalidEvent
from pente_client.connection.state.updates import (
    LooksChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_core.identity import PlayerId, RoomId
from pente_core.room import UnknownTurn
from pente_core.room import events as ev
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.post_mortem import Looks
from pente_protocol.messages.rooms import Happened, Missed, RoomPresence, Synced
from pente_protocol.newer.unknown import UnknownEvent, UnreadableSnapshot

_LOG: Final = logging.getLogger("pente.client")
MOST_ROOMS: Final = 1000
"""Rooms beyond these are ignored, whatever the server shows."""
MOST_RESUMED: Final = 64
"""Rooms that fit into one hello."""

RoomNotification = Happened | Missed | Synced | RoomPresence | Looks | UnknownEvent | UnreadableSnapshot


_Readable = Happened | Missed | Synced | RoomPresence | Looks | UnknownEvent


@dataclass(frozen=True, slots=True)
class ResyncNeeded:
    """A replica no longer follows its room: the snapshot has to be requested."""

    room: RoomId


class Replicas:
    """All replicas of a client, with the passwords of their rooms. Mutable; only `ClientState` changes it.

    A new room is accepted only while it is expected: because it was requested, or any room while one is being
    created.
    """

    def __init__(self) -> None:
        self._rooms: dict[RoomId, Replica] = {}
        self._expected: list[RoomId | None] = []
        self._passwords: dict[RoomId, str] = {}
        """Passwords that were given for rooms, to return with them after a lost connection."""
        self.unreadable: Final[set[RoomId]] = set()
        """Rooms of which this version can show nothing at all."""
        self.rooms: Final[Mapping[RoomId, Replica]] = MappingProxyType(self._rooms)
        self.passwords: Final[Mapping[RoomId, str]] = MappingProxyType(self._passwords)

    @contextmanager
    def expecting(self, room: RoomId | None) -> Iterator[None]:
        """Accept a room meanwhile; None: any."""
        self._expected.append(room)
        try:
            yield
        finally:
            self._expected.remove(room)

    def keep_password(self, room: RoomId, password: str) -> None:
        """Keep the password of a room for as long as this client lives."""
        self._passwords[room] = password

    def drop(self, room: RoomId) -> bool:
        """Stop following a room; whether it was followed."""
        return self._rooms.pop(room, None) is not None

    def checkpoints(self) -> list[tuple[RoomId, Checkpoint | None]]:
        """Up to where every room is known (None: all of it is needed), games in progress first."""
        by_urgency = sorted(
            self._rooms.values(), key=lambda replica: replica.room.status is not ev.Status.PLAYING
        )
        return [(replica.id, replica.checkpoint) for replica in by_urgency]

    def receive(self, message: RoomNotification, me: PlayerId) -> Iterator[Update | ResyncNeeded]:
        """Apply a message, and yield what the user is to be told.

        Raises PermanentFailure when a room disagrees with the server even after a new snapshot.
        """
        replica = self._rooms.get(message.room)
        try:
            if isinstance(message, UnreadableSnapshot):
                yield from self._show(message, me)
            elif replica is None:
                yield from self._adopt(message, me)
            else:
                yield from self._follow(replica, message)
        except UnknownTurn:
            yield from self._show(_unreadable(message), me)
        except InvalidEvent as problem:
            if (needed := self._reject(replica, message.room, problem)) is not None:
                yield needed

    def _may_adopt(self, room: RoomId) -> bool:
        return len(self._rooms) < MOST_ROOMS and (None in self._expected or room in self._expected)

    def _adopt(self, message: _Readable, me: PlayerId) -> Iterator[Update]:
        """Begin to follow a room that is expected."""
        room = message.room
        if not self._may_adopt(room):
            return
        match message:
            case Synced():
                self._rooms[room] = Replica.restored(message, me)
            case Happened(version=1, event=ev.Created() as created, mark=mark):
                self._rooms[room] = Replica.opened(room, created, mark, me)
            case Happened() | Missed() | RoomPresence() | Looks() | UnknownEvent():
                return  # of a room that is not known yet
            case _ as unreachable:
                assert_never(unreachable)
        yield Resynced(room, self._rooms[room].room)

    def _show(self, shot: UnreadableSnapshot, me: PlayerId) -> Iterator[Update]:
        """Show the position of a room that this version can't replay, if it was followed or is expected."""
        before = self._rooms.get(shot.room)
        if before is None and not self._may_adopt(shot.room):
            return
        after = Replica.read_only(shot, me)
        if after is None:
            self.drop(shot.room)
            self.unreadable.add(shot.room)
            yield Removed(shot.room, UPDATE_NEEDED, NO_POSITION)
            return
        self._rooms[shot.room] = after
        if before is not None:
            after.presence = before.presence
        if before is None or not before.is_read_only or before.room != after.room:
            yield Resynced(shot.room, after.room, is_read_only=True)

    def _follow(self, replica: Replica, message: _Readable) -> Iterator[Update | ResyncNeeded]:
        match message:
            case RoomPresence():
                replica.presence = message
                yield PresenceChanged(replica.id, message)
            case Looks():
                replica.looks = shown_looks(message, replica.room)
                yield LooksChanged(replica.id, replica.looks)
            case Synced():
                before, was_behind = replica.room, replica.is_behind
                has_lost = replica.resync(message)
                if not was_behind or replica.room != before:
                    yield Resynced(replica.id, replica.room, before if has_lost else None)
            case UnknownEvent(version=version):
                yield from self._catch_up(replica, version)
            case Happened(version=version) if replica.is_read_only:
                yield from self._catch_up(replica, version)
            case Missed(after=after, events=events) if replica.is_read_only:
                yield from self._catch_up(replica, after + len(events))
            case Happened(version=version, event=event, mark=mark):
                yield from self._advance(replica, version, event, mark)
            case Missed(after=after, events=events, mark=mark):
                for version, event in enumerate(events[:-1], after + 1):
                    yield from self._advance(replica, version, event, None)
                yield from self._advance(replica, after + len(events), events[-1], mark)
            case _ as unreachable:
                assert_never(unreachable)

    def _catch_up(self, replica: Replica, version: int) -> Iterator[ResyncNeeded]:
        """Have a snapshot requested, as there is an event that this version can't apply."""
        if version > replica.room.version and not replica.needs_snapshot:
            replica.is_behind = True
            yield ResyncNeeded(replica.id)

    def _advance(
        self, replica: Replica, version: int, event: ev.Event, mark: Mark | None
    ) -> Iterator[Update]:
        if replica.is_stale or replica.is_beyond(version):
            return  # the snapshot that was requested includes this event
        before = replica.step(version, event, mark)
        if before is None:
            return
        if isinstance(event, ev.Continued) and replica.id in self._passwords:
            # The next room of a series has the password of this one.
            self._passwords[RoomId(event.room)] = self._passwords[replica.id]
        yield RoomAdvanced(replica.id, version, event, before, replica.room)

    def _reject(self, replica: Replica | None, room: RoomId, problem: InvalidEvent) -> ResyncNeeded | None:
        if replica is None:
            _LOG.warning("room %s is not accepted: %s", room, problem)
            return None  # the request for it finds that it is not there
        if replica.failures or replica.is_stale:
            reason = f"this client and the server disagree about room {room}: {problem}"
            raise PermanentFailure(ConnectionEnded(reason))
        replica.mark_stale()
        return ResyncNeeded(room)


def _unreadable(message: RoomNotification) -> UnreadableSnapshot:
    """What can be shown of a snapshot that has a turn of an unknown kind."""
    assert isinstance(message, Synced)
    return UnreadableSnapshot(
        message.room, message.snapshot.version, message.position, message.snapshot.seats
    )
