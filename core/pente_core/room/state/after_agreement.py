"""The room after what its players agree on beside the game, and after time that no player is charged for."""

from typing import assert_never

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant, elapsed
from pente_core.room.state.absence import begun_anew, extended_for_outage, grace, waiting_grace
from pente_core.room.state.first_moves import put_off, put_off_by_outage
from pente_core.room.state.room import Room, Status
from pente_core.room.state.takeback import spent, spent_by
from pente_core.room.values.events import Accepted, Offered, Paused, Rejected, Resumed, TimeGiven
from pente_core.room.values.offers import OfferKind, OpenOffer, after_outage, agreed_to, without
from pente_core.value import replace


def outage_credited(room: Room, start: Instant, end: Instant) -> Room:
    """The room when an outage is charged to nobody: neither to clocks nor to those who are away or wait."""
    if room.status is Status.WAITING:
        whole = waiting_grace(room.created.time, room.created.options, room.invited)
        room = replace(room, active=max(room.active, end))
    else:
        whole = grace(room.created.time)
    absent = extended_for_outage(room.absent, whole, start, end)
    first = room.first_moves and put_off_by_outage(room.first_moves, room.clock, start, end)
    credited = _on_the_clock(room, room.clock.outage_credited(start, end))
    return replace(credited, absent=absent, first_moves=first, offers=after_outage(room.offers, start, end))


def rested(room: Room, seat: int, at: Instant, until: Instant) -> Room:
    """The room with the clock of a seat standing still until a moment.

    In correspondence the time for a first move is that of the turn.
    """
    rested = _on_the_clock(room, room.clock.rested(seat, at, until))
    first = room.first_moves
    if first is None or first.until is None or seat != room.clock.running:
        return rested
    return replace(rested, first_moves=replace(first, until=rested.clock.flag_at()))


def _on_the_clock(room: Room, clock: Clock) -> Room:
    """The room in the same turn with another state of its clock."""
    return replace(room, clock=clock, charged=room.charged + spent(room.clock, clock))


def negotiated(room: Room, event: Offered | Accepted | Rejected | TimeGiven | Paused | Resumed) -> Room:
    """The room after something that leaves the game as it is: no move becomes stale by it."""
    match event:
        case Offered(seat=seat, kind=OfferKind.RESUME, until=until):
            notice = OpenOffer(OfferKind.RESUME, seat, (seat,), until)
            return replace(room, offers=(*without(room.offers, OfferKind.RESUME), notice))
        case Offered(seat=seat, kind=kind):
            offers = (*without(room.offers, kind), OpenOffer(kind, seat))
            return replace(room, offers=offers, asked=(*room.asked, seat))
        case Accepted(seat=seat, kind=kind):
            return replace(room, offers=agreed_to(room.offers, kind, seat))
        case Rejected(kind=kind):
            return replace(room, offers=without(room.offers, kind))
        case TimeGiven(at=at, remaining=left):
            charged = room.charged + spent_by(room.clock, at)
            return replace(room, clock=room.clock.set_to(left, room.clock.running, at), charged=charged)
        case Paused(at=at):
            offers = without(room.offers, OfferKind.PAUSE)
            stopped = _on_the_clock(room, room.clock.stopped(at))
            return replace(stopped, paused=at, offers=offers, starting=None, ready=())
        case Resumed(at=at):
            clock = room.clock.resumed(at, room.game.position.to_act)
            absent = begun_anew(room.absent, room.created.time, at)
            first = room.first_moves and put_off(room.first_moves, elapsed(room.clock.since, clock.since))
            if first is not None and first.until is not None and clock.rests:
                # A vacation may have begun or ended meanwhile; a turn is all the time that there is.
                first = replace(first, until=clock.flag_at())
            offers = without(room.offers, OfferKind.RESUME)
            return replace(room, clock=clock, paused=None, absent=absent, first_moves=first, offers=offers)
        case _ as unreachable:
            assert_never(unreachable)
