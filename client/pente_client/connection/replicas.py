"""Replicas of the rooms that a client watches, and how messages about rooms change them."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, assert_never

from pente_client.connection.errors import NO_POSITION, UPDATE_NEEDED, ConnectionEnded, PermanentFailure
from pente_client.connection.replica import Replica
from pente_client.connection.updates import PresenceChanged, Removed, Resynced, RoomAdvanced, Update
from pente_client.connection.validate import InvalidEvent
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Continued, Created, Event, Status, UnknownTurn
from pente_protocol.messages import (
    Happened,
    RoomPresence,
    Synced,
)
from pente_protocol.newer.unknown import UnknownEvent, UnreadableSnapshot

_LOG: Final = logging.getLogger("pente.client")
MOST_ROOMS: Final = 1000
"""Rooms beyond these are ignored, whatever the server shows."""
MOST_RESUMED: Final = 64
"""Rooms that fit into one hello."""

RoomNotification = Happened | Synced | RoomPresence | UnknownEvent | UnreadableSnapshot


_Readable = Happened | Synced | RoomPresence | UnknownEvent


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

    def known_versions(self) -> list[tuple[RoomId, int]]:
        """The version known of every room (0: all of it is needed), games in progress first."""
        by_urgency = sorted(
            self._rooms.values(), key=lambda replica: replica.room.status is not Status.PLAYING
        )
        return [(replica.id, 0 if replica.needs_snapshot else replica.room.version) for replica in by_urgency]

    def receive(self, message: RoomNotification, me: PlayerId) -> Update | ResyncNeeded | None:
        """Apply a message: what the user is to be told, if anything.

        Raises PermanentFailure when a room disagrees with the server even after a new snapshot.
        """
        replica = self._rooms.get(message.room)
        try:
            if isinstance(message, UnreadableSnapshot):
                return self._show(message, me)
            return self._adopt(message, me) if replica is None else self._follow(replica, message)
        except UnknownTurn:
            return self._show(_unreadable(message), me)
        except InvalidEvent as problem:
            return self._reject(replica, message.room, problem)

    def _may_adopt(self, room: RoomId) -> bool:
        return len(self._rooms) < MOST_ROOMS and (None in self._expected or room in self._expected)

    def _adopt(self, message: _Readable, me: PlayerId) -> Update | None:
        """Begin to follow a room that is expected."""
        room = message.room
        if not self._may_adopt(room):
            return None
        match message:
            case Synced(snapshot=shot):
                self._rooms[room] = Replica.restored(room, shot, me)
            case Happened(version=1, event=Created() as created):
                self._rooms[room] = Replica.opened(room, created, me)
            case Happened() | RoomPresence() | UnknownEvent():
                return None  # of a room that is not known yet
            case _ as unreachable:
                assert_never(unreachable)
        return Resynced(room, self._rooms[room].room)

    def _show(self, shot: UnreadableSnapshot, me: PlayerId) -> Update | None:
        """Show the position of a room that this version can't replay, if it was followed or is expected."""
        before = self._rooms.get(shot.room)
        if before is None and not self._may_adopt(shot.room):
            return None
        after = Replica.read_only(shot, me)
        if after is None:
            self.drop(shot.room)
            self.unreadable.add(shot.room)
            return Removed(shot.room, UPDATE_NEEDED, NO_POSITION)
        self._rooms[shot.room] = after
        if before is not None:
            after.presence = before.presence
        is_same = before is not None and before.is_read_only and before.room == after.room
        return None if is_same else Resynced(shot.room, after.room, is_read_only=True)

    def _follow(self, replica: Replica, message: _Readable) -> Update | ResyncNeeded | None:
        match message:
            case RoomPresence():
                replica.presence = message
                return PresenceChanged(replica.id, message)
            case Synced(snapshot=shot):
                before, was_behind = replica.room, replica.is_behind
                replica.resync(shot)
                if was_behind and replica.room == before:
                    return None
                has_lost = replica.room.version < before.version
                return Resynced(replica.id, replica.room, before if has_lost else None)
            case Happened(version=version) | UnknownEvent(version=version) if replica.is_read_only:
                return self._catch_up(replica, version)
            case UnknownEvent(version=version):
                return self._catch_up(replica, version)
            case Happened(version=version, event=event):
                return self._advance(replica, version, event)
            case _ as unreachable:
                assert_never(unreachable)

    def _catch_up(self, replica: Replica, version: int) -> ResyncNeeded | None:
        """Have a snapshot requested, as there is an event that this version can't apply."""
        if version <= replica.room.version or replica.needs_snapshot:
            return None  # it is known, or the snapshot that was requested includes it
        replica.is_behind = True
        return ResyncNeeded(replica.id)

    def _advance(self, replica: Replica, version: int, event: Event) -> Update | None:
        if replica.is_stale or replica.is_beyond(version):
            return None  # the snapshot that was requested includes this event
        before = replica.step(version, event)
        if before is None:
            return None
        if isinstance(event, Continued) and replica.id in self._passwords:
            # The next room of a series has the password of this one.
            self._passwords[RoomId(event.room)] = self._passwords[replica.id]
        return RoomAdvanced(replica.id, version, event, before, replica.room)

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
    return UnreadableSnapshot(message.room, message.snapshot.version, "", message.snapshot.seats)
