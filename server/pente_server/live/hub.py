"""The hub: sends committed events to all sessions that listen to a room."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import chain, compress
from operator import not_
from typing import Final, Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import CommentAdded, Hidden, PointsMarked, Room, Said, Status, Viewer, view
from pente_protocol.codec import encode_event
from pente_protocol.errors import CloseCode
from pente_protocol.messages import (
    DeviceId,
    Dismissed,
    Featured,
    Invited,
    PlayerActivity,
    Replaced,
    RoomSummary,
)
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_server.live.frames import EventFrames, Frames, MessageFrames
from pente_server.live.presence.attendance import MOST_NAMES, Attendance, room_presence, viewer_mark
from pente_server.live.presence.presence_page import RoomStage, stage_of
from pente_server.live.room_snapshot import room_snapshot
from pente_server.live.viewer_dismissals import Dismissal, dismissals, lost_access
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver

PRESENCE_EVERY: Final = 0.25
"""Seconds between two presence messages of a room, which would otherwise be more traffic than the game."""
NO_ATTENDANCE: Final = Attendance()
NEVER: Final = Instant(0)


class Listener(Protocol):
    """A session, as the hub sees it."""

    @property
    def player(self) -> Identity: ...

    @property
    def device(self) -> DeviceId:
        """The device that the player signed in with."""
        ...

    @property
    def is_aside(self) -> bool:
        """Whether it only watches, even in rooms where its player has a seat."""
        ...

    @property
    def is_anonymous(self) -> bool:
        """Whether it has no account, and is counted as a viewer, but in no list."""
        ...

    def send(self, frames: Frames) -> None:
        """Queue a message, in the form of the connection; never waits and never fails."""
        ...

    def end(self, code: CloseCode, reason: str) -> None:
        """Close the connection after what is queued, and carry out no more requests; never waits."""
        ...


_Speech = Said | CommentAdded | PointsMarked
"""Events that not everyone sees who listens to a room."""
Listeners = tuple[Listener, ...]
"""Without duplicates. Most rooms have few, and a set takes four times the memory."""


@dataclass(slots=True)
class RoomListeners:
    """The sessions that listen to a room. Mutable."""

    players: Listeners = ()
    """The sessions of players with a seat."""
    watchers: Listeners = ()
    attached_at: dict[PlayerId, Instant] = field(default_factory=dict)
    """When the newest session of each player with a seat was attached."""
    seats: tuple[Identity | None, ...] = ()
    stage: RoomStage | None = None
    """None: the room is over."""
    is_due: bool = False
    """Whether a presence message is scheduled."""
    presence_sent_at: float = float("-inf")
    """When the last presence message was sent, by the event loop's clock."""

    def ids(self) -> Iterator[PlayerId]:
        """The players of all sessions, some perhaps more than once."""
        return (session.player.id for session in chain(self.players, self.watchers))


class PresencePort(Protocol):
    """Exchanges presence with the other nodes."""

    def entered(self, player: Identity) -> None: ...

    def left(self, player: PlayerId) -> None: ...

    def occupied(self, player: PlayerId, activity: PlayerActivity) -> None: ...

    def attended(self, room: RoomId, attendance: Attendance, stage: RoomStage | None = None) -> None: ...

    def elsewhere(self, room: RoomId) -> Iterable[Attendance]: ...


class BlockListPort(Protocol):
    """The block lists of connected players."""

    def of(self, player: PlayerId) -> AbstractSet[PlayerId]: ...

    def forget(self, player: PlayerId) -> None: ...


