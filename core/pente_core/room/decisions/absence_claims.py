"""Absences of players, and the claims of opponents who have waited long enough."""

from functools import reduce
from typing import assert_never

from pente_core.clock.instant import Instant, later
from pente_core.room.decisions.ending import aborted, is_out, retired
from pente_core.room.decisions.waiting import mark_absent_in_waiting, mark_present_in_waiting
from pente_core.room.state.absence import grace, is_absent, overdue
from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room, Status
from pente_core.room.values.commands import ClaimKind
from pente_core.room.values.events import Event, Gone, Readied, Returned
from pente_core.room.values.refusals import Reason, Refused
from pente_core.rules.outcome import Termination


def mark_absent(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    """The event of a lost connection. Raises Refused."""
    if room.status is Status.WAITING:
        return mark_absent_in_waiting(room, seat, now)
    whole = grace(room.created.time)
    if whole is None or not 0 <= seat < len(room.seats):
        raise Refused(Reason.NOTHING_DUE)
    if is_out(room, seat) or is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    return (Gone(now, seat, later(now, whole)),)


def mark_present(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    """The events of a player who is connected, back or while the clocks wait for that. Raises Refused."""
    if room.status is Status.WAITING:
        return mark_present_in_waiting(room, seat, now)
    returned = (Returned(now, seat),) if is_absent(room.absent, seat) else ()
    readied = (Readied(now, seat),) if _is_awaited(room, seat, now) else ()
    if not (returned or readied):
        raise Refused(Reason.NOTHING_DUE)
    return (*returned, *readied)


def _is_awaited(room: Room, seat: int, now: Instant) -> bool:
    """Whether the clocks wait for a player who has not come yet."""
    if room.starting is None or now >= room.starting or not 0 <= seat < len(room.seats):
        return False
    return seat not in room.ready and not is_out(room, seat)


def claim(room: Room, what: ClaimKind, seat: int, now: Instant) -> tuple[Event, ...]:
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
        case ClaimKind.WIN:
            unmoved = tuple(other for other in late if not _has_begun(room, other))
            return (aborted(room, now, unmoved),) if unmoved else _forfeited(room, late, now)
        case ClaimKind.CANCEL:
            others = (other for other in range(len(room.seats)) if other != seat and not is_out(room, other))
            if not set(others) <= set(overdue(room.absent, now)):
                raise Refused(Reason.OTHERS_PLAY)
            return (aborted(room, now),)
        case _ as unreachable:
            assert_never(unreachable)


def _has_begun(room: Room, seat: int) -> bool:
    """Whether a seat's player has made a first move, or need not."""
    return room.first_moves is None or seat in room.first_moves.made


def _forfeited(room: Room, seats: list[int], now: Instant) -> tuple[Event, ...]:
    """Seats leave the game, one after the other, until it is over."""
    events: tuple[Event, ...] = ()
    for seat in seats:
        more = retired(room, seat, Termination.FORFEIT, now)
        room, events = reduce(apply, more, room), (*events, *more)
        if room.status is not Status.PLAYING:
            break
    return events
