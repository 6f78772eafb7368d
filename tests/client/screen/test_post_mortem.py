"""After the game on the full screen: keys that step through it, moves to try, and who looks where."""

from pente_client.connection import LooksChanged
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_protocol.messages.post_mortem import PlayerLook
from tests.support.client.fake_client import BOB, EVE, ROOM, FakeClient, room_of
from tests.support.client.piped_terminal import on_stage
from tests.support.waiting import until


def at(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def finished() -> FakeClient:
    host = FakeClient(room_of(turns="K10 L10 N10 L11"))
    host.happen(cmd.Resign(), BOB)
    return host


async def test_brackets_step_and_a_point_tries_a_move() -> None:
    host = finished()
    async with on_stage(host) as stage:
        await stage.until("Press r for a rematch, [ to review. /quit leaves.")
        stage.type("[[")
        await stage.until("Move 2 of 4.")
        stage.type("]")
        await stage.until("Move 3 of 4.")
        stage.type("A1\r")
        await stage.until("Variation 5 (3: A1).")
        await stage.until("ada tries A1 after move 3: /goto 5.")
        assert host.room().analysis.variations[0].points == at("A1")
        stage.type("/game\r")
        await stage.until("Move 3 of 4.")


async def test_what_was_said_of_a_move_is_shown_with_it() -> None:
    host = finished()
    host.happen(cmd.AddComment(3, "Too slow."), EVE)
    host.happen(cmd.MarkPoints(3, at("C3")), EVE)
    async with on_stage(host) as stage:
        stage.type("[")
        await stage.until("Move 3 of 4. eve: Too slow. eve marks C3.")
        await stage.until("<┼>")
        stage.type("/comment Why?\r")
        await stage.until("move 3: Why?")
        stage.type("/notes\r")
        await stage.until("eve marks C3 at move 3")


async def test_the_screen_goes_along_with_whom_one_follows() -> None:
    host = finished()
    async with on_stage(host) as stage:
        stage.type("[")
        await stage.until("Move 3 of 4.")
        looks = (PlayerLook(EVE, 1),)
        host.rooms[ROOM].looks = looks
        host.tell(LooksChanged(ROOM, looks))
        await stage.until("eve shows move 1.")
        stage.type("/follow eve\r")
        await stage.until("Move 1 of 4. You follow eve; /roam ends it.")
        host.happen(cmd.AddVariation(1, at("B2")), EVE)
        looks = (PlayerLook(EVE, 5, at("D4")),)
        host.rooms[ROOM].looks = looks
        host.tell(LooksChanged(ROOM, looks))
        await stage.until("Variation 5 (1: B2). You follow eve")
        stage.type("]")
        stage.type("/roam\r")
        await until(lambda: (5, ()) in host.looked)


async def test_a_rematch_is_one_key_away_from_there() -> None:
    host = finished()
    async with on_stage(host) as stage:
        stage.type("[")
        await stage.until("Move 3 of 4.")
        host.happen(cmd.Offer(OfferKind.REMATCH), BOB)
        await stage.until("bob wants a rematch. Play? y/n (or press r)")
        stage.type("r")
        await until(lambda: bool(host.room().sequel))


async def test_the_help_is_that_of_the_moment() -> None:
    async with on_stage(finished()) as stage:
        stage.type("?")
        await stage.until("Play again, with seats exchanged.")
