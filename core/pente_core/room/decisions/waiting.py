"""Rooms that wait for players: when their game begins, and what becomes of the seats of those who are away.

Until a game begins nobody has to wait for a player who has gone: after a while their seat is free again, and
the room is closed once nobody is left. So nobody joins a room only to find it deserted.
"""

from pente_core.clock.instant import Instant, later
from pente_core.room.state.absence import (
    SEAT_KEPT,
    expects_guests,
    is_absent,
    is_correspondence,
    overdue,
    waiting_grace,
)
from pente_core.room.state.room import Room, Status
from pente_core.room.values.events import PEOPLE_FROM, Closed, Closing, Event, Gone, Left, Returned, Started
from pente_core.room.values.refusals import Reason, Refused


def notes_absence(room: Room) -> bool:
    """Whether a waiting room notes who is away; those of older logs close after an hour all the same."""
    return room.status is Status.WAITING and room.created.format >= PEOPLE_FROM


def mark_absent_in_waiting(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    """The event of a connection that was lost in a waiting room. Raises Refused."""
    kept = waiting_grace(room.created.time, room.created.options, room.invited)
    is_taken = 0 <= seat < len(room.seats) and room.seats[seat] is not None
    if kept is None or not notes_absence(room) or not is_taken or is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    return (Gone(now, seat, later(now, kept)),)


def mark_present_in_waiting(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    """The events of a connection that is back: the game begins if it has waited for that. Raises Refused."""
    if not is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    others = [absence for absence in room.absent if absence.seat != seat]
    options = room.created.options
    is_complete = None not in room.seats and (not options.ready_check or len(room.ready) == len(room.seats))
    begins = is_complete and not others
    return (Returned(now, seat), Started(now)) if begins else (Returned(now, seat),)


def is_deserted(room: Room) -> bool:
    """Whether all who have a seat in a waiting room are away."""
    seated = [seat for seat, taker in enumerate(room.seats) if taker is not None]
    return bool(seated) and all(is_absent(room.absent, seat) for seat in seated)


def check_deserted(room: Room) -> None:
    """Raises Refused for a player who joins uninvited, if nobody is there to play with.

    Who was told of a room may sit down in it all the same, and wait: the game begins once all are there.
    """
    if is_deserted(room) and not expects_guests(room.created.options, ()):
        raise Refused(Reason.HOST_AWAY)


def absence_ends(room: Room) -> Instant | None:
    """When the first seat of a player who is away is given up."""
    return min((absence.until for absence in room.absent), default=None)


def give_up_seats(room: Room, now: Instant) -> tuple[Event, ...]:
    """The events that follow for those who were away for too long."""
    late = set(overdue(room.absent, now))
    if all(taker is None or seat in late for seat, taker in enumerate(room.seats)):
        return (Closed(now, Closing.AWAY),)
    return tuple(Left(now, seat) for seat in sorted(late))


def is_cut_short(room: Room, due: Instant | None, start: Instant, end: Instant) -> bool:
    """Whether an outage takes away time that players of a waiting room have to come back.

    ``due`` is the room's deadline. False once the outage was credited.
    """
    if due is None or not notes_absence(room) or room.active >= end:
        return False
    return start < due < later(end, SEAT_KEPT)


def waits_for_days(room: Room) -> bool:
    """Whether a waiting room stays although nobody is there."""
    return notes_absence(room) and is_correspondence(room.created.time)
