"""Which offer an answer means."""

import pytest

from pente_client.input.offer_answers import NoSuchOffer, OfferAnswer
from pente_client.words.events import event_text
from pente_client.words.offers import offer_text
from pente_core.clock.instant import Instant
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from tests.support.client.fake_client import ADA, BOB, EVE, done, room_of

DRAW, PAUSE = OfferKind.DRAW, OfferKind.PAUSE
YES, NO = OfferAnswer(is_yes=True), OfferAnswer(is_yes=False)


def offered(*kinds: OfferKind) -> Room:
    """A room in which Ada has offered something."""
    room = room_of()
    for kind in kinds:
        room = done(room, cmd.Offer(kind), ADA)
    return room


def test_the_only_offer_is_meant() -> None:
    room = offered(DRAW)
    assert YES.to(room, BOB.id) == cmd.Accept(DRAW)
    assert NO.to(room, BOB.id) == cmd.Decline(DRAW)
    assert offer_text(room, BOB.id) == "ada offers a draw. Accept? y/n"


def test_of_two_offers_one_has_to_be_named() -> None:
    room = offered(DRAW, PAUSE)
    with pytest.raises(NoSuchOffer, match="Type /accept draw or pause"):
        YES.to(room, BOB.id)
    assert OfferAnswer(is_yes=True, kind=PAUSE).to(room, BOB.id) == cmd.Accept(PAUSE)
    assert OfferAnswer(is_yes=False, kind=DRAW).to(room, BOB.id) == cmd.Decline(DRAW)
    assert offer_text(room, BOB.id) == "ada offers a draw. Accept? y/n (1 more offer waits)"


@pytest.mark.parametrize("who", [ADA, EVE])
def test_who_has_offered_it_or_only_watches_has_nothing_to_answer(who: object) -> None:
    player = ADA if who is ADA else EVE
    room = offered(DRAW)
    assert offer_text(room, player.id) == ""
    for answer in (YES, OfferAnswer(is_yes=True, kind=DRAW), *([NO] if who is EVE else [])):
        with pytest.raises(NoSuchOffer, match="Nobody has offered you"):
            answer.to(room, player.id)


def test_no_withdraws_what_one_has_offered_where_nothing_waits_for_an_answer() -> None:
    room = offered(DRAW)
    assert NO.to(room, ADA.id) == cmd.Decline(DRAW)
    assert event_text(ev.Rejected(Instant(0), 0, DRAW), room, done(room, cmd.Decline(DRAW), ADA)) == (
        "ada withdraws the offer (draw)."
    )
    with pytest.raises(NoSuchOffer, match="Type /decline draw or pause"):
        NO.to(offered(DRAW, PAUSE), ADA.id)
    assert OfferAnswer(is_yes=False, kind=PAUSE).to(offered(DRAW, PAUSE), ADA.id) == cmd.Decline(PAUSE)


def test_before_the_game_no_means_the_invitation() -> None:
    assert NO.to(room_of(players=(ADA,)), BOB.id) == cmd.Decline()


def test_after_the_game_there_is_nothing_to_answer() -> None:
    with pytest.raises(NoSuchOffer):
        NO.to(done(offered(DRAW), cmd.Resign(), ADA), BOB.id)
