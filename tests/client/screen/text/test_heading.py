from dataclasses import replace

import pytest

from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.heading import bare_heading, heading, title_of, turn_of
from pente_client.terminal.glyphs import UNICODE
from pente_client.terminal.styled_text import line_width, plain
from pente_core.identity import Identity
from pente_core.room import Options, Room, ViewerDelay
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_protocol.choices.tv_channel import TvChannel
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, START, done, room_of

SETUP = Setup(((Point(180), Point(200)), (Point(0),)), (0, 2), colour=1)


def model_of(room: Room, me: Identity = ADA) -> ScreenModel:
    return replace(ScreenModel(me=me).showing(room), room_id=ROOM)


def test_what_is_played_and_whose_turn_it_is() -> None:
    line = heading(model_of(room_of()), 80)
    assert plain(line) == " pente · 5+3 · room room-0001" + " " * 41 + "your turn "
    assert line_width(line) == 80


def test_the_time_to_the_server_is_shown_while_it_is_known() -> None:
    model = model_of(room_of())
    assert plain(heading(model, 80, 0.0484)).startswith(" pente · 5+3 · 48 ms · room room-0001 ")
    assert plain(heading(model, 40, 0.0001)).startswith(" pente · 5+3 · 1 ms  ")
    assert " ms " not in plain(heading(replace(model, lost="gone"), 80, 0.0484))


def test_the_channel_of_tv_stands_first() -> None:
    model = replace(model_of(room_of()), follows=True, channel=TvChannel("bots"))
    assert plain(heading(model, 80)).startswith(" TV bots · pente · 5+3 · room room-0001")
    assert plain(heading(ScreenModel(me=ADA, follows=True), 20)) == " TV best            "


def test_a_position_and_a_handicap_stand_in_the_heading() -> None:
    room = room_of({"base": "pente", "goals": [10, 6]}, time="5+3,2+0", setup=SETUP)
    line = plain(heading(model_of(room), 80))
    assert line.startswith(" pente · 5+3,2+0 · from a position · handicap · room room-0001")
    bare = plain(bare_heading(model_of(room), START, 41))
    assert bare.rstrip() == " ○ ada 5:00 0/5   ▸● bob 2:00 1/3"


def test_how_far_behind_viewers_see_the_game() -> None:
    room = room_of(options=Options(viewer_delay=ViewerDelay(seconds=30)))
    assert plain(heading(model_of(room), 80)).startswith(
        " pente · 5+3 · viewers 30 s behind · room room-0001"
    )
    watched = plain(heading(model_of(room, EVE), 80))
    assert watched.startswith(" pente · 5+3 · room room-0001")
    assert watched.endswith("[DELAYED 30 s] ada to move ")
    assert "LIVE" not in watched
    assert plain(heading(model_of(room_of(), EVE), 80)).endswith("[LIVE] ada to move ")
    moves = room_of(turns="K10", options=Options(viewer_delay=ViewerDelay(moves=3)))
    assert "[DELAYED 3 moves] bob to move" in plain(heading(model_of(moves, EVE), 41))
    ended = done(room, cmd.Resign(), BOB)
    assert plain(heading(model_of(ended, EVE), 80)).startswith(" pente · 5+3 · room room-0001")


def test_the_room_gives_way_where_there_is_no_place_for_it() -> None:
    assert plain(heading(model_of(room_of()), 30)) == " pente · 5+3        your turn "


def test_how_it_ended() -> None:
    room = done(room_of(), cmd.Resign(), BOB)
    assert turn_of(model_of(room)) == "You won: bob resigned"
    assert turn_of(model_of(room, BOB)) == "You lost: you resigned"
    assert turn_of(model_of(room, EVE)) == "ada won: bob resigned"


def test_before_the_game_and_instead_of_it() -> None:
    room = room_of(players=(ADA,))
    assert turn_of(model_of(room)) == "waiting for players"
    assert turn_of(model_of(done(room, cmd.Leave(), ADA))) == "closed"
    assert turn_of(model_of(room_of(turns="K10"))) == "bob to move"
    assert turn_of(ScreenModel(me=ADA)) == ""
    assert plain(heading(ScreenModel(me=ADA), 10)) == " pente    "


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("gomoku", "gomoku"),
        ({"base": "pente", "size": 13}, "pente 13x13"),
        ({"base": "pente", "sides": 4, "teams": True}, "pente, 2 teams"),
        ({"base": "pente", "captures": []}, "pente, no captures"),
    ],
)
def test_titles_tell_what_is_other_than_usual(spec: object, title: str) -> None:
    assert title_of(ruleset_from(spec)) == title


def test_without_a_panel_the_heading_has_clocks_and_captures() -> None:
    line = plain(bare_heading(model_of(room_of()), START, 41))
    assert line.rstrip() == "▸○ ada 5:00 0/5    ● bob 5:00 0/5"


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("columns", [34, 41, 60])
def test_the_clocks_of_all_sides_are_there_however_little_place_there_is(sides: int, columns: int) -> None:
    spec = {"base": "keryo-pente", "sides": sides}
    line = bare_heading(model_of(room_of(spec, time="3+0")), START, columns)
    assert line_width(line) == columns
    assert plain(line).count("3:00") == (sides if columns > 34 else min(sides, 3))


def test_our_own_side_is_underlined() -> None:
    line = bare_heading(model_of(room_of(), BOB), START, 41)
    assert ("class:heading class:heading.me", " bob") in line


def test_a_heading_that_has_to_be_cut_says_so() -> None:
    room = done(room_of(), cmd.Resign(), BOB)
    line = plain(heading(model_of(room, EVE), 28))
    assert "…" in line or ".." in line
    assert len(line) == 28


def test_a_title_is_never_cut_within_a_word() -> None:
    title = "Black wins with 2 stones, pente"
    lesson = Lesson(1, 70, title, LessonStage.TASK, "Find the first.", course="puzzle")
    model = replace(model_of(room_of()), lesson=lesson, glyphs=UNICODE)
    assert plain(heading(model, 40)) == " puzzle 1/70 · Black wins…    your turn "
