"""Premoves, a forced first stone, and questions before a command is sent."""

import pytest

from pente_client.play.question import ABORT_QUESTION, QuestionKind
from pente_client.settings.settings import Settings
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from tests.client.play.test_room_controller import at_room
from tests.support.client.fake_client import ADA, BOB, EVE, done, room_of


def points(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


async def test_a_point_in_another_players_turn_is_played_in_ones_own() -> None:
    controller, front, connection = at_room(room_of(turns="K10"))
    assert controller.enter("n13")
    assert front.premoves == points("N13")
    assert not front.work
    connection.happen(cmd.Play(parse_point("L10", 19)), BOB)
    controller.ahead.go_on()
    controller.ahead.go_on()  # as with every update
    await front.do_work()
    assert connection.room().game.tokens == ("K10", "L10", "N13")
    assert front.premoves == ()


async def test_another_point_takes_the_place_of_a_premove() -> None:
    controller, front, _ = at_room(room_of(turns="K10"))
    for text in ("n13", "n14"):
        controller.enter(text)
    assert front.premoves == points("N14")


async def test_a_turn_of_two_stones_is_premoved_whole() -> None:
    controller, front, connection = at_room(room_of("connect6", turns="K10"), ADA)
    for text in ("A1", "C1"):
        controller.enter(text)
    assert front.premoves == points("A1", "C1")
    for name in ("N13", "N15"):
        connection.happen(cmd.Play(parse_point(name, 19)), BOB)
    for _ in range(2):
        controller.ahead.go_on()
        await front.do_work()
    assert connection.room().game.tokens[-2:] == ("A1", "C1")


async def test_a_premove_that_has_become_illegal_is_not_sent_and_that_is_said() -> None:
    controller, front, connection = at_room(room_of(turns="K10"))
    controller.enter("n13")
    connection.happen(cmd.Play(parse_point("N13", 19)), BOB)
    controller.ahead.go_on()
    assert not front.work
    assert front.premoves == ()
    assert front.notices == [
        "The premove N13 was not played. There is a stone already. Choose an empty point."
    ]


async def test_a_premove_ends_with_a_takeback_and_with_the_game() -> None:
    room = done(room_of(turns="K10 L10 N13"), cmd.Offer(OfferKind.TAKEBACK), ADA)
    controller, front, connection = at_room(room)
    controller.enter("n14")
    connection.happen(cmd.Accept(OfferKind.TAKEBACK), BOB)
    controller.ahead.go_on()
    assert (front.premoves, front.work) == ((), [])
    controller, front, connection = at_room(room_of(turns="K10"))
    controller.enter("n14")
    connection.happen(cmd.Resign(), BOB)
    controller.ahead.go_on()
    assert (front.premoves, front.work) == ((), [])


@pytest.mark.parametrize(
    ("line", "code"),
    [("/premove K10", "occupied"), ("/premove", "bad-input"), ("/premove clear", "no-premove")],
)
def test_what_can_not_be_a_premove_is_said(line: str, code: str) -> None:
    controller, front, _ = at_room(room_of(turns="K10"))
    assert not controller.enter(line)
    assert front.codes == [code]


def test_only_players_in_another_players_turn_premove() -> None:
    for room, me in ((room_of(), ADA), (room_of(), EVE), (room_of(players=(ADA,)), ADA)):
        controller, front, _ = at_room(room, me)
        assert not controller.enter("/premove N13")
        assert front.codes == ["no-premove"]


async def test_a_program_premoves_only_when_it_says_so() -> None:
    controller, front, connection = at_room(room_of(turns="K10"), asks=False, queues=True)
    controller.enter("n13")
    await front.do_work()
    assert front.codes == ["not-your-turn"]
    assert front.reasons[-1].endswith(" N13 was not kept; /premove N13 plays it in your turn.")
    assert controller.enter("/premove n13")
    connection.happen(cmd.Play(parse_point("L10", 19)), BOB)
    controller.ahead.go_on()
    await front.do_work()
    assert connection.room().game.tokens[-1] == "N13"


async def test_a_person_who_types_lines_premoves_by_typing_a_point() -> None:
    controller, front, _ = at_room(room_of(turns="K10"), asks=True, queues=True)
    assert controller.enter("n13")
    assert front.premoves == points("N13")


async def test_a_second_stone_that_was_typed_too_quickly_is_said_not_to_be_kept() -> None:
    controller, front, _ = at_room(room_of(), asks=True, queues=True)
    for text in ("k10", "n13"):
        controller.enter(text)
    await front.do_work()
    assert front.codes == ["not-your-turn"]
    assert front.reasons == ["It is not your turn. N13 was not kept; /premove N13 plays it in your turn."]
    controller, front, _ = at_room(room_of(turns="K10 L10 N10 L11"))
    for text in ("n14", "n13"):
        controller.enter(text)
    await front.do_work()
    assert front.reasons == ["Still sending N14. N13 was not kept; /premove N13 plays it in your turn."]


async def test_whoever_wants_no_premoves_is_told_whose_turn_it_is() -> None:
    controller, front, _ = at_room(room_of(turns="K10"), settings=lambda: Settings(premove=False))
    assert not controller.enter("n13")
    assert front.codes == ["not-your-turn"]


async def test_a_first_stone_that_is_forced_is_placed_if_the_player_wants_that() -> None:
    controller, front, connection = at_room(room_of(), settings=lambda: Settings(first_stone=True))
    controller.ahead.go_on()
    controller.ahead.go_on()
    await front.do_work()
    assert connection.room().game.tokens == ("K10",)
    controller, front, _ = at_room(room_of())
    controller.ahead.go_on()
    assert not front.work
    controller, front, _ = at_room(room_of("pente-casual"), settings=lambda: Settings(first_stone=True))
    controller.ahead.go_on()
    assert not front.work


@pytest.mark.parametrize(
    ("confirm", "time", "is_asked"),
    [
        ("never", "3d/move", False),
        ("correspondence", "3d/move", True),
        ("correspondence", "5+3", False),
        ("always", "5+3", True),
    ],
)
async def test_a_move_is_confirmed_where_the_player_wants_that(
    confirm: str, time: str, is_asked: bool
) -> None:
    settings = Settings(confirm=confirm)  # type: ignore[arg-type]
    controller, front, connection = at_room(room_of(time=time), settings=lambda: settings)
    assert controller.enter("k10")
    assert bool(front.question) == is_asked
    if is_asked:
        assert front.question is not None
        assert front.question.text == "Play K10? y/n"
        controller.answer(yes=False)
        assert front.given_back == ["k10"]
        assert controller.enter("k10")
        controller.answer(yes=True)
    await front.do_work()
    assert connection.room().game.tokens == ("K10",)


def test_a_move_that_is_not_allowed_is_not_asked_about() -> None:
    controller, front, _ = at_room(room_of(), settings=lambda: Settings(confirm="always"))
    assert not controller.enter("k9")
    assert (front.question, front.codes) == (None, ["not-centre"])


async def test_abort_asks_as_resign_does() -> None:
    controller, front, connection = at_room(room_of())
    assert controller.enter("/abort")
    assert front.question == ABORT_QUESTION
    controller.answer(yes=True)
    await front.do_work()
    assert connection.room().status is ev.Status.FINISHED
    controller, front, connection = at_room(room_of(), asks=False, queues=True)
    controller.enter("abort")
    await front.do_work()
    assert connection.room().status is ev.Status.FINISHED


async def test_what_is_no_move_is_chat_after_a_question() -> None:
    controller, front, connection = at_room(room_of())
    assert controller.enter("good luck")
    assert front.question is not None
    assert front.question.kind is QuestionKind.CHAT
    controller.answer(yes=False)
    assert front.given_back == ["good luck"]
    controller.enter("good luck")
    controller.answer(yes=True)
    await front.do_work()
    assert [line.text for line in connection.room().chat] == ["good luck"]
    controller, front, _ = at_room(room_of(), asks=False, queues=True)
    assert not controller.enter("good luck")
    assert front.codes == ["bad-input"]


def test_chat_that_would_be_refused_is_not_asked_about() -> None:
    controller, front, _ = at_room(room_of())
    assert not controller.enter("x" * 2000)
    assert (front.question, front.codes) == (None, ["bad-input"])


async def test_of_several_offers_the_one_that_is_asked_about_is_answered() -> None:
    room = room_of(turns="K10 L10")
    for kind in (OfferKind.DRAW, OfferKind.PAUSE):
        room = done(room, cmd.Offer(kind), BOB)
    controller, front, connection = at_room(room)
    assert controller.enter("n")
    await front.do_work()
    assert [offer.kind for offer in connection.room().offers] == [OfferKind.PAUSE]
