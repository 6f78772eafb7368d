"""Offers: what a player wants of the others, and the questions that ask for an answer."""

from typing import Final

from pente_client.words.phrases import local_time, name_of
from pente_client.words.turns import PAUSE_TERMS
from pente_core.identity import PlayerId
from pente_core.room import OfferKind, OpenOffer, Room
from pente_core.room import events as ev
from pente_core.room.offers import open_offer
from pente_core.room.takeback import last_turn_of
from pente_core.rules.game import format_turn
from pente_core.rules.move import Choice

_REQUESTS: Final = {
    OfferKind.PAUSE: "wants to pause the game",
    OfferKind.RESUME: "wants to go on",
    OfferKind.DRAW: "offers a draw",
    OfferKind.TAKEBACK: "wants to take back a move",
    OfferKind.CANCEL: "wants to cancel the game",
    OfferKind.REMATCH: "wants a rematch",
}
_QUESTIONS: Final = {
    OfferKind.PAUSE: f"Allow? y/n ({PAUSE_TERMS})",
    OfferKind.RESUME: "Go on now? y",
    OfferKind.DRAW: "Accept? y/n",
    OfferKind.TAKEBACK: "Allow? y/n",
    OfferKind.CANCEL: "Agree? y/n",
    OfferKind.REMATCH: "Play? y/n",
}
OFFERED: Final = {
    OfferKind.PAUSE: "pause",
    OfferKind.RESUME: "end of the pause",
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
    others = len(offers) - 1
    more = f" ({others} more {'offer waits' if others == 1 else 'offers wait'})" if others else ""
    return f"{offer_question(room, offers[0].seat, offers[0].kind)}{more}"


def own_offers(room: Room, me: PlayerId) -> list[OfferKind]:
    """What a player has offered and may withdraw, while it waits for an answer."""
    seat = room.seat_of(me)
    return [offer.kind for offer in room.offers if offer.seat == seat and offer.kind is not OfferKind.RESUME]


def own_offer_text(room: Room, me: PlayerId) -> str:
    """What a player has offered, while it waits for an answer; empty where nothing does."""
    seat, kinds = room.seat_of(me), own_offers(room, me)
    if seat is None or not kinds:
        return ""
    if kinds == [OfferKind.TAKEBACK]:
        return f"You ask to take back {taken_back_text(room, seat)}."
    return f"You offer a {' and a '.join(OFFERED[kind] for kind in kinds)}."


def taken_back_text(room: Room, seat: int) -> str:
    """The turns that a takeback of a seat would take back: its last one, and what came after it."""
    number = last_turn_of(room.game, seat)
    if number is None:
        return "a move"
    turns = [turn for turn in room.game.turns[number:] if isinstance(turn, (int, Choice))]
    names = [format_turn(turn, room.created.ruleset.size) for turn in turns]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and the {len(names) - 1} turns after it"


def offer_question(room: Room, seat: int, kind: OfferKind) -> str:
    """An offer of a seat as a question to the others."""
    return f"{request_text(room, seat, kind)} {_QUESTIONS[kind]}"


def request_text(room: Room, seat: int, kind: OfferKind) -> str:
    """What the player on a seat asks for."""
    if kind is OfferKind.TAKEBACK and room.status is ev.Status.PLAYING:
        return f"{name_of(room.seats[seat])} wants to take back {taken_back_text(room, seat)}."
    notice = open_offer(room.offers, kind)
    until = None if notice is None else notice.until
    when = "" if until is None else f"; the game does so {local_time(until)} at the latest"
    return f"{name_of(room.seats[seat])} {_REQUESTS[kind]}{when}."
