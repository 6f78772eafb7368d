"""Answers to offers, and the questions that ask for them."""

from dataclasses import dataclass
from typing import Final

from pente_client.words.phrases import name_of
from pente_core.identity import PlayerId
from pente_core.room import Accept, Decline, OfferKind, OpenOffer, PlayerCommand, Room, Status

_REQUESTS: Final = {
    OfferKind.PAUSE: "wants to pause the game",
    OfferKind.DRAW: "offers a draw",
    OfferKind.TAKEBACK: "wants to take back a move",
    OfferKind.CANCEL: "wants to end the game without a result",
    OfferKind.REMATCH: "wants a rematch",
}
_QUESTIONS: Final = {
    OfferKind.PAUSE: "Allow?",
    OfferKind.DRAW: "Accept?",
    OfferKind.TAKEBACK: "Allow?",
    OfferKind.CANCEL: "Agree?",
    OfferKind.REMATCH: "Play?",
}


class NoSuchOffer(ValueError):
    """There is nothing to answer, or more than one thing; the message says what to type."""


@dataclass(frozen=True, slots=True)
class OfferAnswer:
    """Yes or no to an offer, or no to an invitation; without a kind, to the only offer there is."""

    is_yes: bool
    kind: OfferKind | None = None

    def to(self, room: Room, me: PlayerId) -> PlayerCommand:
        """The command that answers what is offered in a room now. Raises NoSuchOffer."""
        kinds = [offer.kind for offer in offers_to(room, me) if self.kind in (None, offer.kind)]
        if len(kinds) > 1:
            word = "accept" if self.is_yes else "decline"
            raise NoSuchOffer(f"There is more than one offer. Type /{word} {' or '.join(kinds)}.")
        if kinds:
            return Accept(kinds[0]) if self.is_yes else Decline(kinds[0])
        if not self.is_yes and self.kind is None and room.status is Status.WAITING:
            return Decline()
        raise NoSuchOffer("Nobody has offered you that." if self.kind else "Nobody has offered you anything.")


def read_answer(word: str, rest: str) -> OfferAnswer | None:
    """What ``/accept`` or ``/decline`` and the words after it mean; None when they mean nothing.

    >>> read_answer("/accept", "draw")
    OfferAnswer(is_yes=True, kind=<OfferKind.DRAW: 'draw'>)
    """
    if rest and rest not in list(OfferKind):
        return None
    return OfferAnswer(word == "/accept", OfferKind(rest) if rest else None)


def offers_to(room: Room, me: PlayerId) -> tuple[OpenOffer, ...]:
    """The offers that a player has not answered yet."""
    seat = room.seat_of(me)
    return () if seat is None else tuple(offer for offer in room.offers if offer.concerns(seat))


def offer_text(room: Room, me: PlayerId) -> str:
    """What is offered to a player, as a question; empty where nothing is."""
    offers = offers_to(room, me)
    if not offers:
        return ""
    what = " ".join(request_text(room, offer.seat, offer.kind) for offer in offers)
    if len(offers) > 1:
        return f"{what} Type /accept or /decline, and which."
    return offer_question(room, offers[0].seat, offers[0].kind)


def offer_question(room: Room, seat: int, kind: OfferKind) -> str:
    """An offer of a seat as a question to the others."""
    return f"{request_text(room, seat, kind)} {_QUESTIONS[kind]} y/n"


def request_text(room: Room, seat: int, kind: OfferKind) -> str:
    """What the player on a seat asks for."""
    return f"{name_of(room.seats[seat])} {_REQUESTS[kind]}."
