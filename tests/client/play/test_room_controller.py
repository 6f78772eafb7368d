"""The controller of a room, with a front end that only remembers."""

from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

from pente_client.connection import ConnectionEnded, RequestRejected
from pente_client.input.inputs import ShowBoard, TuneInput, ViewInput
from pente_client.play.people.people_ports import CONNECTION_LOST
from pente_client.play.ports import CurrentRoom
from pente_client.play.question import RESIGN_QUESTION, PendingQuestion
from pente_client.play.room_controller import RoomController
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.practice_task import PracticeTask
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.viewpoint import Viewpoint
from pente_client.words.lists.who_is_here import friend_lines, message_lines, who_is_here_lines
from pente_core.identity import Identity, RoomId
from pente_core.review.review import GameReview
from pente_core.room import OfferKind, Options, Room, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, FakeClient, done, room_of


class RememberingFrontEnd:
    """Shows nothing. Mutable: remembers what it was asked for; ``work`` is done when a test says so."""

    def __init__(self, connection: FakeClient) -> None:
        self._connection = connection
        self.room = ROOM
        self.question: PendingQuestion | None = None
        self.given_back: list[str] = []
        self.premoves: tuple[Point, ...] = ()
        self.shown: list[ViewInput | Viewpoint | TuneInput | str] = []
        self.notices: list[str] = []
        self.reasons: list[str] = []
        self.rejected: list[tuple[str, str]] = []
        self.advice: list[GivenAdvice] = []
        self.left = 0
        self.entered: list[RoomId] = []
        self.work: list[Coroutine[Any, Any, None]] = []

    @property
    def current(self) -> CurrentRoom | None:
        replica = self._connection.rooms.get(ROOM)
        return CurrentRoom(self.room, replica.room) if replica else None

    @property
    def codes(self) -> list[str]:
        return [code for code, _ in self.rejected]

    def give_back(self, text: str) -> None:
        self.given_back.append(text)

    def premoves_changed(self, points: Sequence[Point]) -> None:
        self.premoves = tuple(points)

    def ask(self, question: PendingQuestion | None) -> None:
        self.question = question

    def show(self, view: ViewInput, current: CurrentRoom, game: Game) -> None:
        self.shown.append(view)

    def look(self, current: CurrentRoom, view: Viewpoint) -> None:
        self.shown.append(view)

    def flip_board(self) -> bool:
        self.shown.append("flip")
        return True

    def autoplay(self, seconds: float | None) -> bool:
        self.shown.append(f"autoplay {seconds}")
        return True

    def show_advice(self, current: CurrentRoom, given: GivenAdvice) -> None:
        self.advice.append(given)

    def show_lesson(self, current: CurrentRoom, lesson: Lesson) -> bool:
        raise AssertionError("this is no tutorial")

    @property
    def review(self) -> GameReview | None:
        return None

    def show_practice(self, task: PracticeTask | None) -> None:
        raise AssertionError("nothing is reviewed")

    def show_setup(self, current: CurrentRoom, draft: SetupDraft | None) -> None:
        raise AssertionError("this is no local game")

    def show_notes(self, current: CurrentRoom) -> None:
        self.shown.append("notes")

    def show_code(self, room: RoomId, code: str, *, with_qr: bool) -> None:
        self.notices.append(f"{room} {code} {with_qr}")

    def show_help(self) -> None:
        self.shown.append("help")

    def tune(self, order: TuneInput) -> None:
        self.shown.append(order)

    def reject(self, code: str, text: str, typed: str = "") -> None:
        self.rejected.append((code, typed))
        self.reasons.append(text)

    def notice(self, text: str) -> None:
        self.notices.append(text)

    async def show_game(self, room: RoomId) -> None:
        self.shown.append(room)

    def pending_changed(self) -> None:
        pass

    def quit(self) -> None:
        self.left += 1

    def leave(self) -> None:
        self.left += 1

    def show_people(self, found: OnlineList) -> None:
        self.notices += who_is_here_lines(found)

    def show_friends(self, found: FriendList) -> None:
        self.notices += friend_lines(found)

    def show_messages(self, messages: Sequence[DirectMessage]) -> None:
        self.notices += message_lines(messages)

    def go_to(self, room: RoomId) -> None:
        self.entered.append(room)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self.work.append(work)

    async def do_work(self) -> None:
        """Do one thing after the other until nothing is left."""
        while self.work:
            await self.work.pop(0)


