"""The hub: who listens to what. It hands committed events to every session that may know them."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import not_
from typing import Final, Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Hidden, Room, Viewer, snapshot, view
from pente_protocol.codec import encode, encode_event, event_frame
from pente_protocol.messages import (
    Dismissed,
    Featured,
    Invited,
    Replaced,
    RoomPresence,
    RoomSummary,
    Synced,
)
from pente_server.live.presence import MOST_NAMES, Attendance
from pente_server.rooms.observer import Advance, RoomObserver

PRESENCE_EVERY: Final = 0.25
"""Seconds between two presences of a room, so that comings and goings don't drown the game."""
NO_ATTENDANCE: Final = Attendance()
NEVER: Final = Instant(0)


class Listener(Protocol):
    """A session, as the hub sees it."""

    @property
    def player(self) -> Identity: ...

    @property
    def is_aside(self) -> bool:
        """Whether it only looks on, even in rooms in which its player has a seat."""
        ...

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits and never fails."""
        ...


Listeners = tuple[Listener, ...]
"""Each once: few, mostly, and a set takes four times the memory."""


@dataclass(slots=True)
class RoomListeners:
    """Those who listen to a room. Mutable."""

    players: Listeners = ()
    watchers: Listeners = ()
    came: dict[PlayerId, Instant] = field(default_factory=dict)
    """When a connection of those who have a seat and are here came last."""
    seats: tuple[Identity | None, ...] = ()
    is_due: bool = False
    """Whether a new presence is about to be sent."""
    told_at: float = float("-inf")
    """When the last one was, by the event loop's clock."""


class PresencePort(Protocol):
    """Who is in rooms at other nodes, and who tells them who is here."""

    def entered(self, player: Identity) -> None: ...

    def left(self, player: PlayerId) -> None: ...

    def attended(self, room: RoomId, attendance: Attendance) -> None: ...

    def elsewhere(self, room: RoomId) -> Iterable[Attendance]: ...


