"""Offers: what a player wants of the others, and the questions that ask for an answer."""

from pente_client.words.phrases import local_time, name_of
from pente_core.identity import PlayerId
from pente_core.room import OfferKind, OpenOffer, Room
from pente_core.room import events as ev
from pente_core.room.offers import open_offer
from pente_core.room.takeback import last_turn_of
from pente_core.rules.game import format_turn
from pente_core.rules.move import Choice
from pente_protocol.sentences import tell


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
    more = f" {tell('offer.more', n=others)}" if others else ""
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
        return tell("offer.own-takeback", turns=taken_back_text(room, seat))
    return tell("offer.own", offers=tell("offer.and-a").join(map(offered, kinds)))


def offered(kind: OfferKind) -> str:
    """What is accepted or declined.

    >>> offered(OfferKind.RESUME)
    'end of the pause'
    """
    return tell(f"offer.name-{kind}")


def taken_back_text(room: Room, seat: int) -> str:
    """The turns that a takeback of a seat would take back: its last one, and what came after it."""
    number = last_turn_of(room.game, seat)
    if number is None:
        return tell("offer.a-move")
    turns = [turn for turn in room.game.turns[number:] if isinstance(turn, (int, Choice))]
    names = [format_turn(turn, room.created.ruleset.size) for turn in turns]
    if len(names) < 3:
        return tell("phrase.and").join(names)
    return tell("offer.turns-after", turn=names[0], count=len(names) - 1)


def offer_question(room: Room, seat: int, kind: OfferKind) -> str:
    """An offer of a seat as a question to the others."""
    question = tell(f"offer.question-{kind}", terms=tell("offer.pause-terms"))
    return f"{request_text(room, seat, kind)} {question}"


def request_text(room: Room, seat: int, kind: OfferKind) -> str:
    """What the player on a seat asks for."""
    name = name_of(room.seats[seat])
    if kind is OfferKind.TAKEBACK and room.status is ev.Status.PLAYING:
        return tell("offer.wants-takeback-of", name=name, turns=taken_back_text(room, seat))
    if kind is not OfferKind.RESUME:
        return tell(f"offer.{kind}", name=name)
    notice = open_offer(room.offers, kind)
    if notice is None or notice.until is None:
        return tell("offer.wants-resume", name=name)
    return tell("offer.wants-resume-by", name=name, moment=local_time(notice.until))
