"""Delayed viewers: those who see a game of others some moves or seconds later.

A room has a delayed game only while it has viewers at this node and there is something to keep from them:
from the start of the game until they know its end. Time needs one timer for each of these rooms.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import NOTHING_DUE, Room, Viewer, turn_due
from pente_core.room import events as ev
from pente_protocol.errors import CloseCode
from pente_protocol.messages.checkpoint import NO_MARK
from pente_server.live.listening.delayed_game import DelayedGame, LoggedEvent
from pente_server.live.listening.frames import EventFrames
from pente_server.live.listening.listeners import RoomListeners
from pente_server.live.views import Views
from pente_server.rooms.loaded.room_log import MOST_MISSED, MOST_MISSED_BYTES
from pente_server.rooms.observer import Advance

LEAST_WAIT: Final = 0.01
"""Seconds: the shared clock may be corrected while a timer runs."""
_LOST: Final = "The server has lost the end of a game that you watch. Reconnect to see what is left of it."


class DelayedViewers:
    """Keeps back what viewers may not know yet, and sends it in time. Mutable, as the listeners are."""

    def __init__(
        self,
        views: Views,
        now: Callable[[], Instant],
        on_shown: Callable[[RoomId], None],
    ) -> None:
        """``on_shown`` is called when the viewers of a room know more of who is there, or the end."""
        self._views = views
        self._now = now
        self._on_shown = on_shown

    def begin(self, room_id: RoomId, listeners: RoomListeners, game: DelayedGame) -> None:
        """Keep back from the viewers of a room what they may not know yet."""
        if listeners.delayed is None and not game.is_over:
            listeners.delayed = game
            self._wait(room_id, listeners, game)

    def keeps_back(self, listeners: RoomListeners, advance: Advance) -> bool:
        """Keep back what has happened in a room, if its viewers see it later; whether they do."""
        _, before, after, events, bodies, marks = advance
        if listeners.delayed is None:
            if before is None or not _begins(before, after) or not listeners.watchers:
                return False
            listeners.delayed = DelayedGame(before, marks.at(before.version) or NO_MARK)
        first = after.version - len(events) + 1
        listeners.delayed.add(
            [
                LoggedEvent(event, body, marks.at(version) or NO_MARK)
                for version, (event, body) in enumerate(zip(events, bodies, strict=True), first)
            ]
        )
        return True

    def show_new(self, room_id: RoomId, listeners: RoomListeners) -> None:
        """Show what viewers may know by what has just happened. Where time decides, the timer shows it: else
        one that is late would tell the moment at which something happens.
        """
        if listeners.delayed is not None and listeners.delayed.timer is None:
            self.show(room_id, listeners)

    def show(self, room_id: RoomId, listeners: RoomListeners) -> None:
        """Send the viewers of a room what they may know by now, and the rest in time."""
        game = listeners.delayed
        if game is None:
            return
        before = game.room
        self._send(room_id, listeners, game)
        if game.is_over:
            listeners.forget_delayed()
        else:
            self._wait(room_id, listeners, game)
        if game.is_over or before.absent != game.room.absent or before.seats != game.room.seats:
            self._on_shown(room_id)

    def _send(self, room_id: RoomId, listeners: RoomListeners, game: DelayedGame) -> None:
        """Send what the viewers may know by now: the events, or a snapshot in place of very many.

        A move may let them know all the chat of days.
        """
        first = game.room.version + 1
        taken = game.take(self._now())
        if len(taken) > MOST_MISSED or sum(len(each.body) for each in taken) > MOST_MISSED_BYTES:
            room, mark = game.room, game.checkpoint.mark
            self._views.send_snapshot(listeners.watchers, Viewer.WATCHER, room_id, room, mark)
            return
        for version, each in enumerate(taken, first):
            due = turn_due(game.room) if version == game.room.version else NOTHING_DUE
            frames = EventFrames(room_id, version, each.mark, each.body, due)
            self._views.send_event(frames, each.event, (), listeners.watchers)

    def _wait(self, room_id: RoomId, listeners: RoomListeners, game: DelayedGame) -> None:
        due = game.next_at
        if due is not None and game.timer is None:
            wait = max(LEAST_WAIT, (due - self._now()) / 1000)
            game.timer = asyncio.get_running_loop().call_later(wait, self._on_timer, room_id, listeners)

    def _on_timer(self, room_id: RoomId, listeners: RoomListeners) -> None:
        if listeners.delayed is not None:
            listeners.delayed.timer = None
            self.show(room_id, listeners)

    def roll_back(self, listeners: RoomListeners, room: Room) -> bool:
        """Disconnect the viewers of a game with another history: what they may know of it has to be read.

        Returns False if there is nothing to keep from them.
        """
        listeners.forget_delayed()
        if room.created.options.viewer_delay is None or room.status is ev.Status.WAITING:
            return False
        watchers, listeners.watchers = listeners.watchers, ()  # nothing more is sent to them
        for session in watchers:
            session.end(CloseCode.RESTART, _LOST)
        return True


def _begins(before: Room, after: Room) -> bool:
    """Whether a game begins whose viewers see it later."""
    return (
        before.status is ev.Status.WAITING
        and after.status in (ev.Status.PLAYING, ev.Status.FINISHED)
        and after.created.options.viewer_delay is not None
    )
