"""Presence messages: which players and viewers are connected to a room, for all who listen to it."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, Snapshot, is_seen_later
from pente_core.room import events as ev
from pente_core.room.absence import is_absent
from pente_core.value import replace
from pente_protocol.messages.lists import PlayerActivity
from pente_protocol.messages.rooms import RoomPresence
from pente_server.live.listening.delayed_activities import DelayedActivities
from pente_server.live.listening.frames import MessageFrames
from pente_server.live.listening.listeners import (
    NEVER,
    Listener,
    Listeners,
    PresencePort,
    PresenceSending,
    RoomListeners,
    Viewers,
    send,
    without,
)
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
        self._delayed = DelayedActivities(now, self._activities_shown)

    def note_activities(self, players: Iterable[PlayerId]) -> None:
        """Note what players do, after a change of who is in a room."""
        for player in set(players):
            sessions = self._of_player.get(player, ())
            found = [
                self._occupation(session, room_id) for session in sessions for room_id in self._rooms[session]
            ]
            # Games that others see later come first: a sequel would tell that they are over.
            self._presence.occupied(player, busiest((*self._delayed.of(player), *found)))

    def seems_to_play(self, player: PlayerId) -> bool:
        """Whether a player plays here in the eyes of others, who see it some seconds later."""
        return bool(self._delayed.of(player))

    def _occupation(self, session: Listener, room_id: RoomId) -> Occupation:
        """What a session does, as others may know, in a room that it listens to."""
        listeners = self._listeners.get(room_id)
        if listeners is None or (listeners.stage is None and not self._delayed.has_unshown_end(room_id)):
            return IN_THE_LOBBY
        room = None if listeners.is_private else room_id
        if session not in listeners.players:
            return Occupation(PlayerActivity.WATCHING, room)
        if listeners.stage is not None and listeners.stage.status is ev.Status.WAITING:
            return Occupation(PlayerActivity.WAITING, room)
        return self._playing(session, room_id, listeners)

    @staticmethod
    def _playing(session: Listener, room_id: RoomId, listeners: RoomListeners) -> Occupation:
        if listeners.is_private:
            return Occupation(PlayerActivity.PLAYING)
        others = (seat for seat in listeners.seats if seat is not None and seat.id != session.player.id)
        return Occupation(PlayerActivity.PLAYING, room_id, tuple(player.name for player in others))

    def changed(self, room_id: RoomId, room: Room | None) -> None:
        """Schedule one presence message for all changes of this turn, and one each PRESENCE_EVERY at most."""
        listeners = self._listeners[room_id]
        if room is not None:
            listeners.seats, listeners.stage = room.seats, stage_of(room)
            listeners.is_private = room.options.private
            players = {each.player.id: self._playing(each, room_id, listeners) for each in listeners.players}
            self._delayed.note(room_id, room, players)
        self._schedule(listeners.to_players, self._send_to_players, room_id, listeners)
        self._schedule(listeners.to_watchers, self._send_to_watchers, room_id, listeners)

    @staticmethod
    def _schedule(
        sending: PresenceSending,
        send_now: Callable[[RoomId, RoomListeners, PresenceSending], None],
        room_id: RoomId,
        listeners: RoomListeners,
    ) -> None:
        if not sending.is_due:
            sending.is_due = True
            loop = asyncio.get_running_loop()
            when = max(loop.time(), sending.sent_at + PRESENCE_EVERY)
            loop.call_at(when, send_now, room_id, listeners, sending)

    def left(self, room_id: RoomId, gone: Iterable[PlayerId]) -> None:
        """Note what players do of whom a session was detached from a room."""
        listeners = self._listeners.get(room_id)
        still = set() if listeners is None else {session.player.id for session in listeners.players}
        for player in (gone := dict.fromkeys(gone)):
            if player not in still:
                self._delayed.leave(room_id, player)
        self.note_activities(gone)

    def _activities_shown(self, room_id: RoomId, players: Iterable[PlayerId]) -> None:
        """Show what the players of a game do by now that others have seen it so far."""
        for player in players:
            if player not in self._of_player and not self.seems_to_play(player):
                self._presence.left(player)
        listeners = self._listeners.get(room_id)
        self.note_activities((*players, *(() if listeners is None else listeners.ids())))

    def presence(self, room_id: RoomId, known: Room | Snapshot) -> RoomPresence:
        """Who is connected to a room at all nodes, as a viewer sees it who knows so much of it."""
        listeners = self._listeners.get(room_id)
        here = () if listeners is None else (_attendance(listeners),)
        return _seen(known, room_presence(room_id, known.seats, (*here, *self._presence.elsewhere(room_id))))

    def _send_to_players(self, room_id: RoomId, listeners: RoomListeners, sending: PresenceSending) -> None:
        if self._listeners.get(room_id) is not listeners:  # all listeners have left since
            return
        self._note_attendance(room_id, listeners)
        self.note_activities(session.player.id for session in listeners.players)
        everywhere = (_attendance(listeners), *self._presence.elsewhere(room_id))
        _send(sending, listeners.players, room_presence(room_id, listeners.seats, everywhere))
        self._on_presence(room_id)

    def _send_to_watchers(self, room_id: RoomId, listeners: RoomListeners, sending: PresenceSending) -> None:
        """Send the viewers of a room what they do not have yet. Where they see the game later, neither that
        nor its moment depends on what its players do now.
        """
        if self._listeners.get(room_id) is not listeners or listeners.to_watchers is not sending:
            return
        listeners.viewers = _viewers(listeners.watchers)
        self._note_attendance(room_id, listeners)
        self.note_activities(session.player.id for session in listeners.watchers)
        everywhere = (_attendance(listeners), *self._presence.elsewhere(room_id))
        if listeners.delayed is None:
            presence = room_presence(room_id, listeners.seats, everywhere)
        else:
            known = listeners.delayed.room
            presence = _seen(known, room_presence(room_id, known.seats, everywhere))
        _send(sending, listeners.watchers, presence)

    def _note_attendance(self, room_id: RoomId, listeners: RoomListeners) -> None:
        """Tell the other nodes who is here; the viewers as of their own last message."""
        attendance = Attendance(_players(listeners), *listeners.viewers)
        self._presence.attended(room_id, attendance, listeners.stage)


def _send(sending: PresenceSending, sessions: Listeners, presence: RoomPresence) -> None:
    """Send a presence to those who do not have it."""
    sending.is_due = False
    lacking = sessions if presence != sending.sent else without(sessions, sending.recipients)
    if lacking:
        sending.sent_at = asyncio.get_running_loop().time()
        send(lacking, MessageFrames(presence))
    sending.sent, sending.recipients = presence, sessions


def _seen(known: Room | Snapshot, presence: RoomPresence) -> RoomPresence:
    """The presence of a room as viewers see it who know so much of the room.

    Those who see a game some seconds later learn of its players' coming and going from its log, as of
    everything else: what the players do now would tell of the end.
    """
    if known.status is not ev.Status.PLAYING or not is_seen_later(known.created.options):
        return presence
    return replace(
        presence,
        present=tuple(
            player is not None and not is_absent(known.absent, seat)
            for seat, player in enumerate(known.seats)
        ),
    )


def _attendance(listeners: RoomListeners) -> Attendance:
    """The attendance of a room at this node."""
    return Attendance(_players(listeners), *_viewers(listeners.watchers))


def _players(listeners: RoomListeners) -> dict[PlayerId, Instant]:
    """The connected players of a room. One with a seat who only watches is neither present nor a viewer."""
    here = {session.player.id for session in listeners.players if not session.is_aside}
    return {player: listeners.attached_at.get(player, NEVER) for player in sorted(here)}


def _viewers(watchers: Listeners) -> Viewers:
    """The viewers of a room, and the names of some: those without an account have none."""
    marks = frozenset(viewer_mark(session.player.id) for session in watchers)
    named = (session.player for session in watchers if not session.is_anonymous)
    names = {viewer_mark(player.id): player.name for player in named}
    first = sorted(names.items(), key=lambda item: item[1].casefold())[:MOST_NAMES]
    return marks, dict(first)
