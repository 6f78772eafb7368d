"""The rooms that a client watches, and what their news does to them."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from pente_client.connection.errors import ConnectionEnded, PermanentFailure
from pente_client.connection.replica import Replica
from pente_client.connection.updates import PresenceChanged, Resynced, RoomAdvanced, Update
from pente_client.connection.validate import InvalidEvent
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Continued, Created, Event, Status
from pente_protocol.messages import (
    Happened,
    RoomPresence,
    Synced,
)

_LOG: Final = logging.getLogger("pente.client")
MOST_ROOMS: Final = 1000
"""A server that shows still more is not listened to."""
MOST_RESUMED: Final = 64
"""Rooms that fit into one hello."""

RoomNotification = Happened | Synced | RoomPresence


class Replicas:
    """All replicas of a client. Mutable.

    A room comes in only while it is expected: because it was asked for, or any while one is being created.
    """

    def __init__(self, push: Callable[[Update], None]) -> None:
        self.rooms: dict[RoomId, Replica] = {}
        self._push = push
        self._expected: list[RoomId | None] = []
        self.passwords: dict[RoomId, str] = {}
        """Those that were given for rooms, to come back with after a break."""

    @contextmanager
    def expecting(self, room: RoomId | None) -> Iterator[None]:
        """Let a room in meanwhile; None: any."""
        self._expected.append(room)
        try:
            yield
        finally:
            self._expected.remove(room)

    def resume(self) -> tuple[dict[RoomId, int], dict[RoomId, int]]:
        """The version known of every room (0: send all of it): what fits into a hello, and the rest.

        Games that are being played come first.
        """
        lively = sorted(self.rooms.values(), key=lambda replica: replica.room.status is not Status.PLAYING)
        since = [(replica.id, 0 if replica.is_lost else replica.room.version) for replica in lively]
        return dict(since[:MOST_RESUMED]), dict(since[MOST_RESUMED:])

    def receive(self, news: RoomNotification, me: PlayerId) -> RoomId | None:
        """Take news in: the room whose snapshot has to be asked for, or None.

        Raises Hopeless when a room is beyond help.
        """
        replica = self.rooms.get(news.room)
        try:
            if replica is None:
                self._adopt(news, me)
            else:
                self._follow(replica, news)
        except InvalidEvent as doubt:
            return self._doubt(replica, news.room, doubt)
        return None

    def _adopt(self, news: RoomNotification, me: PlayerId) -> None:
        if len(self.rooms) >= MOST_ROOMS or not (None in self._expected or news.room in self._expected):
            return
        match news:
            case Synced(room=room, snapshot=shot):
                self.rooms[room] = Replica.restored(room, shot, me)
            case Happened(room=room, version=1, event=Created() as created):
                self.rooms[room] = Replica.opened(room, created, me)
            case _:
                return
        self._push(Resynced(room, self.rooms[room].room))

    def _follow(self, replica: Replica, news: RoomNotification) -> None:
        match news:
            case RoomPresence():
                replica.presence = news
                self._push(PresenceChanged(news.room, news))
            case Synced(snapshot=shot):
                replica.resync(shot)
                self._push(Resynced(news.room, replica.room))
            case Happened(version=version, event=event) if not replica.is_lost:
                before = replica.step(version, event)
                if before is not None:
                    self._follow_on(news.room, event)
                    self._push(RoomAdvanced(news.room, version, event, before, replica.room))
            case Happened():
                pass  # the snapshot that was asked for has it

    def _follow_on(self, room: RoomId, event: Event) -> None:
        """The room in which the players go on has the password of this one."""
        if isinstance(event, Continued) and room in self.passwords:
            self.passwords[RoomId(event.room)] = self.passwords[room]

    def _doubt(self, replica: Replica | None, room: RoomId, doubt: InvalidEvent) -> RoomId | None:
        if replica is None:
            _LOG.warning("room %s is not let in: %s", room, doubt)
            return None  # whoever asked for it finds that it is not there
        if replica.doubts or replica.is_lost:
            reason = f"this client and the server do not agree about room {room}: {doubt}"
            raise PermanentFailure(ConnectionEnded(reason))
        replica.is_lost = True
        replica.doubts += 1
        return room
