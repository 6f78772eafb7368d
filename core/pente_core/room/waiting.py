"""Waiting for players who are away: before the game, in it, and on vacation.

Until a game begins nobody has to wait for a player who has gone: after a while their seat is free again, and
the room is closed once nobody is left. So nobody joins a room only to find it deserted.
"""

from functools import reduce
from typing import assert_never

from pente_core.clock.instant import Instant, later
from pente_core.identity import PlayerId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import (
    SEAT_KEPT,
    expects_guests,
    grace,
    is_absent,
    is_correspondence,
    overdue,
    waiting_grace,
)
from pente_core.room.apply import apply
from pente_core.room.ending import aborted, is_out, retired
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.rules.outcome import Termination


def mark_absent_in_waiting(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The event of a connection that was lost in a waiting room. Raises Refused."""
    kept = waiting_grace(room.created.time, room.created.options, room.invited)
    is_taken = 0 <= seat < len(room.seats) and room.seats[seat] is not None
    if kept is None or not is_taken or is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    return (ev.Gone(now, seat, later(now, kept)),)


def mark_present_in_waiting(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The events of a connection that is back: the game begins if it has waited for that. Raises Refused."""
    if not is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    others = [absence for absence in room.absent if absence.seat != seat]
    options = room.created.options
    is_complete = None not in room.seats and (not options.ready_check or len(room.ready) == len(room.seats))
    begins = is_complete and not others
    return (ev.Returned(now, seat), ev.Started(now)) if begins else (ev.Returned(now, seat),)


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


def give_up_seats(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow for those who were away for too long."""
    late = set(overdue(room.absent, now))
    if all(taker is None or seat in late for seat, taker in enumerate(room.seats)):
        return (ev.Closed(now, ev.Closing.AWAY),)
    return tuple(ev.Left(now, seat) for seat in sorted(late))


def is_cut_short(room: Room, due: Instant | None, start: Instant, end: Instant) -> bool:
    """Whether an outage takes away time that players of a waiting room have to come back.

    ``due`` is the room's deadline. False once the outage was credited.
    """
    if due is None or room.status is not ev.Status.WAITING or room.active >= end:
        return False
    return start < due < later(end, SEAT_KEPT)


def mark_absent(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The event of a lost connection. Raises Refused."""
    if room.status is ev.Status.WAITING:
        return mark_absent_in_waiting(room, seat, now)
    whole = grace(room.created.time)
    if whole is None or not 0 <= seat < len(room.seats):
        raise Refused(Reason.NOTHING_DUE)
    if is_out(room, seat) or is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    return (ev.Gone(now, seat, later(now, whole)),)


def mark_present(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The events of a player who is connected, back or while the clocks wait for that. Raises Refused."""
    if room.status is ev.Status.WAITING:
        return mark_present_in_waiting(room, seat, now)
    returned = (ev.Returned(now, seat),) if is_absent(room.absent, seat) else ()
    readied = (ev.Readied(now, seat),) if _is_awaited(room, seat, now) else ()
    if not (returned or readied):
        raise Refused(Reason.NOTHING_DUE)
    return (*returned, *readied)


def _is_awaited(room: Room, seat: int, now: Instant) -> bool:
    """Whether the clocks wait for a player who has not come yet."""
    if room.starting is None or now >= room.starting or not 0 <= seat < len(room.seats):
        return False
    return seat not in room.ready and not is_out(room, seat)


def claim(room: Room, what: cmd.ClaimKind, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow, for a seat that is still in a game that is played. Raises Refused.

    To win is to have all opponents leave the game who are away for too long. If one of them has not made a
    first move, the game is aborted instead: there was nobody to win against. The game is cancelled only when
    nobody else is left to play it.
    """
    if room.paused is not None:
        raise Refused(Reason.PAUSED)
    team = room.created.ruleset.team(seat)
    late = [other for other in overdue(room.absent, now) if other not in team]
    if not late:
        raise Refused(Reason.NOBODY_GONE)
    match what:
        case cmd.ClaimKind.WIN:
            unmoved = tuple(other for other in late if not _has_begun(room, other))
            return (aborted(room, now, unmoved),) if unmoved else _forfeited(room, late, now)
        case cmd.ClaimKind.CANCEL:
            others = (other for other in range(len(room.seats)) if other != seat and not is_out(room, other))
            if not set(others) <= set(overdue(room.absent, now)):
                raise Refused(Reason.OTHERS_PLAY)
            return (aborted(room, now),)
        case _ as unreachable:
            assert_never(unreachable)


def _has_begun(room: Room, seat: int) -> bool:
    """Whether a seat's player has made a first move, or need not."""
    return room.first_moves is None or seat in room.first_moves.made


def _forfeited(room: Room, seats: list[int], now: Instant) -> tuple[ev.Event, ...]:
    """Seats leave the game, one after the other, until it is over."""
    events: tuple[ev.Event, ...] = ()
    for seat in seats:
        more = retired(room, seat, Termination.FORFEIT, now)
        room, events = reduce(apply, more, room), (*events, *more)
        if room.status is not ev.Status.PLAYING:
            break
    return events


def mark_vacation(room: Room, player: PlayerId, until: Instant, now: Instant) -> tuple[ev.Event, ...]:
    """The event of a vacation that began, was extended, or is over before it was to end. Raises Refused.

    The same vacation marked twice changes nothing more.
    """
    seat = room.seat_of(player)
    if seat is None or is_out(room, seat) or not is_correspondence(room.created.time):
        raise Refused(Reason.NOTHING_DUE)
    rest = room.clock.rest_of(seat)
    if until > now and until != rest:
        return (ev.VacationStarted(now, seat, until),)
    if until <= now < rest:
        return (ev.VacationEnded(now, seat),)
    raise Refused(Reason.NOTHING_DUE)
