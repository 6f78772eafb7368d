"""Replicas of the rooms that a client watches, and how messages about rooms change them."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, assert_never

from pente_client.connection.errors import ConnectionEnded, PermanentFailure
from pente_client.connection.replica import Replica
from pente_client.connection.updates import PresenceChanged, Resynced, RoomAdvanced, Update
from pente_client.connection.validate import InvalidEvent
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Continued, Created, Event, Status
from pente_protocol.checkpoint import Checkpoint, Mark
from pente_protocol.messages import (
    Happened,
    Missed,
    RoomPresence,
    Synced,
)

_LOG: Final = logging.getLogger("pente.client")
MOST_ROOMS: Final = 1000
"""Rooms beyond these are ignored, whatever the server shows."""
MOST_RESUMED: Final = 64
"""Rooms that fit into one hello."""

RoomNotification = Happened | Missed | Synced | RoomPresence


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
            self._rooms.values(), key=lambda replica: replica.room.status is not Status.PLAYING
        )
        return [(replica.id, None if replica.is_stale else replica.checkpoint) for replica in by_urgency]

    def receive(self, message: RoomNotification, me: PlayerId) -> Iterator[Update | ResyncNeeded]:
        """Apply a message, and yield what the user is to be told.

        Raises PermanentFailure when a room disagrees with the server even after a new snapshot.
        """
        replica = self._rooms.get(message.room)
        try:
            if replica is not None:
                yield from self._follow(replica, message)
            elif (update := self._adopt(message, me)) is not None:
                yield update
        except InvalidEvent as problem:
            if (needed := self._reject(replica, message.room, problem)) is not None:
                yield needed

    def _adopt(self, message: RoomNotification, me: PlayerId) -> Update | None:
        """Begin to follow a room that is expected."""
        room = message.room
        if len(self._rooms) >= MOST_ROOMS or not (None in self._expected or room in self._expected):
            return None
        match message:
            case Synced():
                self._rooms[room] = Replica.restored(message, me)
            case Happened(version=1, event=Created() as created, mark=mark):
                self._rooms[room] = Replica.opened(room, created, mark, me)
            case Happened() | Missed() | RoomPresence():
                return None  # of a room that is not known yet
            case _ as unreachable:
                assert_never(unreachable)
        return Resynced(room, self._rooms[room].room)

    def _follow(self, replica: Replica, message: RoomNotification) -> Iterator[Update]:
        match message:
            case RoomPresence():
                replica.presence = message
                yield PresenceChanged(replica.id, message)
            case Synced():
                before = replica.room
                has_lost = replica.resync(message)
                yield Resynced(replica.id, replica.room, before if has_lost else None)
            case Happened(version=version, event=event, mark=mark):
                yield from self._advance(replica, version, event, mark)
            case Missed(after=after, events=events, mark=mark):
                for version, event in enumerate(events[:-1], after + 1):
                    yield from self._advance(replica, version, event, None)
                yield from self._advance(replica, after + len(events), events[-1], mark)
            case _ as unreachable:
                assert_never(unreachable)

    def _advance(self, replica: Replica, version: int, event: Event, mark: Mark | None) -> Iterator[Update]:
        if replica.is_stale:
            return  # the snapshot that was requested includes this event
        before = replica.step(version, event, mark)
        if before is None:
            return
        if isinstance(event, Continued) and replica.id in self._passwords:
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
