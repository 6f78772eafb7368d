"""Offers of players, and their answers.

An offer is open until all have answered it, or until a player who has not accepted it makes a move. Moves of
the player who made it do not end it, except for a takeback, which would then mean another turn.
"""

from enum import StrEnum
from typing import Final

from msgspec import field

from pente_core.clock.instant import Instant, Millis, later
from pente_core.value import Value, replace

MOST_ASKED: Final = 3
"""Offers that a seat may make between two turns."""
NOTICE: Final = Millis(24 * 60 * 60 * 1000)
"""How long after an offer to resume a paused game goes on even without the answer of all."""


class OfferKind(StrEnum):
    """The kinds of offers."""

    PAUSE = "pause"
    """Stop the clocks until the game is resumed."""
    RESUME = "resume"
    """Go on after a pause: at once when all say so, else after a day. Nobody can decline it.

    Who has said so and then loses the connection has to say so again.
    """
    DRAW = "draw"
    """End the game as a draw."""
    TAKEBACK = "takeback"
    """Go back to before the last stone or choice of the player who offers it, clocks included."""
    CANCEL = "cancel"
    """End the game without a result."""
    REMATCH = "rematch"
    """After the end: play another game, with seats exchanged."""


class OpenOffer(Value):
    """An offer that is not answered by all yet. At most one of each kind is open."""

    kind: OfferKind = field(name="offer")
    seat: int
    """The seat that made it."""
    agreed: tuple[int, ...] = ()
    """The other seats that have accepted; of an offer to resume, all who have said so and are still there."""
    until: Instant | None = None
    """Of an offer to resume: when the game goes on at the latest."""

    def concerns(self, seat: int) -> bool:
        """Whether a seat still has to answer."""
        return seat not in self.agreed and (seat != self.seat or self.kind is OfferKind.RESUME)


Offers = tuple[OpenOffer, ...]


def open_offer(offers: Offers, kind: OfferKind) -> OpenOffer | None:
    """The open offer of a kind."""
    return next((offer for offer in offers if offer.kind is kind), None)


def agreed_to(offers: Offers, kind: OfferKind, seat: int) -> Offers:
    """The offers once a seat has agreed to the one of a kind."""
    return tuple(
        replace(offer, agreed=(*offer.agreed, seat)) if offer.kind is kind else offer for offer in offers
    )


def without(offers: Offers, kind: OfferKind) -> Offers:
    """The offers without the one of a kind."""
    return tuple(offer for offer in offers if offer.kind is not kind)


def lapsed(offers: Offers, seat: int) -> Offers:
    """The offers once a seat's player is not there: the word to resume a game does not count any more."""
    return tuple(
        replace(offer, agreed=tuple(other for other in offer.agreed if other != seat))
        if offer.kind is OfferKind.RESUME
        else offer
        for offer in offers
    )


def after_retirement(offers: Offers, seat: int) -> Offers:
    """The offers once a seat has left the game: it can neither make nor answer one, but a notice stands."""
    return lapsed(tuple(offer for offer in offers if offer.kind is OfferKind.RESUME), seat)


def after_outage(offers: Offers, start: Instant, end: Instant) -> Offers:
    """The offers when nobody could answer between two instants: a notice begins again at the end of that.

    Crediting the same outage twice changes nothing more.
    """
    return tuple(
        replace(offer, until=max(offer.until, later(end, NOTICE)))
        if offer.until is not None and offer.until > start
        else offer
        for offer in offers
    )


def after_turn(offers: Offers, seat: int) -> Offers:
    """The offers that stay open after a turn of a seat."""
    return tuple(
        offer for offer in offers if not offer.concerns(seat) and offer.kind is not OfferKind.TAKEBACK
    )


def swapped(offers: Offers) -> Offers:
    """The offers once the players of the two seats have changed places."""
    return tuple(
        OpenOffer(offer.kind, 1 - offer.seat, tuple(1 - seat for seat in offer.agreed)) for offer in offers
    )
