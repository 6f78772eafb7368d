"""Recorded games as rooms that can be looked at."""

import asyncio

import pytest

from pente_client.connection import RequestRejected, Resynced
from pente_client.local.recorded_game import READER, RecordedGame, room_of_record
from pente_core.identity import RoomId
from pente_core.records import Comment, Contestant, End, Record, RecordVariation, Unplayable
from pente_core.room import commands as cmd
from pente_core.room import create
from pente_core.room import events as ev
from pente_core.rules.game import parse_turn
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.logs.json_lines import EventLog
from tests.support.client.fake_client import ADA, START, room_of
from tests.support.client.piped_terminal import on_stage


def at(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def record(turns: str = "K10 L10 N10 L11", spec: str = "pente", **more: object) -> Record:
    rules = ruleset_from(spec)
    players = (Contestant("ann"), Contestant("bob"))
    played = tuple(parse_turn(turn, rules.size) for turn in turns.split())
    return Record(ruleset=rules, players=players, turns=played, end=End((0,)), **more)  # type: ignore[arg-type]


def test_comments_and_variations_of_a_record_are_annotations_of_its_room() -> None:
    room = room_of_record(
        record(
            comments=(Comment(0, "A game."), Comment(2, "Hm.")),
            variations=(
                RecordVariation(2, at("A1", "B1"), (Comment(2, "So?"),)),
                RecordVariation(5, at("C1")),
            ),
        )
    )
    assert room.status is ev.Status.FINISHED
    assert room.game.tokens == ("K10", "L10", "N10", "L11")
    said = [(each.node, each.text) for each in room.analysis.comments]
    assert said == [(0, "A game."), (2, "Hm."), (6, "So?")]
    assert [(each.node, each.points) for each in room.analysis.variations] == [
        (2, at("A1", "B1")),
        (5, at("C1")),
    ]


def test_players_without_a_name_are_called_by_their_colours() -> None:
    unknown = replace(record(), players=(Contestant(), Contestant("bob")))
    assert [seat and seat.name for seat in room_of_record(unknown).seats] == ["white", "bob"]


def test_a_variation_that_breaks_the_rules_is_left_out_with_what_goes_on_from_it() -> None:
    variations = (
        RecordVariation(2, at("K10", "A1")),
        RecordVariation(3, at("B1")),
        RecordVariation(5, at("C1")),
    )
    room = room_of_record(record(variations=variations))
    assert [each.points for each in room.analysis.variations] == [at("B1")]


def test_choices_that_were_lost_move_the_places_of_what_was_said() -> None:
    room = room_of_record(
        record(
            "K10 L10 N11 M12 M13",
            "d-pente",
            comments=(Comment(5, "Here."),),
            variations=(RecordVariation(5, at("A1")),),
        )
    )
    assert Choice.STAY in room.game.turns
    assert [each.node for each in room.analysis.comments] == [6]
    assert [each.node for each in room.analysis.variations] == [6]


def test_a_record_that_breaks_the_rules_has_no_room() -> None:
    with pytest.raises(Unplayable):
        room_of_record(record("K10 K10"))


def test_a_log_of_a_server_is_checked() -> None:
    created = create(ruleset_from("pente"), room_of().created.time, by=ADA, now=START)
    with pytest.raises(ValueError, match="does not begin"):
        RecordedGame.of_log(EventLog(created[1:], RoomId("room-0001")))
    with pytest.raises(ValueError, match="do not fit"):
        RecordedGame.of_log(EventLog((*created, created[0]), RoomId("room-0001")))


async def test_nothing_is_added_and_nothing_happens() -> None:
    game = RecordedGame.of_record(record())
    assert (await game.watch(game.id)).room.seat_of(READER.id) is None
    for request in (game.act(game.id, cmd.Say("hm")), game.watch(RoomId("room-0002")), game.profile("ann")):
        with pytest.raises(RequestRejected):
            await request
    updates = game.updates()
    assert isinstance(await anext(updates), Resynced)  # of who watches
    update = asyncio.ensure_future(anext(updates))
    await asyncio.sleep(0)
    assert not update.done()
    update.cancel()
    await game.unwatch(game.id)
    assert game.rooms


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (60, 24), (41, 23)])
async def test_a_record_is_stepped_through_on_the_screen(columns: int, rows: int) -> None:
    game = RecordedGame.of_record(
        record(comments=(Comment(2, "Hm."),), variations=(RecordVariation(2, at("A1", "B1")),))
    )
    async with on_stage(game, columns, rows, room=game.id) as stage:
        stage.screen.controller.looking.look_at(0)
        await stage.until("The start.")
        stage.type("\x1b[C\x1b[C")
        await stage.until(lambda text: "Hm. Also tried here: A1." in " ".join(text.split()))
        stage.type("a1\r")
        await stage.until("Variation 5 (2: A1).")
        stage.type("]c3\r")
        await stage.until(lambda text: "Only you see this: C3 after variation 6" in " ".join(text.split()))
        stage.type("'hello\r")
        await stage.until("nothing is")


async def test_a_record_without_an_end_is_not_live() -> None:
    unknown = (Contestant(), Contestant())
    game = RecordedGame.of_record(replace(record(), players=unknown, end=None))
    async with on_stage(game, room=game.id) as stage:
        await stage.until("white to move")
        assert "LIVE" not in stage.text
