"""What a client knows of its server, and the updates in which its user is told."""

from collections.abc import Sequence
from typing import assert_never

from pente_client.connection.replicas import Replicas
from pente_client.connection.server_clock import ServerClock
from pente_client.connection.updates import (
    Connected,
    FeaturedGameChanged,
    InvitationReceived,
    LobbyChanged,
    Removed,
    Superseded,
    UpdateQueue,
)
from pente_core.identity import RoomId
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Answer,
    Dismissed,
    Error,
    Featured,
    Happened,
    Invited,
    LobbyUpdate,
    Ok,
    Replaced,
    RoomPresence,
    RoomSummary,
    ServerMessage,
    Synced,
    Welcome,
)

Notification = Happened | Synced | RoomPresence | Invited | LobbyUpdate | Replaced | Dismissed | Featured
"""What a server tells without being asked each time."""


class ClientState:
    """Rooms, clock and featured game. Mutable; it lasts over all connections."""

    welcome: Welcome
    """The latest welcome; there once welcomed."""

    def __init__(self) -> None:
        self.queue = UpdateQueue()
        self.clock = ServerClock()
        self.watching = Replicas(self.queue.push)
        self.featured: RoomId | None = None
        self.online = 0
        self.listed: set[RoomId] = set()
        """The rooms that are known to somebody who browses."""

    def welcomed(self, welcome: Welcome) -> None:
        """A connection has begun."""
        self.welcome = welcome
        self.clock.set(welcome.now)
        self.queue.push(Connected(welcome))

    def take(self, news: Notification) -> RoomId | None:
        """Take news in: the room whose snapshot has to be asked for, or None.

        Raises Hopeless when a room is beyond help.
        """
        match news:
            case Happened() | Synced() | RoomPresence():
                if isinstance(news, Happened):
                    self.clock.heard(news.event.at)
                return self.watching.receive(news, self.welcome.player.id)
            case Invited(room=summary):
                self.queue.push(InvitationReceived(summary))
            case LobbyUpdate():
                self._lobby_changed(news)
            case Replaced(room=room):
                if self.watching.rooms.pop(room, None) is not None:
                    self.queue.push(Superseded(room))
            case Dismissed(room=room, code=code, text=text):
                if self.watching.rooms.pop(room, None) is not None:
                    self.queue.push(Removed(room, code, text))
            case Featured(room=room):
                self.feature(room)
            case _ as unreachable:
                assert_never(unreachable)
        return None

    def listed_again(self, rooms: Sequence[RoomSummary]) -> None:
        """These are the rooms for which we browse, after a time without news."""
        gone = self.listed.difference(room.id for room in rooms)
        self._lobby_changed(LobbyUpdate(tuple(rooms), tuple(gone), self.online))

    def _lobby_changed(self, news: LobbyUpdate) -> None:
        self.listed.difference_update(news.gone)
        self.listed.update(room.id for room in news.rooms)
        self.online = news.online
        self.queue.push(LobbyChanged(news))

    def feature(self, room: RoomId | None) -> None:
        """The featured game is this one now."""
        if room is not None and room != self.featured:
            self.featured = room
            self.queue.push(FeaturedGameChanged(room))


def notification_in(message: ServerMessage) -> Notification:
    """The message, if it is news. Raises ProtocolError for one that has its own place."""
    if isinstance(message, Welcome | Ok | Answer | Error):
        raise ProtocolError(f"{type(message).__name__} out of place")
    return message
