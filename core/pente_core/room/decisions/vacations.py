"""Vacations: the time for which a player's own correspondence clocks stand still."""

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room.decisions.ending import is_out
from pente_core.room.state.absence import is_correspondence
from pente_core.room.state.room import Room
from pente_core.room.values.events import PEOPLE_FROM, Event, VacationEnded, VacationStarted
from pente_core.room.values.refusals import Reason, Refused


def knows_vacations(room: Room) -> bool:
    """Whether the clocks of a room stop for the vacations of its players."""
    return room.created.format >= PEOPLE_FROM and is_correspondence(room.created.time)


def mark_vacation(room: Room, player: PlayerId, until: Instant, now: Instant) -> tuple[Event, ...]:
    """The event of a vacation that began, was extended, or is over before it was to end. Raises Refused.

    The same vacation marked twice changes nothing more.
    """
    seat = room.seat_of(player)
    if seat is None or is_out(room, seat) or not knows_vacations(room):
        raise Refused(Reason.NOTHING_DUE)
    rest = room.clock.rest_of(seat)
    if until > now and until != rest:
        return (VacationStarted(now, seat, until),)
    if until <= now < rest:
        return (VacationEnded(now, seat),)
    raise Refused(Reason.NOTHING_DUE)