def at_room(
    room: Room | None, me: Identity = ADA, **options: Any
) -> tuple[RoomController, RememberingFrontEnd, FakeClient]:
    connection = FakeClient(room, me=me)
    front = RememberingFrontEnd(connection)
    return RoomController(connection, front, **options), front, connection


async def test_a_point_is_sent_and_named_until_it_is_answered() -> None:
    controller, front, connection = at_room(room_of())
    assert controller.enter("k10")
    assert controller.pending_label == "K10"
    await front.do_work()
    assert connection.room().game.turns == (parse_point("K10", 19),)
    assert controller.pending_label == ""


@pytest.mark.parametrize(
    ("text", "me", "may_play", "code"),
    [
        ("K99", ADA, True, "bad-input"),
        ("K9", ADA, True, "not-centre"),
        ("swap", BOB, True, "not-your-turn"),
        ("/resign", EVE, True, "not-seated"),
        ("y", ADA, True, "no-offer"),
        ("/kick eve", BOB, True, "not-host"),
        ("/join", EVE, False, "only-watching"),
        ("/block", ADA, True, "bad-input"),
    ],
)
def test_what_is_certain_to_be_refused_is_not_sent(
    text: str, me: Identity, may_play: bool, code: str
) -> None:
    controller, front, _ = at_room(room_of(), me, may_play=may_play)
    assert not controller.enter(text)
    assert front.codes == [code]
    assert front.work == []


def test_without_a_room_only_help_and_leaving_work() -> None:
    controller, front, _ = at_room(None)
    assert controller.enter("/help")
    assert controller.enter("/quit")
    assert not controller.enter("/board")
    assert not controller.enter("K10")
    assert (front.shown, front.left, front.codes) == (["help"], 1, ["no-room", "no-room"])


def test_a_part_of_the_room_is_shown() -> None:
    controller, front, _ = at_room(room_of())
    assert controller.enter("/board")
    assert front.shown == [ShowBoard()]


@pytest.mark.parametrize("may_play", [True, False])
async def test_players_and_viewers_see_the_code_of_the_room(may_play: bool) -> None:
    controller, front, _ = at_room(room_of(), may_play=may_play)
    for text in ("/code", "/QR"):
        assert controller.enter(text)
    await front.do_work()
    assert front.notices == [f"{ROOM} K7M2QX False", f"{ROOM} K7M2QX True"]


async def test_why_there_is_no_code_is_said() -> None:
    controller, front, connection = at_room(room_of())
    connection.codes.answer = RequestRejected("room-closed", "The room is closed.")
    controller.enter("/code")
    await front.do_work()
    assert front.rejected == [("room-closed", "/code")]


@pytest.mark.parametrize("may_play", [True, False])
async def test_players_and_viewers_block_and_unblock(may_play: bool) -> None:
    controller, front, connection = at_room(room_of(), may_play=may_play)
    for text in ("/block bob", "/UNBLOCK BOB", "/block eve", "/block nemo"):
        assert controller.enter(text)
    await front.do_work()
    assert connection.blocks == [(BOB.id, True), (BOB.id, False), ("eve", True)]
    assert front.notices == [
        "bob is blocked: no more chat or invitations.",
        "bob is no longer blocked.",
        "eve is blocked: no more chat or invitations.",
    ]
    assert front.codes == ["unknown-player"]


async def test_who_has_chatted_is_blocked_and_not_who_has_the_name_now() -> None:
    room = done(room_of(), cmd.Say("hello"), replace(EVE, name="dan"))
    controller, front, connection = at_room(room)
    controller.enter("/block dan")
    await front.do_work()
    assert connection.blocks == [(EVE.id, True)]


async def test_resigning_is_confirmed_where_a_person_plays() -> None:
    controller, front, connection = at_room(room_of())
    assert controller.enter("/resign")
    assert front.question == RESIGN_QUESTION
    controller.answer(yes=False)
    assert not front.work
    assert controller.enter("/resign")
    controller.answer(yes=True)
    await front.do_work()
    assert connection.room().status is ev.Status.FINISHED


@pytest.mark.parametrize("line", ["/resign", "good game"])
async def test_a_yes_is_for_the_game_that_was_asked_about(line: str) -> None:
    controller, front, connection = at_room(room_of())
    assert controller.enter(line)
    front.room = RoomId("next-game")
    controller.answer(yes=True)
    assert (front.work, front.codes, front.question) == ([], ["other-game"], None)
    assert connection.room().status is ev.Status.PLAYING


