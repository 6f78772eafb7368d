"""The hub: sends committed events to all sessions that listen to a room."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import compress
from operator import not_
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import NOTHING_DUE, Room, Snapshot, Viewer, turn_due
from pente_protocol.errors import CloseCode
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_protocol.messages.direct_messages import MessageReceived, Messages
from pente_protocol.messages.lists import InvitationEnded, Invited, RoomSummary
from pente_protocol.messages.rooms import Dismissed, Replaced, RoomPresence
from pente_server.live.delayed_viewers import DelayedViewers
from pente_server.live.listening.delayed_game import DelayedGame
from pente_server.live.listening.frames import EventFrames, MessageFrames
from pente_server.live.listening.listeners import (
    NEVER,
    BlockListPort,
    Listener,
    Listeners,
    PresencePort,
    PresenceSending,
    RoomListeners,
    send,
    without,
)
from pente_server.live.listening.look_feed import LookFeed
from pente_server.live.listening.presence_messages import PresenceMessages
from pente_server.live.presence.attendance import Attendance
from pente_server.live.viewer_dismissals import Dismissal, dismissals, lost_access
from pente_server.live.views import Views
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver

NO_ATTENDANCE: Final = Attendance()


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
        self.device_changes = 0
        """How often devices of some player were changed: who is not in the hub yet has not heard of it."""
        self._views = Views(blocks)
        self._delayed = DelayedViewers(self._views, now, self._end_shown)
        self.looks = LookFeed(self._analysts, presence.looked, presence.looks_elsewhere, blocks.of)
        """Where people look in games that are over."""
        self._messages = PresenceMessages(
            presence, self._listeners, self._rooms, self._of_player, on_presence, now=now
        )

    def enter(self, session: Listener) -> None:
        """Add a session whose hello was accepted."""
        self._rooms[session] = set()
        self._of_player.setdefault(session.player.id, set()).add(session)
        if not session.is_anonymous:
            self._presence.entered(session.player, self._now())
            self._messages.note_activities((session.player.id,))

    def leave(self, session: Listener) -> None:
        """Remove a session that has ended, and detach it from its rooms."""
        sessions = self._of_player.get(session.player.id, set())
        sessions.discard(session)
        if not sessions and self._of_player.pop(session.player.id, None) is not None:
            if not session.is_anonymous and not self._messages.seems_to_play(session.player.id):
                self._presence.left(session.player.id)
            self._blocks.forget(session.player.id)
            self._on_left(session.player.id)
        for room_id in self._rooms.pop(session, ()):
            self._detach((session,), room_id)

    def end_sessions(self, player: PlayerId, code: CloseCode, reason: str) -> None:
        """End all sessions of a player at this node."""
        for session in tuple(self._of_player.get(player, ())):
            session.end(code, reason)

    def is_connected(self, player: PlayerId) -> bool:
        """Whether a player has a session at this node."""
        return player in self._of_player

    def devices_changed(
        self, player: PlayerId, devices: Mapping[DeviceId, Right], code: CloseCode, reason: str
    ) -> None:
        """Note what a player's devices may do; end sessions at this node on others, but not of a guest."""
        self.device_changes += 1
        for session in tuple(self._of_player.get(player, ())):
            if session.device in devices:
                session.right = devices[session.device]
            elif session.device:
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

    def attach(
        self, session: Listener, room_id: RoomId, room: Room, delayed: DelayedGame | None = None
    ) -> Viewer:
        """Send the session the room's events from now on; returns the view that it gets of them.

        ``delayed`` is what a session without a seat may know of the room, if that is not all; where `delayed`
        knows that already, it must be the same.
        """
        self._rooms[session].add(room_id)
        listeners = self._listeners.setdefault(room_id, RoomListeners())
        seated = room.seat_of(session.player.id) is not None
        for sending in (listeners.to_players, listeners.to_watchers):
            sending.recipients = without(sending.recipients, (session,))
        listeners.players = without(listeners.players, (session,))
        listeners.watchers = without(listeners.watchers, (session,))
        if seated:
            listeners.players += (session,)
        elif delayed is not None:
            listeners.watchers += (session,)
            self._delayed.begin(room_id, listeners, delayed)
        else:
            self._delayed.show(room_id, listeners)  # first, as this one has it, though its timer may be late
            listeners.watchers += (session,)
        if seated and not session.is_aside:
            self._take_over(room_id, listeners, session)
        self._messages.changed(room_id, room)
        return Viewer.PLAYER if seated else Viewer.WATCHER

    def delayed(self, room_id: RoomId) -> DelayedGame | None:
        """What the viewers of a room at this node know of it; None: everything, or there are none."""
        listeners = self._listeners.get(room_id)
        return None if listeners is None else listeners.delayed

    def detach(self, session: Listener, room_id: RoomId) -> None:
        """Stop sending the session the room's events."""
        self._rooms[session].discard(room_id)
        self._detach((session,), room_id)

    def count_viewers(self, room_id: RoomId) -> int:
        """About how many sessions watch a room without a seat in it, at all nodes."""
        listeners = self._listeners.get(room_id)
        here = 0 if listeners is None else len(listeners.watchers)
        return here + sum(len(attendance.watchers) for attendance in self._presence.elsewhere(room_id))

    def presence(self, room_id: RoomId, known: Snapshot) -> RoomPresence:
        """Who is connected to a room, at all nodes, as a viewer sees it who knows so much of the room."""
        return self._messages.presence(room_id, known)

    def invited(self, room: RoomSummary, players: Iterable[PlayerId]) -> None:
        """Notify players who were invited to a room."""
        frames = MessageFrames(Invited(room))
        for player in players:
            send(self._of_player.get(player, ()), frames)

    def invitation_ended(self, room_id: RoomId, host: Identity, players: Iterable[PlayerId]) -> None:
        """Notify players whose invitation to a room has come to nothing."""
        for player in players:
            self.send_to(player, InvitationEnded(room_id, host))

    def send_to(self, player: PlayerId, message: ServerMessage) -> None:
        """Send a message to all sessions of a player at this node; a direct one only where it may be read."""
        needed = Messages.needs if isinstance(message, MessageReceived) else Right.PLAY
        sessions = self._of_player.get(player, ())
        send([each for each in sessions if each.right.allows(needed)], MessageFrames(message))

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
        if is_later := self._delayed.keeps_back(listeners, advance):
            players, watchers = listeners.players, listeners.watchers
        first = room.version - len(events) + 1
        for version, (event, body) in enumerate(zip(events, bodies, strict=True), first):
            due = turn_due(room) if version == room.version else NOTHING_DUE  # more follows at once
            frames = EventFrames(room_id, version, marks.at(version) or NO_MARK, body, due)
            self._views.send_event(frames, event, players, () if is_later else watchers)
            if version in dismissed:
                gone = self._dismiss(room_id, (*players, *watchers), dismissed[version])
                players, watchers = without(players, gone), without(watchers, gone)
        if is_later:
            self._delayed.show_new(room_id, listeners)
        if (seats_changed or before.status is not room.status) and self.is_wanted(room_id):
            self._messages.changed(room_id, room)

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
        self._views.send_snapshot(listeners.players, Viewer.PLAYER, room_id, room, checkpoint.mark)
        if not self._delayed.roll_back(listeners, room):
            self._views.send_snapshot(listeners.watchers, Viewer.WATCHER, room_id, room, checkpoint.mark)
        self._messages.changed(room_id, room)

    def resync(self, session: Listener, room_id: RoomId, room: Room, mark: Mark) -> None:
        """Send a snapshot to one session, if it listens to the room."""
        if self.is_listening(session, room_id):
            viewer = Viewer.WATCHER if room.seat_of(session.player.id) is None else Viewer.PLAYER
            if viewer is Viewer.WATCHER and (game := self.delayed(room_id)) is not None:
                room, mark = game.room, game.checkpoint.mark
            self._views.send_snapshot((session,), viewer, room_id, room, mark)

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
        listeners.players = without(listeners.players, gone)
        listeners.watchers = without(listeners.watchers, gone)
        if not listeners.watchers:
            listeners.forget_delayed()
            listeners.to_watchers = PresenceSending()  # the next one finds all as where no players are
        if not (listeners.players or listeners.watchers):
            del self._listeners[room_id]
            self._presence.attended(room_id, NO_ATTENDANCE)
            self._on_presence(room_id)
        else:
            self._messages.changed(room_id, None)
        self._messages.left(room_id, (session.player.id for session in gone))

    def listeners(self, room_id: RoomId) -> Listeners:
        """The sessions that listen to a room, those of players first."""
        found = self._listeners.get(room_id)
        return (*found.players, *found.watchers) if found is not None else ()

    def _analysts(self, room_id: RoomId) -> Listeners:
        """The sessions that may know where others look in a game that is over."""
        found = self._listeners.get(room_id)
        is_later = found is not None and found.delayed is not None
        return found.players if found is not None and is_later else self.listeners(room_id)

    def _end_shown(self, room_id: RoomId) -> None:
        self._messages.changed(room_id, None)
        self.looks.refresh(room_id)

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
            self._messages.changed(room_id, None)

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
