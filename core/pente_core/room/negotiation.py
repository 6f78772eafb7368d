"""Negotiation between players: offers and answers, pauses, and time for opponents."""

from collections.abc import Iterator
from typing import Final, assert_never

from pente_core.clock.clock import gift, initial_times
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import is_absent
from pente_core.room.ending import aborted, finished, is_out
from pente_core.room.offers import MOST_ASKED, NOTICE, OfferKind, OpenOffer, open_offer
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.room.takeback import is_swapped_back, last_turn_of, most_takebacks, remaining_before
from pente_core.rules.outcome import Outcome, Termination

LONGEST_PAUSE: Final = Millis(7 * 24 * 60 * 60 * 1000)
"""A paused game that nobody offers to resume for a week is aborted."""
MOST_GIVEN: Final = Millis(60 * 60 * 1000)
"""A seat gets no more time once it would have this much more than at the start."""


def negotiate(room: Room, command: cmd.Negotiation, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow, for a seat that is still in a game that is played. Raises Refused."""
    match command:
        case cmd.Offer(OfferKind.RESUME) | cmd.Accept(OfferKind.RESUME) | cmd.Resume():
            return (*_back(room, seat, now), *_resume(room, command, seat, now))
        case cmd.Offer(kind):
            return _offer(room, kind, seat, now)
        case cmd.Accept(kind):
            return _accept(room, kind, seat, now)
        case cmd.Decline(kind):
            return (_rejected(room, kind, seat, now),)
        case cmd.GiveTime():
            return (_given(room, seat, now),)
        case _ as unreachable:
            assert_never(unreachable)


def _back(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """Who wants to go on is there, although the keeper may not have noticed yet."""
    return (ev.Returned(now, seat),) if is_absent(room.absent, seat) else ()


def _resume(
    room: Room, command: cmd.Offer | cmd.Accept | cmd.Resume, seat: int, now: Instant
) -> tuple[ev.Event, ...]:
    if isinstance(command, cmd.Accept):
        return _accept(room, OfferKind.RESUME, seat, now)
    return _offer(room, OfferKind.RESUME, seat, now)


def _offer(room: Room, kind: OfferKind, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """An offer of what an opponent has offered accepts it. Takebacks differ: each is of another turn."""
    _check_kind(room, kind)
    if _is_answer(room, kind, seat):
        if kind is OfferKind.TAKEBACK:
            raise Refused(Reason.ANSWER_FIRST)
        return _accept(room, kind, seat, now)
    offered = _offered(room, kind, seat, now)
    if kind is OfferKind.TAKEBACK:
        _check_takeback(room, seat)
    return (offered,)


def _check_kind(room: Room, kind: OfferKind) -> None:
    """Raises Refused for what can't be offered in a game that is played."""
    match kind:
        case OfferKind.PAUSE if not room.clock.is_timed:
            raise Refused(Reason.NO_CLOCK)
        case OfferKind.PAUSE | OfferKind.TAKEBACK if room.paused is not None:
            raise Refused(Reason.PAUSED)
        case OfferKind.RESUME if room.paused is None:
            raise Refused(Reason.NOT_PAUSED)
        case OfferKind.TAKEBACK if not room.created.options.takebacks:
            raise Refused(Reason.NO_TAKEBACKS)
        case OfferKind.REMATCH:
            raise Refused(Reason.NOT_OVER)
        case OfferKind.PAUSE | OfferKind.RESUME | OfferKind.TAKEBACK | OfferKind.DRAW | OfferKind.CANCEL:
            pass
        case _ as unreachable:
            assert_never(unreachable)


def _is_answer(room: Room, kind: OfferKind, seat: int) -> bool:
    """Whether an offer agrees to one that stands. Raises Refused for what the seat has said already."""
    stands = open_offer(room.offers, kind)
    if stands is None:
        return False
    if not stands.concerns(seat):
        raise Refused(Reason.OFFER_STANDS)
    return True


def _offered(room: Room, kind: OfferKind, seat: int, now: Instant) -> ev.Offered:
    """An offer to resume can be made only once, as it stands until then."""
    if kind is OfferKind.RESUME:
        return ev.Offered(now, seat, kind, later(now, NOTICE))
    if room.asked.count(seat) >= MOST_ASKED:
        raise Refused(Reason.TOO_MANY_OFFERS)
    return ev.Offered(now, seat, kind)


def _accept(room: Room, kind: OfferKind, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    offer = _offer_to(room, kind, seat)
    accepted = ev.Accepted(now, seat, kind)
    if any(offer.concerns(other) for other in _in_the_game(room) if other != seat):
        return (accepted,)
    match kind:
        case OfferKind.PAUSE:
            return (accepted, ev.Paused(now))
        case OfferKind.RESUME:
            return (accepted, ev.Resumed(now, seat))
        case OfferKind.DRAW:
            return (accepted, finished(Outcome(Termination.AGREEMENT), room.clock.remaining_at(now), now))
        case OfferKind.CANCEL:
            return (accepted, aborted(room, now))
        case OfferKind.TAKEBACK:
            return (accepted, _taken_back(room, offer.seat, now))
        case OfferKind.REMATCH:
            raise Refused(Reason.NOT_OVER)
        case _ as unreachable:
            assert_never(unreachable)


def resumed_without(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    """The end of a pause once a seat has left the game that alone had not agreed to it; else none."""
    offer = open_offer(room.offers, OfferKind.RESUME)
    if offer is None or any(map(offer.concerns, _in_the_game(room))):
        return ()
    return (ev.Resumed(now, offer.agreed[-1]),)


def _check_takeback(room: Room, seat: int) -> None:
    if room.takebacks >= most_takebacks(room.created):
        raise Refused(Reason.TOO_MANY_TAKEBACKS)
    if last_turn_of(room.game, seat) is None:
        raise Refused(Reason.NO_TURN)


def _taken_back(room: Room, seat: int, now: Instant) -> ev.TakenBack:
    count = last_turn_of(room.game, seat)
    if count is None:
        raise Refused(Reason.NO_TURN)
    if room.paused is not None:
        raise Refused(Reason.PAUSED)
    left = remaining_before(room.game, room.clock, room.charged, room.costs, count)
    return ev.TakenBack(now, 1 - seat if is_swapped_back(room.game, count) else seat, count, left)


def rematch(
    room: Room, command: cmd.Offer | cmd.Accept | cmd.Decline, seat: int, now: Instant, sequel: RoomId
) -> tuple[ev.Event, ...]:
    """What follows from an offer or an answer once the game is over. Raises Refused."""
    if command.kind is not OfferKind.REMATCH:
        raise Refused(Reason.GAME_OVER)
    if room.sequel:
        raise Refused(Reason.CONTINUED)
    match command:
        case cmd.Offer() if not _is_answer(room, OfferKind.REMATCH, seat):
            return (_offered(room, OfferKind.REMATCH, seat, now),)
        case cmd.Decline(kind):
            return (_rejected(room, kind, seat, now),)
        case cmd.Offer() | cmd.Accept():
            offer = _offer_to(room, OfferKind.REMATCH, seat)
            accepted = ev.Accepted(now, seat, OfferKind.REMATCH)
            if any(offer.concerns(other) for other in range(len(room.seats)) if other != seat):
                return (accepted,)
            return (accepted, ev.Continued(now, sequel))
        case _ as unreachable:
            assert_never(unreachable)


def _rejected(room: Room, kind: OfferKind | None, seat: int, now: Instant) -> ev.Rejected:
    """The end of an offer that a seat declines, or that it made and withdraws. Raises Refused."""
    own = None if kind is None else open_offer(room.offers, kind)
    offer = own if own is not None and own.seat == seat else _offer_to(room, kind, seat)
    if offer.kind is OfferKind.RESUME:
        raise Refused(Reason.NOTICE_STANDS)
    return ev.Rejected(now, seat, offer.kind)


def _offer_to(room: Room, kind: OfferKind | None, seat: int) -> OpenOffer:
    """The offer that a seat answers."""
    offer = None if kind is None else open_offer(room.offers, kind)
    if offer is None or not offer.concerns(seat):
        raise Refused(Reason.NO_OFFER)
    return offer


def _given(room: Room, seat: int, now: Instant) -> ev.TimeGiven:
    """Time for all opponents."""
    control = room.created.time
    span, initial = gift(control), initial_times(control, len(room.seats))
    if span is None or not initial:
        raise Refused(Reason.NO_CLOCK)
    team = room.created.ruleset.team(seat)
    receivers = [other for other in _in_the_game(room) if other not in team]
    left = room.clock.remaining_at(now)
    if any(left[other] + span > initial[other] + MOST_GIVEN for other in receivers):
        raise Refused(Reason.ENOUGH_TIME)
    more = tuple(Millis(had + span) if other in receivers else had for other, had in enumerate(left))
    return ev.TimeGiven(now, seat, span, more)


def _in_the_game(room: Room) -> Iterator[int]:
    """The seats that are still in the game."""
    return (seat for seat in range(len(room.seats)) if not is_out(room, seat))
