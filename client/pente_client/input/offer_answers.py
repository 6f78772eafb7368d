"""Answers to offers: which one is meant."""

from dataclasses import dataclass

from pente_client.words.events import OFFERED
from pente_client.words.phrases import name_of
from pente_core.identity import PlayerId
from pente_core.room import Accept, Decline, OfferKind, OpenOffer, PlayerCommand, Room, Status


class NoSuchOffer(ValueError):
    """There is nothing to answer, or more than one thing; the message says what to write."""


@dataclass(frozen=True, slots=True)
class OfferAnswer:
    """Yes or no to an offer, or no to an invitation; without a kind, to the only one there is."""

    is_yes: bool
    kind: OfferKind | None = None

    def to(self, room: Room, me: PlayerId) -> PlayerCommand:
        """The command that answers what is offered in a room now. Raises NoOffer."""
        kinds = [offer.kind for offer in offers_to(room, me) if self.kind in (None, offer.kind)]
        if len(kinds) > 1:
            word = "accept" if self.is_yes else "decline"
            raise NoSuchOffer(f"there is more than one offer: write /{word} {' or '.join(kinds)}")
        if kinds:
            return Accept(kinds[0]) if self.is_yes else Decline(kinds[0])
        if not self.is_yes and self.kind is None and room.status is Status.WAITING:
            return Decline()
        raise NoSuchOffer("nobody has offered you that" if self.kind else "nobody has offered you anything")


def read_answer(word: str, rest: str) -> OfferAnswer | None:
    """What ``/accept`` or ``/decline`` and the words after it mean; None when nothing.

    >>> read_answer("/accept", "draw")
    OfferAnswer(is_yes=True, kind=<OfferKind.DRAW: 'draw'>)
    """
    if rest and rest not in list(OfferKind):
        return None
    return OfferAnswer(word == "/accept", OfferKind(rest) if rest else None)


def offers_to(room: Room, me: PlayerId) -> tuple[OpenOffer, ...]:
    """The offers that somebody has not answered yet."""
    seat = room.seat_of(me)
    return () if seat is None else tuple(offer for offer in room.offers if offer.concerns(seat))


def offer_text(room: Room, me: PlayerId) -> str:
    """What is offered to somebody, and what to do; empty where nothing is."""
    offers = offers_to(room, me)
    if not offers:
        return ""
    what = " and ".join(f"{name_of(room.seats[offer.seat])} offers {OFFERED[offer.kind]}" for offer in offers)
    return f"{what}: /accept or /decline"
