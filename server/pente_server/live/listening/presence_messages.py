"""Presence messages: which players and viewers are connected to a room, for all who listen to it."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Room, Status
from pente_protocol.messages import PlayerActivity, RoomPresence
from pente_server.live.listening.frames import MessageFrames
from pente_server.live.listening.listeners import NEVER, Listener, PresencePort, RoomListeners, send
from pente_server.live.listening.unshown_ends import UnshownEnds
from pente_server.live.presence.attendance import MOST_NAMES, Attendance, room_presence, viewer_mark
from pente_server.live.presence.presence_page import IN_THE_LOBBY, Occupation, busiest, stage_of

PRESENCE_EVERY: Final = 0.25
"""Seconds between two presence messages of a room, which would otherwise be more traffic than the game."""


class PresenceMessages:
    """Sends what has changed to the listeners of this node, and tells the other nodes. Mutable."""

    def __init__(
        self,
        presence: PresencePort,
        listeners: Mapping[RoomId, RoomListeners],
        rooms: Mapping[Listener, Collection[RoomId]],
        of_player: Mapping[PlayerId, Collection[Listener]],
        on_presence: Callable[[RoomId], None],
        *,
        now: Callable[[], Instant],
    ) -> None:
        """``listeners`` of rooms, ``rooms`` of sessions and sessions ``of_player`` are those of the hub."""
        self._presence = presence
        self._listeners = listeners
        self._rooms = rooms
        self._of_player = of_player
        self._on_presence = on_presence
        self._unshown = UnshownEnds(now, self._end_shown)

    def note_activities(self, players: Iterable[PlayerId]) -> None:
        """Note what players do, after a change of who is in a room."""
        for player in set(players):
            sessions = self._of_player.get(player, ())
            found = [
                self._occupation(session, room_id) for session in sessions for room_id in self._rooms[session]
            ]
            # Games that seem to go on come first: a sequel would tell that they are over.
            self._presence.occupied(player, busiest((*self._unshown.of(player), *found)))

    def _occupation(self, session: Listener, room_id: RoomId) -> Occupation:
        """What a session does, as others may know, in a room that it listens to."""
        listeners = self._listeners.get(room_id)
        if listeners is None or (listeners.stage is None and room_id not in self._unshown):
            return IN_THE_LOBBY
        seats = () if listeners.is_private else listeners.seats
        room = None if listeners.is_private else room_id
        if session not in listeners.players:
            return Occupation(PlayerActivity.WATCHING, room)
        if listeners.stage is not None and listeners.stage.status is Status.WAITING:
            return Occupation(PlayerActivity.WAITING, room)
        others = (seat for seat in seats if seat is not None and seat.id != session.player.id)
        return Occupation(PlayerActivity.PLAYING, room, tuple(player.name for player in others))

    def changed(self, room_id: RoomId, room: Room | None) -> None:
        """Schedule one presence message for all changes of this turn, and one each PRESENCE_EVERY at most."""
        listeners = self._listeners[room_id]
        if room is not None:
            listeners.seats, listeners.stage = room.seats, stage_of(room)
            listeners.is_private = room.options.private
            if self._unshown.keeps(room_id, room):
                players = {each.player.id: self._occupation(each, room_id) for each in listeners.players}
                self._unshown.note(room_id, players)
        if not listeners.is_due:
            listeners.is_due = True
            loop = asyncio.get_running_loop()
            when = max(loop.time(), listeners.presence_sent_at + PRESENCE_EVERY)
            loop.call_at(when, self._send, room_id, listeners)

    def _end_shown(self, room_id: RoomId, players: Iterable[PlayerId]) -> None:
        listeners = self._listeners.get(room_id)
        self.note_activities((*players, *(() if listeners is None else listeners.ids())))

    def presence(self, room_id: RoomId, seats: tuple[Identity | None, ...]) -> RoomPresence:
        """Who is connected to a room with these seats, at all nodes."""
        listeners = self._listeners.get(room_id)
        here = () if listeners is None else (_attendance(listeners),)
        return room_presence(room_id, seats, (*here, *self._presence.elsewhere(room_id)))

    def _send(self, room_id: RoomId, listeners: RoomListeners) -> None:
        if self._listeners.get(room_id) is not listeners:  # all listeners have left since
            return
        listeners.is_due = False
        listeners.presence_sent_at = asyncio.get_running_loop().time()
        here = _attendance(listeners)
        self._presence.attended(room_id, here, listeners.stage)
        self.note_activities(listeners.ids())
        everywhere = [here, *self._presence.elsewhere(room_id)]
        frames = MessageFrames(room_presence(room_id, listeners.seats, everywhere))
        send(listeners.players, frames)
        if listeners.delayed is not None:  # the players may have exchanged their seats since
            frames = MessageFrames(room_presence(room_id, listeners.delayed.room.seats, everywhere))
        send(listeners.watchers, frames)
        self._on_presence(room_id)


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
