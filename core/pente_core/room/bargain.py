"""What follows when players bargain: offers and answers, pauses, and time for the opponent."""

from collections.abc import Iterator
from typing import Final, assert_never

from pente_core.clock import gift, initial_time
from pente_core.instant import Instant, Millis
from pente_core.outcome import Termination
from pente_core.room.commands import Accept, Decline, GiveTime, Offer, Resume
from pente_core.room.events import (
    Accepted,
    Event,
    Finished,
    Offered,
    Paused,
    Rejected,
    Resumed,
    TimeGiven,
)
from pente_core.room.offers import MOST_ASKED, OfferKind, Standing, standing
from pente_core.room.refused import Reason, Refused
from pente_core.room.state import Room

LONGEST_PAUSE: Final = Millis(24 * 60 * 60 * 1000)
"""After a day a pause ends by itself."""
MOST_GIVEN: Final = Millis(60 * 60 * 1000)
"""Nobody is given time who has this much more than everybody began with."""

Bargain = Offer | Accept | Decline | GiveTime | Resume


def bargain(room: Room, command: Bargain, seat: int, now: Instant) -> tuple[Event, ...]:
    """The events that follow, for a seat that is still in a game that is played. Raises Refused."""
    match command:
        case Offer(kind):
            return _offer(room, kind, seat, now)
        case Accept(kind):
            return _accept(room, kind, seat, now)
        case Decline(kind):
            return (Rejected(now, seat, _offer_to(room, kind, seat).kind),)
        case GiveTime():
            return (_given(room, seat, now),)
        case Resume():
            if room.paused is None:
                raise Refused(Reason.NOT_PAUSED)
            return (Resumed(now, seat),)
        case _ as unreachable:
            assert_never(unreachable)


def _offer(room: Room, kind: OfferKind, seat: int, now: Instant) -> tuple[Event, ...]:
    """Who offers what somebody else has offered agrees to it."""
    if kind is OfferKind.PAUSE and not room.clock.is_timed:
        raise Refused(Reason.NO_CLOCK)
    if kind is OfferKind.PAUSE and room.paused is not None:
        raise Refused(Reason.PAUSED)
    stands = standing(room.offers, kind)
    if stands is not None:
        if not stands.concerns(seat):
            raise Refused(Reason.OFFER_STANDS)
        return _accept(room, kind, seat, now)
    if room.asked.count(seat) >= MOST_ASKED:
        raise Refused(Reason.TOO_MANY_OFFERS)
    return (Offered(now, seat, kind),)


def _accept(room: Room, kind: OfferKind, seat: int, now: Instant) -> tuple[Event, ...]:
    offer = _offer_to(room, kind, seat)
    accepted = Accepted(now, seat, kind)
    if any(offer.concerns(other) for other in _in_the_game(room) if other != seat):
        return (accepted,)
    match kind:
        case OfferKind.PAUSE:
            return (accepted, Paused(now))
        case OfferKind.DRAW:
            return (accepted, Finished(now, Termination.AGREEMENT, left=room.clock.left_at(now)))
        case _ as unreachable:
            assert_never(unreachable)


def _offer_to(room: Room, kind: OfferKind | None, seat: int) -> Standing:
    """The offer that a seat answers."""
    offer = None if kind is None else standing(room.offers, kind)
    if offer is None or not offer.concerns(seat):
        raise Refused(Reason.NO_OFFER)
    return offer


def _given(room: Room, seat: int, now: Instant) -> TimeGiven:
    """Time for all opponents."""
    control = room.created.time
    span, initial = gift(control), initial_time(control)
    if span is None or initial is None:
        raise Refused(Reason.NO_CLOCK)
    team = room.created.ruleset.team(seat)
    receivers = [other for other in _in_the_game(room) if other not in team]
    left = room.clock.left_at(now)
    if any(left[other] + span > initial + MOST_GIVEN for other in receivers):
        raise Refused(Reason.ENOUGH_TIME)
    more = tuple(Millis(had + span) if other in receivers else had for other, had in enumerate(left))
    return TimeGiven(now, seat, span, more)


def _in_the_game(room: Room) -> Iterator[int]:
    """The seats that have neither resigned nor lost on time."""
    return (seat for seat in range(len(room.seats)) if not room.game.position.out >> seat & 1)
