"""Looking back in a game that goes on, and branches that nobody else sees."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pente_client.connection import Resynced
from pente_client.play.look_back import NO_MOVES, NOT_WHILE_RATED, NOTES_NEED_THE_GAME, TAKEN_BACK
from pente_client.play.room_controller import RoomController
from pente_client.play.viewpoint import Viewpoint, game_shown, line_shown
from pente_core.identity import Identity
from pente_core.room import ChatPolicy, OfferKind, Room
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from tests.client.play.test_room_controller import RememberingFrontEnd
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, FakeClient, done, room_of

GAME = "K10 L10 N10 L11"


def at(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def rated(room: Room) -> Room:
    wanted = replace(room.created.options, rated=True)
    return replace(room, created=replace(room.created, options=wanted))


class Looking:
    """A person who looks back in a game. Mutable."""

    def __init__(self, room: Room, me: Identity, *, queues: bool = False) -> None:
        self.client = FakeClient(room, me=me)
        self.front = RememberingFrontEnd(self.client)
        self.controller = RoomController(self.client, self.front, queues=queues)
        self.version = room.version

    @property
    def views(self) -> list[Viewpoint]:
        return [view for view in self.front.shown if isinstance(view, Viewpoint)]

    @property
    def shown(self) -> str:
        """The moves that are shown."""
        return " ".join(game_shown(self.client.room(), self.views[-1]).tokens)

    async def type(self, *lines: str) -> bool:
        accepted = True
        for line in lines:
            accepted = self.controller.enter(line)
            await self.settle()
        return accepted

    async def happen(self, command: cmd.Command, by: Identity) -> None:
        self.client.happen(command, by)
        await self.settle()

    async def settle(self) -> None:
        await self.front.do_work()
        while (update := self.client.next_update()) is not None:
            self.controller.look_back.noticed(update)
        await self.front.do_work()

    @property
    def has_sent_nothing(self) -> bool:
        return self.client.room().version == self.version and not self.client.looked


@asynccontextmanager
async def looking(room: Room, me: Identity, *, queues: bool = False) -> AsyncIterator[Looking]:
    person = Looking(room, me, queues=queues)
    yield person
    person.controller.look_back.close()
    for work in person.front.work:
        work.close()


async def test_a_viewer_stays_at_a_past_move_while_the_game_goes_on() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        assert await eve.type("/back 2")
        assert eve.shown == "K10 L10"
        await eve.happen(cmd.Play(at("N11")[0]), ADA)
        assert eve.shown == "K10 L10"
        assert await eve.type("/live")
        assert eve.views[-1] == Viewpoint(5)
        seen = len(eve.views)
        await eve.happen(cmd.Play(at("N12")[0]), BOB)
        assert len(eve.views) == seen  # who looks at the game as it is goes along without a viewpoint


async def test_a_viewer_tries_moves_that_are_sent_to_nobody() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        assert await eve.type("/goto 2", "A1", "/try B1 C1")
        assert eve.views[-1] == Viewpoint(2, tried=at("A1", "B1", "C1"))
        assert eve.shown == "K10 L10 A1 B1 C1"
        await eve.type("/back 2")
        assert eve.views[-1] == Viewpoint(2, tried=at("A1"), ahead=at("B1", "C1"))
        assert line_shown(eve.client.room(), eve.views[-1]).tokens == ("K10", "L10", "A1", "B1", "C1")
        await eve.type("/forward")
        assert eve.shown == "K10 L10 A1 B1"
        assert not await eve.type("A1")  # there is a stone
        assert await eve.type("D1")
        assert eve.shown == "K10 L10 A1 B1 D1"
        await eve.type("/game")
        assert eve.views[-1] == Viewpoint(2)
        assert eve.has_sent_nothing


async def test_moves_of_the_game_are_walked_and_only_the_others_are_a_branch() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        await eve.type("/goto start", "/try K10 L10 A1")
        assert eve.views[-1] == Viewpoint(2, tried=at("A1"))


async def test_a_point_of_a_viewer_is_tried_where_the_game_is_now() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        assert await eve.type("A1")
        assert eve.shown == f"{GAME} A1"
        await eve.happen(cmd.Play(at("N11")[0]), ADA)
        assert eve.shown == f"{GAME} A1"
        await eve.type("/back")
        assert eve.views[-1] == Viewpoint(4, ahead=at("A1"))
        await eve.type("/forward")
        assert eve.shown == f"{GAME} N11"
        assert "A1" not in eve.client.room().game.tokens


async def test_a_players_point_is_a_move_and_never_on_a_board_of_the_past() -> None:
    async with looking(room_of(turns=GAME), ADA) as ada:
        await ada.type("/back")
        assert not await ada.type("N11")
        assert ada.front.codes == ["looking-back"]
        assert ada.views[-1] == Viewpoint(4)
        assert ada.has_sent_nothing
        assert await ada.type("N11")
        assert ada.client.room().game.tokens[-1] == "N11"


async def test_a_program_plays_wherever_it_looks() -> None:
    async with looking(room_of(turns=GAME), ADA, queues=True) as ada:
        await ada.type("/back", "N11")
        assert ada.client.room().game.tokens[-1] == "N11"


@pytest.mark.parametrize(
    ("room", "me", "may"),
    [
        (rated(room_of(turns=GAME)), ADA, False),
        (rated(room_of(turns=GAME)), EVE, True),
        (rated(room_of(turns=GAME, time="3d/move")), ADA, True),
        (room_of(turns=GAME), ADA, True),
        (done(rated(room_of(turns=GAME)), cmd.Resign(), BOB), EVE, True),
    ],
    ids=["rated", "viewer", "days", "casual", "over"],
)
async def test_who_may_try_moves(room: Room, me: Identity, may: bool) -> None:
    room = replace(
        room, created=replace(room.created, options=replace(room.created.options, chat=ChatPolicy.NOBODY))
    )
    async with looking(room, me) as person:
        await person.type("/back")
        assert await person.type("/try A1") == may
        assert person.has_sent_nothing
        assert person.front.codes == ([] if may else ["rated-game"])
    assert "rated game" in NOT_WHILE_RATED


async def test_what_is_looked_at_may_be_taken_back() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        await eve.type("/back")
        await eve.happen(cmd.Offer(OfferKind.TAKEBACK), BOB)
        await eve.happen(cmd.Accept(OfferKind.TAKEBACK), ADA)
        assert eve.views[-1] == Viewpoint(3)  # still there, and now the end
        await eve.type("/back", "A1")
        await eve.happen(cmd.Offer(OfferKind.TAKEBACK), ADA)
        await eve.happen(cmd.Accept(OfferKind.TAKEBACK), BOB)
        assert eve.views[-1] == Viewpoint(2, tried=at("A1"))
        await eve.happen(cmd.Offer(OfferKind.TAKEBACK), BOB)
        await eve.happen(cmd.Accept(OfferKind.TAKEBACK), ADA)
        assert eve.views[-1] == Viewpoint(1)
        assert eve.front.notices[-1] == TAKEN_BACK


async def test_another_history_of_the_room_takes_one_to_its_end() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        await eve.type("/back", "A1")
        other = room_of(turns="K10 M10 N10 L11 N12")
        eve.client.rooms[ROOM].room = other
        eve.client.tell(Resynced(ROOM, other))
        await eve.settle()
        assert eve.views[-1] == Viewpoint(5)


async def test_notes_are_about_what_all_can_see() -> None:
    room = done(room_of(turns=GAME), cmd.Resign(), BOB)
    async with looking(room, EVE) as eve:
        options = replace(room.created.options, chat=ChatPolicy.NOBODY)
        eve.client.rooms[ROOM].room = replace(room, created=replace(room.created, options=options))
        await eve.type("/back", "A1")
        assert eve.views[-1].tried == at("A1")
        assert not await eve.type("/comment Better.")
        assert eve.front.codes == ["own-branch"]
        assert "/game" in NOTES_NEED_THE_GAME


async def test_who_watches_without_an_account_has_branches_too() -> None:
    async with looking(done(room_of(turns=GAME), cmd.Resign(), BOB), EVE) as eve:
        eve.client.may_look, eve.version = False, eve.client.room().version
        await eve.type("/back", "A1")
        assert eve.views[-1] == Viewpoint(3, tried=at("A1"))
        assert eve.has_sent_nothing


async def test_a_game_that_has_not_begun_has_no_past() -> None:
    async with looking(room_of(players=(ADA,)), ADA) as ada:
        assert not await ada.type("/back")
        assert ada.front.codes == ["no-moves"]
    assert NO_MOVES


async def test_autoplay_is_for_the_front_end() -> None:
    async with looking(room_of(turns=GAME), EVE) as eve:
        assert await eve.type("/autoplay 2", "/autoplay", "/autoplay off", "/flip")
        assert eve.front.shown == ["autoplay 2.0", "autoplay 1.5", "autoplay None", "flip"]
        assert not await eve.type("/autoplay 0")
        assert not await eve.type("/autoplay soon")
