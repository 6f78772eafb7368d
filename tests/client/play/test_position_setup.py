"""Setting up a position, in a local game on the screen and in lines."""

from pathlib import Path

import pytest

from pente_client.input.invalid_input import InvalidInput
from pente_client.input.parse import parse_input
from pente_client.input.setup_orders import SetupAction, SetupOrder
from pente_client.play.shown.setup_draft import SetupDraft
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.support.client.fake_client import FakeClient, room_of
from tests.support.client.piped_terminal import on_stage
from tests.support.games.local_games import game_of, local_client

K10, L11 = (parse_point(name, 19) for name in ("K10", "L11"))
EMPTY = SetupDraft.of(Position.initial(ruleset_from("pente")))


def click(point: str) -> str:
    """A mouse click on a point of a board of 80x24."""
    x, y = 3 + 2 * "ABCDEFGHJKLMNOPQRST".index(point[0]), 2 + 19 - int(point[1:])
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("/setup", SetupOrder(SetupAction.BEGIN)),
        ("/setup white K10, L11", SetupOrder(SetupAction.PUT, "white", (K10, L11))),
        ("/setup remove k10", SetupOrder(SetupAction.REMOVE, points=(K10,))),
        ("/setup clear", SetupOrder(SetupAction.CLEAR)),
        ("/setup turn black", SetupOrder(SetupAction.TURN, "black")),
        ("/setup taken 2 4", SetupOrder(SetupAction.TAKEN, taken=(2, 4))),
        ("/SETUP Play", SetupOrder(SetupAction.PLAY)),
    ],
)
def test_what_is_typed(line: str, order: SetupOrder) -> None:
    assert parse_input(line, 19) == order


@pytest.mark.parametrize("words", ["white", "white Z99", "turn", "taken x", "play now", "7 K10"])
def test_what_makes_no_sense_is_said(words: str) -> None:
    with pytest.raises(InvalidInput, match="/setup"):
        parse_input(f"/setup {words}", 19)


def test_a_point_is_touched_until_it_is_empty_again() -> None:
    white = EMPTY.touched(K10)
    black = white.touched(K10)
    assert (white.stones, black.stones) == (
        (frozenset({K10}), frozenset()),
        (frozenset(), frozenset({K10})),
    )
    assert black.touched(K10) == EMPTY


def test_stones_of_another_colour_take_the_place() -> None:
    draft = EMPTY.with_stones(0, frozenset({K10, L11})).with_stones(1, frozenset({L11}))
    assert draft.setup.stones == ((K10,), (L11,))
    assert draft.game.position.board.occupied.bit_count() == 2
    assert draft.with_stones(None, frozenset({K10, L11, Point(0)})) == EMPTY


async def test_a_game_begins_from_a_position_that_was_clicked(tmp_path: Path) -> None:
    async with (
        local_client(tmp_path) as client,
        on_stage(client, room=client.begin(game_of())) as stage,
    ):
        await stage.until("anna, your move")
        stage.type("/setup\r")
        await stage.until("Click or type points")
        stage.type(click("K10") + click("L10") + click("L10") + "M10\r")
        await stage.until(lambda text: "○[●]○" in text)
        stage.type("\x15/setup turn black\r")
        await stage.until("Black moves first.")
        stage.type("/setup play\r")
        await stage.until("boris, your turn.")
        room = client.rooms[client.latest].room
        assert room.game.position.board.occupied.bit_count() == 3
        stage.type("L11\r")
        await stage.until("boris played L11.")


async def test_a_position_without_stones_begins_nothing(tmp_path: Path) -> None:
    async with (
        local_client(tmp_path) as client,
        on_stage(client, room=client.begin(game_of())) as stage,
    ):
        await stage.until("anna, your move")
        stage.type("/setup\r/setup play\r")
        await stage.until("The position has no stone")
        stage.type("\x15/setup pink K10\r")
        await stage.until("The colours are white and black.")
        stage.type("\x15/setup taken 1 2 3\r")
        await stage.until("Give 2 numbers")
        stage.type("\x15/setup cancel\r")
        await stage.until("anna, your move")
        stage.type("/setup clear\r")
        await stage.until("Type /setup first")


async def test_on_a_server_it_is_said_where_positions_are_set_up() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("/setup\r")
        await stage.until("pente local")
