"""The journal: rooms that were opened and games that ended, in the server's log."""

import logging
from typing import Final

from pente_core.clock.time_control import format_time_control
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_server.diagnostics.log_format import log_event
from pente_server.rooms.observer import Advance, RoomObserver

_ENDED: Final = (ev.Status.FINISHED, ev.Status.CLOSED)

_log = logging.getLogger(__name__)


class RoomJournal(RoomObserver):
    """Logs the begin and the end of rooms; each node that has a room open logs its end."""

    def advanced(self, advance: Advance) -> None:
        before, after = advance.before, advance.after
        if before is None:
            if advance.events:
                _log_opened(advance.room_id, after)
        elif before.status is not after.status and after.status in _ENDED:
            _log_ended(advance.room_id, after)


def _log_opened(room_id: RoomId, room: Room) -> None:
    created = room.created
    log_event(
        _log,
        logging.INFO,
        "room opened",
        room=room_id,
        host=created.by.name,
        host_id=created.by.id,
        ruleset=created.ruleset.base,
        time=format_time_control(created.time),
        private=created.options.private,
    )


def _log_ended(room_id: RoomId, room: Room) -> None:
    outcome = room.game.outcome if room.status is ev.Status.FINISHED else None
    log_event(
        _log,
        logging.INFO,
        "room ended",
        room=room_id,
        result="closed" if outcome is None else outcome.result,
        termination="" if outcome is None else outcome.termination,
        moves=len(room.game.turns),
    )