async def test_resigning_is_done_at_once_where_a_program_plays() -> None:
    controller, front, connection = at_room(room_of(), asks=False)
    controller.enter("/resign")
    await front.do_work()
    assert connection.room().status is ev.Status.FINISHED


async def test_an_offer_is_answered_with_yes_or_no() -> None:
    controller, front, connection = at_room(room_of(turns="K10"))
    connection.happen(cmd.Offer(OfferKind.DRAW), BOB)
    assert controller.enter("y")
    await front.do_work()
    assert connection.room().status is ev.Status.FINISHED


async def test_commands_of_a_program_wait_for_those_before_them() -> None:
    controller, front, connection = at_room(room_of("connect6", turns="K10"), BOB, queues=True)
    for text in ("A1", "B1", "C1"):
        assert controller.enter(text)
    await front.do_work()
    assert len(connection.room().game.turns) == 3
    assert front.rejected == [("not-your-turn", "C1")]  # the rules said so before it was sent


async def test_a_second_turn_is_rejected_on_a_screen_and_chat_is_not() -> None:
    controller, front, _ = at_room(room_of())
    assert controller.send(cmd.Play(parse_point("K10", 19)), "K10")
    assert not controller.send(cmd.Play(parse_point("K10", 19)), "K10")
    assert controller.send(cmd.Say("hm"), "'hm")
    assert front.codes == ["busy"]
    await front.do_work()


async def test_viewers_who_see_the_game_later_hear_what_became_of_their_chat() -> None:
    room = room_of(options=Options(viewer_delay=ViewerDelay(moves=3)))
    for me, noticed in ((EVE, True), (ADA, False)):
        controller, front, _ = at_room(room, me)
        assert controller.enter("'hello")
        await front.do_work()
        assert any("3 moves behind" in notice for notice in front.notices) is noticed


@pytest.mark.parametrize(
    ("problem", "code"),
    [(RequestRejected("rate-limited", "slowly"), "rate-limited"), (ConnectionEnded("over"), CONNECTION_LOST)],
)
async def test_what_the_server_rejects_is_given_back(problem: Any, code: str) -> None:
    controller, front, connection = at_room(room_of())
    connection.denials.append(problem)
    assert controller.enter("'hello")
    await front.do_work()
    assert front.rejected == [(code, "'hello")]


@pytest.mark.parametrize("may_play", [True, False])
async def test_the_host_ends_watching_also_while_only_watching(may_play: bool) -> None:
    controller, front, connection = at_room(room_of(), may_play=may_play)
    assert controller.enter("/watchers invited")
    await front.do_work()
    assert connection.room().watch is WatchPolicy.INVITED
    assert not controller.enter("/watchers invited")
    assert front.codes == ["so-already"]


async def test_only_the_host_ends_watching() -> None:
    controller, front, _ = at_room(room_of(), BOB)
    assert not controller.enter("/watchers invited")
    assert front.codes == ["not-host"]


async def test_the_host_moderates_by_name() -> None:
    controller, front, connection = at_room(room_of())
    assert controller.enter("/mute eve")
    await front.do_work()
    assert connection.room().muted == (EVE.id,)
    assert controller.enter("/mute stranger")
    await front.do_work()
    assert front.rejected == [("unknown-player", "/mute stranger")]


@pytest.mark.parametrize("text", ["K10", "'hello", "/resign", "/kick eve", "/accept"])
async def test_nothing_is_sent_to_a_room_that_can_t_be_replayed(text: str) -> None:
    controller, front, connection = at_room(room_of())
    connection.rooms[ROOM].is_read_only = True
    assert not controller.enter(text)
    assert front.codes == ["update-needed"]
    assert controller.enter("/board")
    assert front.shown


async def test_who_only_watches_is_told_where_to_answer() -> None:
    for room, me, how in (
        (
            replace(room_of(players=(ADA,)), invited=(EVE,)),
            EVE,
            f"In another terminal, type: pente play --room {ROOM}",
        ),
        (room_of(), ADA, f"In another terminal, type: pente play --room {ROOM}"),
        (room_of(), EVE, "To play: pente play"),
    ):
        controller, front, _ = at_room(room, me, may_play=False)
        assert not controller.enter("/accept")
        assert front.reasons == [f"You only watch here. {how}"]