class Hub(RoomObserver):
    """The sessions of this node, and the rooms they listen to. Mutable."""

    def __init__(
        self,
        presence: PresencePort,
        blocks: BlockListPort,
        now: Callable[[], Instant],
        on_presence: Callable[[RoomId], None] = lambda _: None,
        on_left: Callable[[PlayerId], None] = lambda _: None,
    ) -> None:
        """``on_presence`` is called with a room to which a session was attached, or from which one was
        detached; ``on_left`` with a player whose last session has ended.
        """
        self._presence = presence
        self._blocks = blocks
        self._now = now
        self._on_presence = on_presence
        self._on_left = on_left
        self._listeners: dict[RoomId, RoomListeners] = {}
        self._rooms: dict[Listener, set[RoomId]] = {}
        self._of_player: dict[PlayerId, set[Listener]] = {}
        self._followers: set[Listener] = set()

    def enter(self, session: Listener) -> None:
        """Add a session whose hello was accepted."""
        self._rooms[session] = set()
        self._of_player.setdefault(session.player.id, set()).add(session)
        if not session.is_anonymous:
            self._presence.entered(session.player)

    def leave(self, session: Listener) -> None:
        """Remove a session that has ended, and detach it from its rooms."""
        self._followers.discard(session)
        sessions = self._of_player.get(session.player.id, set())
        sessions.discard(session)
        if not sessions and self._of_player.pop(session.player.id, None) is not None:
            if not session.is_anonymous:
                self._presence.left(session.player.id)
            self._blocks.forget(session.player.id)
            self._on_left(session.player.id)
        for room_id in self._rooms.pop(session, ()):
            self._detach((session,), room_id)

    def end_sessions(self, player: PlayerId, code: CloseCode, reason: str) -> None:
        """End all sessions of a player at this node."""
        for session in tuple(self._of_player.get(player, ())):
            session.end(code, reason)

    def end_device(self, player: PlayerId, device: DeviceId, code: CloseCode, reason: str) -> None:
        """End the sessions of one device of a player at this node."""
        for session in tuple(self._of_player.get(player, ())):
            if session.device == device:
                session.end(code, reason)

    def end_former_devices(
        self, player: PlayerId, devices: Collection[DeviceId], code: CloseCode, reason: str
    ) -> None:
        """End the sessions of a player at this node that are on none of these devices, but not of a guest."""
        for session in tuple(self._of_player.get(player, ())):
            if session.device and session.device not in devices:
                session.end(code, reason)

    def __len__(self) -> int:
        """The number of rooms with listeners."""
        return len(self._listeners)

    def is_wanted(self, room_id: RoomId) -> bool:
        """Whether a room has listeners."""
        return room_id in self._listeners

    def is_listening(self, session: Listener, room_id: RoomId) -> bool:
        return room_id in self._rooms.get(session, ())

    def count_rooms(self, session: Listener) -> int:
        """The number of rooms that a session listens to."""
        return len(self._rooms.get(session, ()))

    def attach(self, session: Listener, room_id: RoomId, room: Room) -> Viewer:
        """Send the session the room's events from now on; returns the view that it gets of them."""
        self._rooms[session].add(room_id)
        listeners = self._listeners.setdefault(room_id, RoomListeners())
        seated = room.seat_of(session.player.id) is not None
        listeners.players = _without(listeners.players, (session,))
        listeners.watchers = _without(listeners.watchers, (session,))
        if seated:
            listeners.players += (session,)
        else:
            listeners.watchers += (session,)
        if seated and not session.is_aside:
            self._take_over(room_id, listeners, session)
        self._presence_changed(room_id, room)
        return Viewer.PLAYER if seated else Viewer.WATCHER

    def detach(self, session: Listener, room_id: RoomId) -> None:
        """Stop sending the session the room's events."""
        self._rooms[session].discard(room_id)
        self._detach((session,), room_id)

    def follow(self, session: Listener) -> None:
        """Notify the session from now on when another game is featured."""
        self._followers.add(session)

    def unfollow(self, session: Listener) -> None:
        """Stop notifying the session of featured games."""
        self._followers.discard(session)

    def featured(self, room_id: RoomId) -> None:
        """Notify the followers of a new featured game."""
        _send(self._followers, MessageFrames(Featured(room_id)))

    def invited(self, room: RoomSummary, players: Iterable[PlayerId]) -> None:
        """Notify players who were invited to a room."""
        frames = MessageFrames(Invited(room))
        for player in players:
            _send(self._of_player.get(player, ()), frames)

    def advanced(self, advance: Advance) -> None:
        """Send committed events to all listeners of the room, each encoded once for every form in use.

        Players for whom an event ends watching get nothing after it, and are detached. A room that is new to
        this node has no listeners, or some that were attached to a version of it at least as new.
        """
        room_id, before, room, events, bodies, marks = advance
        listeners = self._listeners.get(room_id)
        if listeners is None or before is None:
            return
        dismissed = dismissals(advance, listeners.ids())
        players, watchers = listeners.players, listeners.watchers
        seats_changed = before.seats != room.seats
        if seats_changed:
            # Players don't see the chat of watchers. If a player joins or leaves in the same step, a
            # session counts as a player for all of its events, so that no player sees such a message.
            self._seat(listeners, room)
            watchers = tuple(session for session in watchers if session not in listeners.players)
            players = (*players, *(session for session in listeners.players if session not in players))
        first = room.version - len(events) + 1
        for version, (event, body) in enumerate(zip(events, bodies, strict=True), first):
            mark = marks.at(version) or NO_MARK
            frames = EventFrames(room_id, version, mark, body)
            if isinstance(event, _Speech):
                hidden = EventFrames(room_id, version, mark, encode_event(Hidden(event.at)))
                self._send_chat(watchers, Viewer.WATCHER, event, frames, hidden)
                self._send_chat(players, Viewer.PLAYER, event, frames, hidden)
            else:
                _send(watchers, frames)
                _send(players, frames)
            if version in dismissed:
                gone = self._dismiss(room_id, (*players, *watchers), dismissed[version])
                players, watchers = _without(players, gone), _without(watchers, gone)
        if (seats_changed or before.status is not room.status) and self.is_wanted(room_id):
            self._presence_changed(room_id, room)

    def _send_chat(
        self, sessions: Listeners, viewer: Viewer, line: _Speech, frames: Frames, hidden: Frames
    ) -> None:
        """Send a line of chat, a comment or marks to those who may see it, and a `Hidden` to the others."""
        for session in sessions:
            shown = view(line, viewer, self._blocks.of(session.player.id))
            session.send(hidden if isinstance(shown, Hidden) else frames)

    def _dismiss(
        self, room_id: RoomId, sessions: Iterable[Listener], dismissed: Iterable[Dismissal]
    ) -> Collection[Listener]:
        """Detach the sessions of players who may not watch any more, and send them the reason."""
        frames = {player: MessageFrames(Dismissed(room_id, code, text)) for player, code, text in dismissed}
        gone = dict.fromkeys(session for session in sessions if session.player.id in frames)
        for session in gone:
            session.send(frames[session.player.id])
            self._rooms[session].discard(room_id)
        if gone:
            self._detach(gone, room_id)
        return gone

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:
        """Detach all listeners of a room, and send them the reason."""
        listeners = self._listeners.get(room_id, RoomListeners())
        frames = MessageFrames(Dismissed(room_id, why.code, why.parting))
        for session in (*listeners.players, *listeners.watchers):
            session.send(frames)
            self.detach(session, room_id)

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:
        """Send a snapshot to all listeners who may watch the room that is left; detach the others."""
        listeners = self._listeners.get(room_id)
        if listeners is None:
            return
        sessions = (*listeners.players, *listeners.watchers)
        if len(self._dismiss(room_id, sessions, lost_access(room, listeners.ids()))) == len(sessions):
            return
        self._seat(listeners, room)
        self._send_snapshot(listeners.players, Viewer.PLAYER, room_id, room, checkpoint.mark)
        self._send_snapshot(listeners.watchers, Viewer.WATCHER, room_id, room, checkpoint.mark)
        self._presence_changed(room_id, room)

    def _send_snapshot(
        self, sessions: Listeners, viewer: Viewer, room_id: RoomId, room: Room, mark: Mark
    ) -> None:
        """Send a snapshot, encoded once for all who have blocked none of those who have said something."""
        speakers = {line.player.id for line in (*room.chat, *room.analysis.all)}
        frames = MessageFrames(room_snapshot(room_id, room, mark, viewer))
        for session in sessions:
            blocked = self._blocks.of(session.player.id) & speakers
            if blocked:
                session.send(MessageFrames(room_snapshot(room_id, room, mark, viewer, blocked)))
            else:
                session.send(frames)

    def resync(self, session: Listener, room_id: RoomId, room: Room, mark: Mark) -> None:
        """Send a snapshot to one session, if it listens to the room."""
        if self.is_listening(session, room_id):
            viewer = Viewer.WATCHER if room.seat_of(session.player.id) is None else Viewer.PLAYER
            self._send_snapshot((session,), viewer, room_id, room, mark)

    def _seat(self, listeners: RoomListeners, room: Room) -> None:
        """Divide the listeners again into players and watchers, after the seats have changed."""
        sessions = (*listeners.players, *listeners.watchers)
        seated = [room.seat_of(session.player.id) is not None for session in sessions]
        listeners.players = tuple(compress(sessions, seated))
        listeners.watchers = tuple(compress(sessions, map(not_, seated)))

    def _detach(self, gone: Collection[Listener], room_id: RoomId) -> None:
        listeners = self._listeners.get(room_id)
        if listeners is None:
            return
        listeners.players = _without(listeners.players, gone)
        listeners.watchers = _without(listeners.watchers, gone)
        if not (listeners.players or listeners.watchers):
            del self._listeners[room_id]
            self._presence.attended(room_id, NO_ATTENDANCE)
            self._on_presence(room_id)
        else:
            self._presence_changed(room_id, None)
        self._note_activities(session.player.id for session in gone)

    def _note_activities(self, players: Iterable[PlayerId]) -> None:
        """Note what players do, after a change of who is in a room."""
        for player in set(players):
            sessions = self._of_player.get(player, ())
            found = {
                self._activity(session, room_id) for session in sessions for room_id in self._rooms[session]
            }
            self._presence.occupied(
                player, next(filter(found.__contains__, PlayerActivity), PlayerActivity.LOBBY)
            )

    def _activity(self, session: Listener, room_id: RoomId) -> PlayerActivity:
        """What a session does in a room that it listens to."""
        listeners = self._listeners.get(room_id)
        if listeners is None or listeners.stage is None:
            return PlayerActivity.LOBBY
        if session not in listeners.players:
            return PlayerActivity.WATCHING
        is_playing = listeners.stage.status is Status.PLAYING
        return PlayerActivity.PLAYING if is_playing else PlayerActivity.WAITING

    def _presence_changed(self, room_id: RoomId, room: Room | None) -> None:
        """Schedule one presence message for all changes of this turn, and one each PRESENCE_EVERY at most."""
        listeners = self._listeners[room_id]
        if room is not None:
            listeners.seats, listeners.stage = room.seats, stage_of(room)
        if not listeners.is_due:
            listeners.is_due = True
            loop = asyncio.get_running_loop()
            when = max(loop.time(), listeners.presence_sent_at + PRESENCE_EVERY)
            loop.call_at(when, self._send_presence, room_id, listeners)

    def _send_presence(self, room_id: RoomId, listeners: RoomListeners) -> None:
        if self._listeners.get(room_id) is not listeners:  # all listeners have left since
            return
        listeners.is_due = False
        listeners.presence_sent_at = asyncio.get_running_loop().time()
        here = _attendance(listeners)
        self._presence.attended(room_id, here, listeners.stage)
        self._note_activities(listeners.ids())
        everywhere = [here, *self._presence.elsewhere(room_id)]
        frames = MessageFrames(room_presence(room_id, listeners.seats, everywhere))
        _send(listeners.players, frames)
        _send(listeners.watchers, frames)
        self._on_presence(room_id)

    def listeners(self, room_id: RoomId) -> Listeners:
        """The sessions that listen to a room, those of players first."""
        found = self._listeners.get(room_id)
        return (*found.players, *found.watchers) if found is not None else ()

    def is_here(self, room_id: RoomId, player: PlayerId) -> bool:
        """Whether a player with a seat in a room is connected to it, at this node."""
        listeners = self._listeners.get(room_id)
        return listeners is not None and any(
            session.player.id == player and not session.is_aside for session in listeners.players
        )

    def refresh_presence(self, room_id: RoomId) -> None:
        """Handle a change of a room's presence at another node.

        Sessions of players who have a newer connection there are replaced by it.
        """
        listeners = self._listeners.get(room_id)
        if listeners is None:
            self._on_presence(room_id)
            return
        for attendance in self._presence.elsewhere(room_id):
            for session in listeners.players:
                newer = attendance.players.get(session.player.id, NEVER)
                if not session.is_aside and newer > listeners.attached_at.get(session.player.id, NEVER):
                    self._replace(room_id, session)
        if self.is_wanted(room_id):
            self._presence_changed(room_id, None)

    def _take_over(self, room_id: RoomId, listeners: RoomListeners, newest: Listener) -> None:
        """Replace older sessions of a player with a seat: only the newest one plays."""
        player = newest.player.id
        listeners.attached_at[player] = self._now()
        for session in listeners.players:
            if session is not newest and session.player.id == player and not session.is_aside:
                self._replace(room_id, session)

    def _replace(self, room_id: RoomId, session: Listener) -> None:
        session.send(MessageFrames(Replaced(room_id)))
        self.detach(session, room_id)


def _without(listeners: Listeners, gone: Collection[Listener]) -> Listeners:
    return tuple(session for session in listeners if session not in gone)


def _attendance(listeners: RoomListeners) -> Attendance:
    """The attendance of a room at this node.

    A session that only watches, of a player with a seat, counts neither as present nor as a watcher. Viewers
    without an account are counted, and have no name.
    """
    here = {session.player.id for session in listeners.players if not session.is_aside}
    players = {player: listeners.attached_at.get(player, NEVER) for player in sorted(here)}
    marks = frozenset(viewer_mark(session.player.id) for session in listeners.watchers)
    named = (session.player for session in listeners.watchers if not session.is_anonymous)
    names = {viewer_mark(player.id): player.name for player in named}
    first = sorted(names.items(), key=lambda item: item[1].casefold())[:MOST_NAMES]
    return Attendance(players, marks, dict(first))


def _send(sessions: Iterable[Listener], frames: Frames) -> None:
    for session in sessions:
        session.send(frames)
