"""Offers: what a player wants of the others, and the questions that ask for an answer."""

from typing import Final

from pente_client.words.phrases import name_of
from pente_core.identity import PlayerId
from pente_core.room import OfferKind, OpenOffer, Room

_REQUESTS: Final = {
    OfferKind.PAUSE: "wants to pause the game",
    OfferKind.DRAW: "offers a draw",
    OfferKind.TAKEBACK: "wants to take back a move",
    OfferKind.CANCEL: "wants to cancel the game",
    OfferKind.REMATCH: "wants a rematch",
}
_QUESTIONS: Final = {
    OfferKind.PAUSE: "Allow?",
    OfferKind.DRAW: "Accept?",
    OfferKind.TAKEBACK: "Allow?",
    OfferKind.CANCEL: "Agree?",
    OfferKind.REMATCH: "Play?",
}
OFFERED: Final = {
    OfferKind.PAUSE: "pause",
    OfferKind.DRAW: "draw",
    OfferKind.TAKEBACK: "takeback",
    OfferKind.CANCEL: "cancellation",
    OfferKind.REMATCH: "rematch",
}
"""What is accepted or declined."""


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
