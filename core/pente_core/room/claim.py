"""What follows when a player claims the end of a game because the others are away for too long."""

from functools import reduce
from typing import assert_never

from pente_core.instant import Instant
from pente_core.outcome import Termination
from pente_core.room.absence import overdue
from pente_core.room.commands import Prize
from pente_core.room.ending import aborted, is_out, retired
from pente_core.room.events import Event
from pente_core.room.refused import Reason, Refused
from pente_core.room.state import Room, Status, apply


def claim(room: Room, what: Prize, seat: int, now: Instant) -> tuple[Event, ...]:
    """The events that follow, for a seat that is still in a game that is played. Raises Refused.

    To win is to have all opponents leave the game who are away for too long. The game is cancelled only when
    nobody else is left to play it.
    """
    if room.paused is not None:
        raise Refused(Reason.PAUSED)
    team = room.created.ruleset.team(seat)
    late = [other for other in overdue(room.absent, now) if other not in team]
    if not late:
        raise Refused(Reason.NOBODY_GONE)
    match what:
        case Prize.WIN:
            return _forfeited(room, late, now)
        case Prize.CANCEL:
            others = (other for other in range(len(room.seats)) if other != seat and not is_out(room, other))
            if not set(others) <= set(overdue(room.absent, now)):
                raise Refused(Reason.OTHERS_PLAY)
            return (aborted(room, now),)
        case _ as unreachable:
            assert_never(unreachable)


def _forfeited(room: Room, seats: list[int], now: Instant) -> tuple[Event, ...]:
    """Seats leave the game, one after the other, until it is over."""
    events: tuple[Event, ...] = ()
    for seat in seats:
        more = retired(room, seat, Termination.FORFEIT, now)
        room, events = reduce(apply, more, room), (*events, *more)
        if room.status is not Status.PLAYING:
            break
    return events
