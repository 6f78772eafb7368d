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
        neighbours: PresencePort,
        now: Callable[[], Instant],
        tell_moved: Callable[[RoomId], None] = lambda _: None,
    ) -> None:
        """``tell_moved`` is called with a room that somebody has come to, or gone from."""
        self._neighbours = neighbours
        self._now = now
        self._tell_moved = tell_moved
        self._tables: dict[RoomId, RoomListeners] = {}
        self._rooms: dict[Listener, set[RoomId]] = {}
        self._of_player: dict[PlayerId, set[Listener]] = {}
        self._followers: set[Listener] = set()

    def enter(self, session: Listener) -> None:
        """A session has said hello."""
        self._rooms[session] = set()
        self._of_player.setdefault(session.player.id, set()).add(session)
        self._neighbours.entered(session.player)

    def leave(self, session: Listener) -> None:
        """A session is gone."""
        self._followers.discard(session)
        sessions = self._of_player.get(session.player.id, set())
        sessions.discard(session)
        if not sessions and self._of_player.pop(session.player.id, None) is not None:
            self._neighbours.left(session.player.id)
        for room_id in self._rooms.pop(session, ()):
            self._detach(session, room_id)

    def __len__(self) -> int:
        """How many rooms somebody listens to."""
        return len(self._tables)

    def is_wanted(self, room_id: RoomId) -> bool:
        """Whether anybody listens to a room."""
        return room_id in self._tables

    def is_listening(self, session: Listener, room_id: RoomId) -> bool:
        return room_id in self._rooms.get(session, ())

    def count_rooms(self, session: Listener) -> int:
        """How many rooms a session listens to."""
        return len(self._rooms.get(session, ()))

    def attach(self, session: Listener, room_id: RoomId, room: Room) -> Viewer:
        """From now on the session gets the room's events; as what it sees them."""
        self._rooms[session].add(room_id)
        table = self._tables.setdefault(room_id, RoomListeners())
        seated = room.seat_of(session.player.id) is not None
        table.players, table.watchers = _without(table.players, session), _without(table.watchers, session)
        if seated:
            table.players += (session,)
        else:
            table.watchers += (session,)
        if seated and not session.is_aside:
            self._take_over(room_id, table, session)
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
        table = self._tables.get(room_id)
        if table is None:
            return
        players, watchers = table.players, table.watchers
        seats_changed = before is None or before.seats != room.seats
        if seats_changed:
            # What watchers said may come after somebody sat down, or before somebody got up.
            self._seat(table, room)
            watchers = tuple(session for session in watchers if session not in table.players)
            players = (*players, *(session for session in table.players if session not in players))
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
        table = self._tables.get(room_id)
        for session in table.watchers if table else ():
            if session.player.id == player:
                session.send(encode(Dismissed(room_id, code, text)))
                self.detach(session, room_id)

    def rolled_back(self, room_id: RoomId, room: Room) -> None:
        """Hand the whole room to all who listen, in place of what they know."""
        table = self._tables.get(room_id)
        if table is None:
            return
        self._seat(table, room)
        _send(table.players, encode(Synced(room_id, snapshot(room, Viewer.PLAYER))))
        _send(table.watchers, encode(Synced(room_id, snapshot(room, Viewer.WATCHER))))
        self._presence_changed(room_id, room)

    def _seat(self, table: RoomListeners, room: Room) -> None:
        """Sort the listeners again into those who play and those who watch."""
        everybody = (*table.players, *table.watchers)
        seated = [room.seat_of(session.player.id) is not None for session in everybody]
        table.players = tuple(compress(everybody, seated))
        table.watchers = tuple(compress(everybody, map(not_, seated)))

    def _detach(self, session: Listener, room_id: RoomId) -> None:
        table = self._tables.get(room_id)
        if table is None:
            return
        table.players = _without(table.players, session)
        table.watchers = _without(table.watchers, session)
        if not (table.players or table.watchers):
            del self._tables[room_id]
            self._neighbours.attended(room_id, NO_ATTENDANCE)
            self._tell_moved(room_id)
        else:
            self._presence_changed(room_id, None)

    def _presence_changed(self, room_id: RoomId, room: Room | None) -> None:
        """Tell who is here after this turn of the loop, and not too often, however much changes."""
        table = self._tables[room_id]
        if room is not None:
            table.seats = room.seats
        if not table.is_due:
            table.is_due = True
            loop = asyncio.get_running_loop()
            when = max(loop.time(), table.told_at + PRESENCE_EVERY)
            loop.call_at(when, self._tell_presence, room_id, table)

    def _tell_presence(self, room_id: RoomId, table: RoomListeners) -> None:
        if self._tables.get(room_id) is not table:
            return
        table.is_due = False
        table.told_at = asyncio.get_running_loop().time()
        here = _attendance(table)
        self._neighbours.attended(room_id, here)
        frame = encode(_presence(room_id, table.seats, [here, *self._neighbours.elsewhere(room_id)]))
        _send(table.players, frame)
        _send(table.watchers, frame)
        self._tell_moved(room_id)

    def is_here(self, room_id: RoomId, player: PlayerId) -> bool:
        """Whether a player who has a seat in a room is there, at this node."""
        table = self._tables.get(room_id)
        return table is not None and any(
            session.player.id == player and not session.is_aside for session in table.players
        )

    def refresh_presence(self, room_id: RoomId) -> None:
        """Somebody has come to a room or gone from it at another node."""
        table = self._tables.get(room_id)
        if table is None:
            self._tell_moved(room_id)
            return
        for attendance in self._neighbours.elsewhere(room_id):
            for session in table.players:
                newer = attendance.players.get(session.player.id, NEVER)
                if not session.is_aside and newer > table.came.get(session.player.id, NEVER):
                    self._replace(room_id, session)
        if self.is_wanted(room_id):
            self._presence_changed(room_id, None)

    def _take_over(self, room_id: RoomId, table: RoomListeners, newest: Listener) -> None:
        """Who has a seat is there once: at the newest connection."""
        player = newest.player.id
        table.came[player] = self._now()
        for session in table.players:
            if session is not newest and session.player.id == player and not session.is_aside:
                self._replace(room_id, session)

    def _replace(self, room_id: RoomId, session: Listener) -> None:
        session.send(encode(Replaced(room_id)))
        self.detach(session, room_id)


def _without(listeners: Listeners, session: Listener) -> Listeners:
    return tuple(other for other in listeners if other is not session)


def _attendance(table: RoomListeners) -> Attendance:
    """Who is here; who has a seat and only looks on counts neither as there nor as watching."""
    here = {session.player.id for session in table.players if not session.is_aside}
    names = sorted({session.player.name for session in table.watchers}, key=str.casefold)
    players = {player: table.came.get(player, NEVER) for player in sorted(here)}
    return Attendance(players, len(table.watchers), tuple(names[:MOST_NAMES]))


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
