"""Looking at a finished game: steps, branches, and following others."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pente_client.connection import LooksChanged, Update
from pente_client.play.room_controller import RoomController
from pente_client.play.viewpoint import Viewpoint, game_shown, line_through, stepped, tree_of
from pente_client.stream.plain.known_presence import KnownPresence
from pente_core.identity import Identity
from pente_core.room import ChatPolicy
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from pente_protocol.messages.post_mortem import PlayerLook
from tests.client.play.test_room_controller import RememberingFrontEnd
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, FakeClient, done, room_of
from tests.support.waiting import until


def point(name: str) -> Point:
    return parse_point(name, 19)


class Watched:
    """A finished game of four moves that Ada looks at. Mutable."""

    def __init__(self, chat: ChatPolicy = ChatPolicy.ANYBODY) -> None:
        room = room_of(turns="K10 L10 N10 L11")
        wanted = replace(room.created.options, chat=chat)
        room = replace(room, created=replace(room.created, options=wanted))
        self.client = FakeClient(done(room, cmd.Resign(), ADA))
        self.front = RememberingFrontEnd(self.client)
        self.controller = RoomController(self.client, self.front)

    @property
    def nodes(self) -> list[int]:
        """Where Ada has looked, one place after the other."""
        return [view.node for view in self.front.shown if isinstance(view, Viewpoint)]

    async def type(self, line: str) -> bool:
        done = self.controller.enter(line)
        await self.settle()
        return done

    async def settle(self) -> None:
        """Let everything be sent, and everything that has come be noticed."""
        await self.front.do_work()
        while (update := self.client.next_update()) is not None:
            self.controller.look_back.noticed(update)
        await self.front.do_work()

    async def notice(self, update: Update) -> None:
        self.controller.look_back.noticed(update)
        await self.front.do_work()

    async def has_shown(self, look: tuple[int | None, tuple[Point, ...]]) -> None:
        """Wait until the server knows that Ada looks there."""

        async def is_shown() -> bool:
            await self.front.do_work()
            return self.client.looked[-1:] == [look]

        await until(is_shown)

    async def look_of(self, player: Identity, node: int | None) -> None:
        looks = () if node is None else (PlayerLook(player, node),)
        self.client.rooms[ROOM].looks = looks
        await self.notice(LooksChanged(ROOM, looks))


@asynccontextmanager
async def a_game(chat: ChatPolicy = ChatPolicy.ANYBODY) -> AsyncIterator[Watched]:
    watched = Watched(chat)
    yield watched
    watched.controller.look_back.close()
    for work in watched.front.work:
        work.close()


@pytest.fixture
async def watched() -> AsyncIterator[Watched]:
    async with a_game() as watched:
        yield watched


async def test_steps_lead_through_the_game_and_stop_at_its_ends(watched: Watched) -> None:
    for line in ("/back", "/back 2", "/forward", "/goto start", "/back", "/goto 3", "/forward 9"):
        assert await watched.type(line)
    assert watched.nodes == [3, 1, 2, 0, 0, 3, 4]
    assert not await watched.type("/goto 5")


async def test_a_point_is_a_try_only_for_who_looks_around_already(watched: Watched) -> None:
    assert not await watched.type("A1")  # a move that came too late
    assert not watched.client.room().analysis.variations

    await watched.type("/goto 2")
    assert await watched.type("A1")
    assert await watched.type("B1")

    assert watched.nodes == [2, 5, 6]
    assert game_shown(watched.client.room(), Viewpoint(6)).tokens == ("K10", "L10", "A1", "B1")
    await watched.type("/game")
    assert watched.nodes[-1] == 2


async def test_what_is_there_already_is_only_walked(watched: Watched) -> None:
    await watched.type("/goto 0")
    assert await watched.type("/try K10 L10 N10")
    assert watched.nodes == [0, 3]
    assert not watched.client.room().analysis.variations


async def test_an_illegal_try_is_rejected_and_leads_nowhere(watched: Watched) -> None:
    await watched.type("/goto 2")
    assert not await watched.type("K10")
    assert watched.nodes == [2]


async def test_comments_and_marks_are_about_the_move_that_is_shown(watched: Watched) -> None:
    await watched.type("/goto 3")
    await watched.type("/comment Why not?")
    await watched.type("/mark K11 L12")
    number = watched.client.room().version - 1
    analysis = watched.client.room().analysis
    assert [(each.node, each.text) for each in analysis.comments] == [(3, "Why not?")]
    assert [(each.node, each.points) for each in analysis.marks] == [(3, (point("K11"), point("L12")))]
    await watched.type(f"/remove {number}")
    assert not watched.client.room().analysis.comments


async def test_who_follows_comes_along_until_they_roam(watched: Watched) -> None:
    assert not await watched.type("/follow eve")  # who does not show the game
    await watched.look_of(EVE, 1)
    assert await watched.type("/follow EVE")
    await watched.look_of(EVE, 3)
    assert watched.nodes[-2:] == [1, 3]

    await watched.type("/roam")
    await watched.look_of(EVE, 2)
    assert watched.nodes[-1] == 3

    await watched.type("/follow eve")
    await watched.type("/back")  # a step of one's own ends it, too
    await watched.look_of(EVE, 4)
    assert watched.nodes[-1] == 1


async def test_following_ends_when_the_other_shows_nothing_more(watched: Watched) -> None:
    await watched.look_of(EVE, 1)
    await watched.type("/follow eve")
    await watched.look_of(EVE, None)
    assert "eve does not show the game any more." in watched.front.notices
    await watched.look_of(EVE, 3)
    assert watched.nodes[-1] == 1


async def test_a_look_at_a_node_that_is_not_known_yet_waits_for_it(watched: Watched) -> None:
    await watched.look_of(EVE, 5)
    await watched.type("/follow eve")
    assert 5 not in watched.nodes
    watched.client.happen(cmd.AddVariation(2, (point("A1"),)), EVE, ROOM)
    await watched.settle()
    assert watched.nodes[-1] == 5


async def test_who_stands_in_a_variation_that_is_removed_is_back_at_the_end(watched: Watched) -> None:
    watched.client.happen(cmd.AddVariation(2, (point("A1"),)), BOB, ROOM)
    number = watched.client.room().version
    await watched.settle()
    await watched.type("/goto 5")
    watched.client.happen(cmd.RemoveAnnotation(number), BOB, ROOM)
    await watched.settle()
    assert watched.nodes[-1] == 4


async def test_the_others_are_shown_where_we_look_but_not_each_step(watched: Watched) -> None:
    for line in ("/back", "/back", "/back", "/forward"):
        await watched.type(line)
    await watched.has_shown((2, ()))
    assert len(watched.client.looked) <= 2
    await watched.type("/point K11")
    await watched.has_shown((2, (point("K11"),)))
    await watched.look_of(EVE, 1)
    await watched.type("/follow eve")
    await watched.has_shown((None, ()))  # else two could follow each other for ever


def test_what_somebody_points_at_is_named_in_lines_once() -> None:
    room, known = room_of(turns="K10 L10"), KnownPresence()
    looks = [PlayerLook(BOB, 1, (point("K11"), point("L9")))]
    assert list(known.looks(room, looks, ADA.id)) == ["bob points at K11 L9, at move 1."]
    assert not list(known.looks(room, looks, ADA.id))
    assert list(known.looks(room, [PlayerLook(BOB, 2)], ADA.id)) == []
    assert list(KnownPresence().looks(room, [PlayerLook(BOB, 2)], ADA.id)) == [
        "bob shows move 2. To go along: /follow bob"
    ]


async def test_who_may_not_chat_shows_nothing_and_adds_nothing() -> None:
    async with a_game(ChatPolicy.NOBODY) as watched:
        await watched.type("/back")
        assert watched.nodes == [3]
        assert not await watched.type("/comment hm")
        assert not watched.client.looked


async def test_nothing_is_added_during_the_game() -> None:
    client = FakeClient(room_of(turns="K10 L10"))
    front = RememberingFrontEnd(client)
    controller = RoomController(client, front)
    for line in ("/comment now", "/mark K11", "/point K11", "/follow bob", "/notes"):
        assert not controller.enter(line)
    assert not front.shown


def test_a_line_goes_on_along_the_first_branch() -> None:
    room = done(room_of(turns="K10 L10 N10 L11"), cmd.Resign(), ADA)
    room = done(room, cmd.AddVariation(2, (point("A1"), point("B1"))), BOB)
    tree = tree_of(room)
    assert line_through(tree, 5) == [1, 2, 5, 6]
    assert line_through(tree, 1) == [1, 2, 3, 4]
    assert stepped(tree, 5, 9) == 6
    assert stepped(tree, 6, -9) == 0
    room = done(done(room, cmd.AddComment(5, "hm"), EVE), cmd.MarkPoints(5, (point("A1"),)), EVE)
    assert game_shown(room, Viewpoint(99)) == room.game


@pytest.mark.parametrize("line", ["/point K10", "/comment a slip", "/mark K10"])
async def test_who_is_too_early_reads_what_to_do_until_then(line: str) -> None:
    client = FakeClient(room_of(turns="K10 L10"))
    front = RememberingFrontEnd(client)
    assert not RoomController(client, front).enter(line)
    assert "/say TEXT" in front.reasons[-1]
