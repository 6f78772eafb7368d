"""Boards, clocks and stones in words."""

import pytest

from pente_client.words.phrases import clock_text
from pente_client.words.spoken.board_words import (
    around_lines,
    captures_text,
    column_text,
    row_text,
    stone_owners,
    stones_lines,
)
from pente_client.words.spoken.game_words import clocks_line, spoken_reading
from pente_core.clock.clock import Reading
from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerId
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from pente_core.value import replace
from tests.support.client.scripted_room import ServerRoom, playing

NAMES = ["anna", "bob"]
POSITION = playing("J10", "K10", "L10", "K12", "T19").room.game.position


def test_a_row_names_stones_by_their_owners_and_empty_points_from_where_to_where() -> None:
    assert row_text(POSITION, 9, NAMES) == "Row 10: empty A to H, anna J10, bob K10, anna L10, empty M to T."
    assert row_text(POSITION, 0, NAMES) == "Row 1: empty A to T."
    assert row_text(POSITION, 18, NAMES) == "Row 19: empty A to S, anna T19."


def test_a_column_is_read_from_its_lower_end_up() -> None:
    assert (
        column_text(POSITION, 9, NAMES)
        == "Column K: empty 1 to 9, bob K10, empty 11, bob K12, empty 13 to 19."
    )


def test_around_a_point_each_direction_is_told() -> None:
    assert list(around_lines(POSITION, parse_point("K10", 19), NAMES)) == [
        "Around K10, a stone of bob:",
        "Up: empty K11, bob K12, empty K13 to K14.",
        "Right: anna L10, empty M10 to O10.",
        "Left: anna J10, empty H10 to F10.",
        "No stones: up and right, down and right, down, down and left, up and left.",
    ]


def test_in_a_corner_the_edge_is_told() -> None:
    lines = list(around_lines(POSITION, parse_point("S18", 19), NAMES))
    assert lines[1] == "Up and right: anna T19, the edge."
    assert list(around_lines(POSITION, parse_point("T1", 19), NAMES))[1].startswith(
        "No stones: up, up and right (the edge)"
    )


def test_all_stones_and_captures() -> None:
    room = playing("A1", "B1", "K10", "C1", "D1").room
    assert list(stones_lines(room.game.position, stone_owners(room))) == [
        "ann, 3 stones: A1 D1 K10.",
        "bob, no stones.",
    ]
    assert captures_text(room.game, stone_owners(room)) == "Captured: ann 1 pair, bob 0 pairs."
    assert captures_text(playing("A1").room.game, NAMES) == ""


def test_players_of_one_name_are_told_apart_by_colours() -> None:
    table = ServerRoom()
    table.do(cmd.Join(), Identity(PlayerId("e" * 32), "ann"))
    assert stone_owners(table.room) == ["white", "black"]
    assert stone_owners(ServerRoom().room) == ["ann", "black"]


def test_clocks() -> None:
    room = playing("A1").room
    assert clocks_line(room, room.clock.remaining) == "ann 5:02, bob 5:00."
    stopped = replace(room, clock=replace(room.clock, running=None))
    assert clocks_line(stopped, room.clock.remaining).endswith(". The clocks stand still.")
    assert clocks_line(room, ()) == "This game has no clocks."


@pytest.mark.parametrize(
    ("periods", "text"), [(0, "0:30"), (1, "0:30 in 1 period"), (5, "0:30 in 5 periods")]
)
def test_overtime(periods: int, text: str) -> None:
    assert spoken_reading(Reading(Millis(30_000), periods)) == text
    assert clock_text(Millis(30_000)) == "0:30"