class Hub(RoomObserver):
    """Mutable: the sessions of this node."""

    def __init__(
        self,
        presence: PresencePort,
        now: Callable[[], Instant],
        tell_moved: Callable[[RoomId], None] = lambda _: None,
    ) -> None:
        """``tell_moved`` is called with a room that somebody has come to, or gone from."""
        self._presence = presence
        self._now = now
        self._tell_moved = tell_moved
        self._listeners: dict[RoomId, RoomListeners] = {}
        self._rooms: dict[Listener, set[RoomId]] = {}
        self._of_player: dict[PlayerId, set[Listener]] = {}
        self._followers: set[Listener] = set()

    def enter(self, session: Listener) -> None:
        """A session has said hello."""
        self._rooms[session] = set()
        self._of_player.setdefault(session.player.id, set()).add(session)
        self._presence.entered(session.player)

    def leave(self, session: Listener) -> None:
        """A session is gone."""
        self._followers.discard(session)
        sessions = self._of_player.get(session.player.id, set())
        sessions.discard(session)
        if not sessions and self._of_player.pop(session.player.id, None) is not None:
            self._presence.left(session.player.id)
        for room_id in self._rooms.pop(session, ()):
            self._detach(session, room_id)

    def __len__(self) -> int:
        """How many rooms somebody listens to."""
        return len(self._listeners)

    def is_wanted(self, room_id: RoomId) -> bool:
        """Whether anybody listens to a room."""
        return room_id in self._listeners

    def is_listening(self, session: Listener, room_id: RoomId) -> bool:
        return room_id in self._rooms.get(session, ())

    def count_rooms(self, session: Listener) -> int:
        """How many rooms a session listens to."""
        return len(self._rooms.get(session, ()))

    def attach(self, session: Listener, room_id: RoomId, room: Room) -> Viewer:
        """From now on the session gets the room's events; as what it sees them."""
        self._rooms[session].add(room_id)
        listeners = self._listeners.setdefault(room_id, RoomListeners())
        seated = room.seat_of(session.player.id) is not None
        listeners.players, listeners.watchers = (
            _without(listeners.players, session),
            _without(listeners.watchers, session),
        )
        if seated:
            listeners.players += (session,)
        else:
            listeners.watchers += (session,)
        if seated and not session.is_aside:
            self._take_over(room_id, listeners, session)
        self._presence_changed(room_id, room)
        return Viewer.PLAYER if seated else Viewer.WATCHER

    def detach(self, session: Listener, room_id: RoomId) -> None:
        """The session no longer gets the room's events."""
        self._rooms[session].discard(room_id)
        self._detach(session, room_id)

    def follow(self, session: Listener) -> None:
        """Tell the session which game is featured, whenever that changes."""
        self._followers.add(session)

    def featured(self, room_id: RoomId) -> None:
        """Another game is featured."""
        _send(self._followers, encode(Featured(room_id)))

    def invited(self, room: RoomSummary) -> None:
        """Tell the invited that a seat is kept for them."""
        frame = encode(Invited(room))
        for player in room.invited:
            _send(self._of_player.get(player.id, ()), frame)

    def advanced(self, advance: Advance) -> None:
        """Hand committed events to all who listen."""
        room_id, before, room, events, bodies = advance
        listeners = self._listeners.get(room_id)
        if listeners is None:
            return
        players, watchers = listeners.players, listeners.watchers
        seats_changed = before is None or before.seats != room.seats
        if seats_changed:
            # What watchers said may come after somebody sat down, or before somebody got up.
            self._seat(listeners, room)
            watchers = tuple(session for session in watchers if session not in listeners.players)
            players = (*players, *(session for session in listeners.players if session not in players))
        first = room.version - len(events) + 1
        for version, (event, body) in enumerate(zip(events, bodies, strict=True), first):
            frame = event_frame(room_id, version, body)
            _send(watchers, frame)
            shown = view(event, Viewer.PLAYER)
            if isinstance(shown, Hidden):
                frame = event_frame(room_id, version, encode_event(shown))
            _send(players, frame)
        if seats_changed:
            self._presence_changed(room_id, room)

    def dismiss(self, room_id: RoomId, player: PlayerId, code: str, text: str) -> None:
        """Tell those nothing more of a room who only watch it, and are of a player."""
        listeners = self._listeners.get(room_id)
        for session in listeners.watchers if listeners else ():
            if session.player.id == player:
                session.send(encode(Dismissed(room_id, code, text)))
                self.detach(session, room_id)

    def rolled_back(self, room_id: RoomId, room: Room) -> None:
        """Hand the whole room to all who listen, in place of what they know."""
        listeners = self._listeners.get(room_id)
        if listeners is None:
            return
        self._seat(listeners, room)
        _send(listeners.players, encode(Synced(room_id, snapshot(room, Viewer.PLAYER))))
        _send(listeners.watchers, encode(Synced(room_id, snapshot(room, Viewer.WATCHER))))
        self._presence_changed(room_id, room)

    def _seat(self, listeners: RoomListeners, room: Room) -> None:
        """Sort the listeners again into those who play and those who watch."""
        everybody = (*listeners.players, *listeners.watchers)
        seated = [room.seat_of(session.player.id) is not None for session in everybody]
        listeners.players = tuple(compress(everybody, seated))
        listeners.watchers = tuple(compress(everybody, map(not_, seated)))

    def _detach(self, session: Listener, room_id: RoomId) -> None:
        listeners = self._listeners.get(room_id)
        if listeners is None:
            return
        listeners.players = _without(listeners.players, session)
        listeners.watchers = _without(listeners.watchers, session)
        if not (listeners.players or listeners.watchers):
            del self._listeners[room_id]
            self._presence.attended(room_id, NO_ATTENDANCE)
            self._tell_moved(room_id)
        else:
            self._presence_changed(room_id, None)

    def _presence_changed(self, room_id: RoomId, room: Room | None) -> None:
        """Tell who is here after this turn of the loop, and not too often, however much changes."""
        listeners = self._listeners[room_id]
        if room is not None:
            listeners.seats = room.seats
        if not listeners.is_due:
            listeners.is_due = True
            loop = asyncio.get_running_loop()
            when = max(loop.time(), listeners.told_at + PRESENCE_EVERY)
            loop.call_at(when, self._tell_presence, room_id, listeners)

    def _tell_presence(self, room_id: RoomId, listeners: RoomListeners) -> None:
        if self._listeners.get(room_id) is not listeners:
            return
        listeners.is_due = False
        listeners.told_at = asyncio.get_running_loop().time()
        here = _attendance(listeners)
        self._presence.attended(room_id, here)
        frame = encode(_presence(room_id, listeners.seats, [here, *self._presence.elsewhere(room_id)]))
        _send(listeners.players, frame)
        _send(listeners.watchers, frame)
        self._tell_moved(room_id)

    def is_here(self, room_id: RoomId, player: PlayerId) -> bool:
        """Whether a player who has a seat in a room is there, at this node."""
        listeners = self._listeners.get(room_id)
        return listeners is not None and any(
            session.player.id == player and not session.is_aside for session in listeners.players
        )

    def refresh_presence(self, room_id: RoomId) -> None:
        """Somebody has come to a room or gone from it at another node."""
        listeners = self._listeners.get(room_id)
        if listeners is None:
            self._tell_moved(room_id)
            return
        for attendance in self._presence.elsewhere(room_id):
            for session in listeners.players:
                newer = attendance.players.get(session.player.id, NEVER)
                if not session.is_aside and newer > listeners.came.get(session.player.id, NEVER):
                    self._replace(room_id, session)
        if self.is_wanted(room_id):
            self._presence_changed(room_id, None)

    def _take_over(self, room_id: RoomId, listeners: RoomListeners, newest: Listener) -> None:
        """Who has a seat is there once: at the newest connection."""
        player = newest.player.id
        listeners.came[player] = self._now()
        for session in listeners.players:
            if session is not newest and session.player.id == player and not session.is_aside:
                self._replace(room_id, session)

    def _replace(self, room_id: RoomId, session: Listener) -> None:
        session.send(encode(Replaced(room_id)))
        self.detach(session, room_id)


def _without(listeners: Listeners, session: Listener) -> Listeners:
    return tuple(other for other in listeners if other is not session)


def _attendance(listeners: RoomListeners) -> Attendance:
    """Who is here; who has a seat and only looks on counts neither as there nor as watching."""
    here = {session.player.id for session in listeners.players if not session.is_aside}
    names = sorted({session.player.name for session in listeners.watchers}, key=str.casefold)
    players = {player: listeners.came.get(player, NEVER) for player in sorted(here)}
    return Attendance(players, len(listeners.watchers), tuple(names[:MOST_NAMES]))


def _presence(
    room_id: RoomId, seats: tuple[Identity | None, ...], everywhere: Sequence[Attendance]
) -> RoomPresence:
    here = {player for attendance in everywhere for player in attendance.players}
    names = dict.fromkeys(name for attendance in everywhere for name in attendance.names)
    return RoomPresence(
        room_id,
        tuple(player is not None and player.id in here for player in seats),
        sum(attendance.watchers for attendance in everywhere),
        tuple(names)[:MOST_NAMES],
    )


def _send(sessions: Iterable[Listener], frame: bytes) -> None:
    for session in sessions:
        session.send(frame)
