"""Deadlines: the moments at which a room needs a `Tick`, and what follows from it.

One pair of small functions for each: when it is due, and the events that follow once it is.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from pente_core.clock.instant import Instant, Millis, later
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.room.ending import aborted, flag_fall, no_show
from pente_core.room.negotiation import LONGEST_PAUSE
from pente_core.room.offers import OfferKind, after_outage, open_offer
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.room.waiting import absence_ends, give_up_seats, is_cut_short

WAITING_ENDS: Final = Millis(60 * 60 * 1000)
"""A room in which nothing happens waits this long for players: an hour, but for correspondence as long as its
game could stand still (see `Created.idle`).
"""
UNTOUCHED: Final = Millis(24 * 60 * 60 * 1000)
"""A game without a clock in which nobody has moved yet ends after this time at the latest: a day."""

_When = Callable[[Room], Instant | None]
"""The moment of a deadline; None: the room does not have it now. Called only in the deadline's status."""
_Then = Callable[[Room, Instant], tuple[ev.Event, ...]]
"""The events that follow from a tick at or after that moment."""


class _Due(NamedTuple):
    """A deadline that a room has now."""

    at: Instant
    then: _Then


def deadline(room: Room) -> Instant | None:
    """The moment at which the keeper has to give the room a `Tick`; None when there is none."""
    return min((due.at for due in _all_due(room)), default=None)


def tick(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow from the earliest deadline. Raises Refused while it is still to come."""
    due = min(_all_due(room), key=lambda due: due.at, default=None)
    if due is None or now < due.at:
        raise Refused(Reason.NOTHING_DUE)
    return due.then(room, now)


def _all_due(room: Room) -> Iterator[_Due]:
    for when, then in _DEADLINES[room.status]:
        at = when(room)
        if at is not None:
            yield _Due(at, then)


def shortens_wait(room: Room, start: Instant, end: Instant) -> bool:
    """Whether an outage from ``start`` to ``end`` is still to be credited to who waits or has notice."""
    return (
        is_cut_short(room, deadline(room), start, end) or after_outage(room.offers, start, end) != room.offers
    )


def _wait_ends(room: Room) -> Instant:
    created = room.created
    return later(room.active, created.idle if is_correspondence(created.time) else WAITING_ENDS)


def _close(_: Room, now: Instant) -> tuple[ev.Event, ...]:
    return (ev.Closed(now, ev.Closing.EXPIRED),)


def _first_move_due(room: Room) -> Instant | None:
    first = room.first_moves
    return None if first is None or room.paused is not None else first.until


def _pause_ends(room: Room) -> Instant | None:
    """When a paused game goes on, as was announced, or is aborted, as nobody has announced it."""
    if room.paused is None:
        return None
    notice = open_offer(room.offers, OfferKind.RESUME)
    return later(room.paused, LONGEST_PAUSE) if notice is None else notice.until


def _end_pause(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    is_announced = open_offer(room.offers, OfferKind.RESUME) is not None
    return (ev.Resumed(now),) if is_announced else (aborted(room, now),)


def _flag_falls(room: Room) -> Instant | None:
    return room.clock.flag_at() if room.paused is None else None


def _idle_ends(room: Room) -> Instant | None:
    is_idle = room.paused is None and not room.clock.is_timed
    return later(room.clock.since, _longest_idle(room)) if is_idle else None


def _longest_idle(room: Room) -> Millis:
    """How long a game without a clock may stand still where it is now."""
    idle = room.created.idle
    return idle if room.game.turns else min(idle, UNTOUCHED)


def _abort(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    return (aborted(room, now),)


_DEADLINES: Final[Mapping[ev.Status, tuple[tuple[_When, _Then], ...]]] = MappingProxyType(
    {
        ev.Status.WAITING: ((absence_ends, give_up_seats), (_wait_ends, _close)),
        ev.Status.PLAYING: (
            (_first_move_due, no_show),
            (_flag_falls, flag_fall),
            (_pause_ends, _end_pause),
            (_idle_ends, _abort),
        ),
        ev.Status.FINISHED: (),
        ev.Status.CLOSED: (),
    }
)
"""All deadlines of each status. Of those at the same moment, the first counts."""
