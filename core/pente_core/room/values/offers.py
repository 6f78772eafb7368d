"""Offers: what a player proposes to the others, and what comes of it once all have agreed.

An offer stands until it is answered, or until somebody who has not agreed makes a move; its maker's own
moves do not end it, but for that of a takeback, which means another turn then.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

MOST_ASKED: Final = 3
"""How many offers a seat may make between two turns."""


class OfferKind(StrEnum):
    """What can be offered."""

    PAUSE = "pause"
    DRAW = "draw"
    TAKEBACK = "takeback"
    """Go back to before the last stone or choice of whoever offers it, with the clocks as they were."""
    CANCEL = "cancel"
    """End the game without a result."""
    REMATCH = "rematch"
    """After the end: play another game, with seats exchanged."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer that not everybody has answered yet. No two of a kind stand at a time."""

    kind: OfferKind
    seat: int
    """Whose offer it is."""
    agreed: tuple[int, ...] = ()
    """Which other seats have agreed."""

    def concerns(self, seat: int) -> bool:
        """Whether a seat has not said yet that it wants the same."""
        return seat != self.seat and seat not in self.agreed


Offers = tuple[OpenOffer, ...]


def open_offer(offers: Offers, kind: OfferKind) -> OpenOffer | None:
    """The offer of a kind that stands."""
    return next((offer for offer in offers if offer.kind is kind), None)


def agreed_to(offers: Offers, kind: OfferKind, seat: int) -> Offers:
    """The offers once a seat has agreed to the one of a kind."""
    return tuple(
        replace(offer, agreed=(*offer.agreed, seat)) if offer.kind is kind else offer for offer in offers
    )


def without(offers: Offers, kind: OfferKind) -> Offers:
    """The offers but that of a kind."""
    return tuple(offer for offer in offers if offer.kind is not kind)


def after_turn(offers: Offers, seat: int) -> Offers:
    """The offers that outlast a turn of a seat."""
    return tuple(
        offer for offer in offers if not offer.concerns(seat) and offer.kind is not OfferKind.TAKEBACK
    )


def swapped(offers: Offers) -> Offers:
    """The offers once the players of the two seats have changed places."""
    return tuple(
        OpenOffer(offer.kind, 1 - offer.seat, tuple(1 - seat for seat in offer.agreed)) for offer in offers
    )
