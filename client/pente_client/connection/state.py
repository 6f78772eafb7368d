"""All that a client knows of its server: one object, one writer, one queue of updates."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, assert_never

from pente_client.connection.replica.replica import Replica
from pente_client.connection.replicas import MOST_RESUMED, Replicas, ResyncNeeded, RoomNotification
from pente_client.connection.server_clock import ServerClock
from pente_client.connection.updates import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    InvitationReceived,
    LobbyChanged,
    Removed,
    Superseded,
    Update,
    UpdateQueue,
)
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.value import replace
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Answer,
    Dismissed,
    Error,
    Featured,
    Greeting,
    Happened,
    Invited,
    ListedRoom,
    LobbyUpdate,
    Looks,
    Missed,
    Ok,
    Replaced,
    RoomFilter,
    RoomPresence,
    Synced,
    Welcome,
)
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.newer.unknown import (
    Received,
    UnknownEvent,
    UnknownMessage,
    UnreadableReply,
    UnreadableSnapshot,
)

Notification = RoomNotification | Invited | LobbyUpdate | Replaced | Dismissed | Featured | UnknownMessage
"""What a server sends without a request."""

_LOG: Final = logging.getLogger("pente.client")


@dataclass(frozen=True, slots=True)
class Resumption:
    """What a new link has to ask for, so that everything goes on as before."""

    rooms: Mapping[RoomId, Checkpoint | None]
    """Up to where each watched room is known, as far as they fit into the hello; None: not at all."""
    more_rooms: Mapping[RoomId, Checkpoint | None]
    """The rooms beyond those, to be watched again one by one."""
    passwords: Mapping[RoomId, str]
    """The passwords of rooms, as far as they have one."""
    is_following: bool
    """Whether the featured game is followed."""
    browsing: RoomFilter | None
    """The filter with which the lobby is browsed; None: it is not."""

    @property
    def passwords_of_rooms(self) -> dict[RoomId, str]:
        """The passwords for the hello."""
        return {room: self.passwords[room] for room in self.rooms if room in self.passwords}


class ClientState:
    """Rooms, clock, lobby and featured game of a client. Mutable; it outlives every link.

    Only its own methods change it: those of the second part for what the user asks, those of the third for
    what happens on the wire. Every update that the user gets is queued by `_notify`.
    """

    def __init__(self) -> None:
        self._queue = UpdateQueue()
        self._clock = ServerClock()
        self._replicas = Replicas()
        self._welcome: Welcome | None = None
        self._featured: RoomId | None = None
        self._is_following = False
        self._browsing: RoomFilter | None = None
        self._listed: set[RoomId] = set()
        """The rooms that the user knows from browsing."""
        self._online = 0

    # What is known --------------------------------------------------------------------------------------

    @property
    def welcome(self) -> Welcome:
        """The latest welcome. Not to be asked before `connected`."""
        assert self._welcome is not None
        return self._welcome

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        """The rooms that are watched."""
        return self._replicas.rooms

    @property
    def blocked(self) -> frozenset[PlayerId]:
        """The players who are blocked. Not to be asked before `connected`."""
        return frozenset(self.welcome.blocked)

    def is_unreadable(self, room: RoomId) -> bool:
        """Whether the server has shown a room of which this version can show nothing."""
        return room in self._replicas.unreadable

    def password_of(self, room: RoomId) -> str:
        """The password that was given for a room; empty: none."""
        return self._replicas.passwords.get(room, "")

    def server_now(self) -> Instant:
        """The present by the server's clock."""
        return self._clock.now()

    def resumption(self) -> Resumption:
        """What a link that is opened now has to ask for."""
        known = self._replicas.checkpoints()
        return Resumption(
            dict(known[:MOST_RESUMED]),
            dict(known[MOST_RESUMED:]),
            self._replicas.passwords,
            self._is_following,
            self._browsing,
        )

    async def next_update(self) -> Update | None:
        """The next update for the user, when there is one; None when no more will come."""
        return await self._queue.take()

    # What the user asks ---------------------------------------------------------------------------------

    def expecting(self, room: RoomId | None) -> AbstractContextManager[None]:
        """Accept a room meanwhile; None: any."""
        return self._replicas.expecting(room)

    def keep_password(self, room: RoomId, password: str) -> None:
        """Keep the password of a room; the rooms that follow it get it too. Empty: nothing changes."""
        if password:
            self._replicas.keep_password(room, password)

    def unwatch(self, room: RoomId) -> bool:
        """Stop following a room; whether it was followed."""
        return self._replicas.drop(room)

    def browse(self, which: RoomFilter) -> None:
        """The lobby is to be browsed, on every link from now on."""
        self._browsing = which

    def browsed(self, rooms: Sequence[ListedRoom]) -> None:
        """The user gets these rooms as the answer to browsing."""
        self._listed = {row.room.id for row in rooms}

    def follow(self) -> None:
        """The featured game is to be followed, on every link from now on."""
        self._is_following = True

    def followed(self, room: RoomId | None) -> None:
        """The user gets this room as the answer to following."""
        self._featured = room

    def renamed(self, name: str) -> None:
        """The connected player has another name."""
        self._welcome = replace(self.welcome, player=replace(self.welcome.player, name=name))

    def block(self, player: PlayerId, *, is_blocked: bool) -> None:
        """A player was blocked, or unblocked."""
        changed = self.blocked | {player} if is_blocked else self.blocked - {player}
        self._welcome = replace(self.welcome, blocked=tuple(sorted(changed)))

    # What happens on the wire ---------------------------------------------------------------------------

    def connected(self, welcome: Welcome) -> None:
        """A link was welcomed."""
        self._welcome = welcome
        self._clock.set(welcome.now)
        self._notify(Connected(welcome))

    def disconnected(self, reason: str, retry_in: float) -> None:
        """There is no link; the next attempt is so many seconds away."""
        self._notify(Disconnected(reason, retry_in))

    def stopped(self, reason: str) -> None:
        """There will be no link any more."""
        self._notify(ClientStopped(reason))

    def closed(self) -> None:
        """No updates will come; those that wait can still be taken."""
        self._queue.close()

    def received(self, message: Notification) -> ResyncNeeded | None:
        """Apply a message. Raises PermanentFailure when a room is beyond help."""
        match message:
            case (
                Happened() | Missed() | Synced() | RoomPresence() | Looks() | UnknownEvent()
                | UnreadableSnapshot()
            ):  # fmt: skip
                return self._room_changed(message)
            case UnknownMessage(tag=tag):
                _LOG.debug("ignored: %s", tag)
            case Invited(room=summary):
                self._notify(InvitationReceived(summary))
            case LobbyUpdate():
                self._lobby_changed(message)
            case Replaced(room=room):
                if self._replicas.drop(room):
                    self._notify(Superseded(room))
            case Dismissed(room=room, code=code, text=text):
                self._dismissed(room, code, text)
            case Featured(room=room):
                self.featured(room)
            case _ as unreachable:
                assert_never(unreachable)
        return None

    def featured(self, room: RoomId | None) -> None:
        """The featured game is this one now; None: there is none."""
        if room is not None and room != self._featured:
            self._featured = room
            self._notify(FeaturedGameChanged(room))

    def listed(self, rooms: Sequence[ListedRoom]) -> None:
        """The lobby has these rooms now, after a time without a link."""
        gone = self._listed.difference(row.room.id for row in rooms)
        self._lobby_changed(LobbyUpdate(tuple(rooms), tuple(gone), self._online))

    def _room_changed(self, message: RoomNotification) -> ResyncNeeded | None:
        if isinstance(message, Happened):
            self._clock.heard(message.event.at)
        elif isinstance(message, Missed) and message.events:
            self._clock.heard(message.events[-1].at)
        for result in self._replicas.receive(message, self.welcome.player.id):
            if isinstance(result, ResyncNeeded):
                return result
            self._notify(result)
        return None

    def _dismissed(self, room: RoomId, code: str, text: str) -> None:
        if room == self._featured:  # it may be featured again, once anybody may watch it
            self._featured = None
        if self._replicas.drop(room):
            self._notify(Removed(room, code, text))

    def _lobby_changed(self, news: LobbyUpdate) -> None:
        self._listed.difference_update(news.removed)
        self._listed.update(row.room.id for row in news.rooms)
        self._online = news.players_online
        self._notify(LobbyChanged(news))

    def _notify(self, update: Update) -> None:
        self._queue.push(update)


def notification_in(message: Received) -> Notification:
    """The message, if it needs no request. Raises ProtocolError for one that has its own place."""
    if isinstance(message, Greeting | Welcome | Ok | Answer | Error | UnreadableReply):
        raise ProtocolError(f"{type(message).__name__} out of place")
    return message
