from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.board import (
    MARGIN,
    board_lines,
    board_view_of,
    board_width,
    letters_line,
    point_under,
    row_line,
)
from pente_client.terminal.glyphs import ASCII, UNICODE, Glyphs
from pente_client.terminal.styled_text import line_width, plain
from pente_core.rules.point import Point, parse_point
from tests.support.client.fake_client import ADA, room_of

LINE = "K10 A1 L10 B1 M10 C1 N10 D2 O10"


def shown(
    spec: object = "pente", turns: str = "", *, cursor: Point | None = None, glyphs: Glyphs = UNICODE
) -> list[str]:
    """The board's rows as text, from the top."""
    model = replace(ScreenModel(me=ADA).showing(room_of(spec, turns=turns)), cursor=cursor)
    picture = board_view_of(model)
    assert picture is not None
    return [plain(line) for line in board_lines(picture, glyphs, letters_above=False)]


def test_an_empty_board_has_edges_and_a_centre() -> None:
    assert shown({"base": "pente", "size": 7}) == [
        " 7 ┌─┬─┬─┬─┬─┬─┐ ",
        " 6 ├─┼─┼─┼─┼─┼─┤ ",
        " 5 ├─┼─┼─┼─┼─┼─┤ ",
        " 4 ├─┼─┼─╋─┼─┼─┤ ",
        " 3 ├─┼─┼─┼─┼─┼─┤ ",
        " 2 ├─┼─┼─┼─┼─┼─┤ ",
        " 1 └─┴─┴─┴─┴─┴─┘ ",
        "   A B C D E F G ",
    ]


def test_the_last_stone_is_marked_and_closed_points_are_holes() -> None:
    rows = shown({"base": "pente", "size": 7}, "D4 A1")
    assert rows[1:7] == [
        " 6 ├ · · · · · ┤ ",
        " 5 ├ · · · · · ┤ ",
        " 4 ├ · · ○ · · ┤ ",
        " 3 ├ · · · · · ┤ ",
        " 2 ├ · · · · · ┤ ",
        " 1(●)┴─┴─┴─┴─┴─┘ ",
    ]


def test_ascii_shows_the_same() -> None:
    rows = shown({"base": "pente", "size": 7}, "D4 A1", cursor=Point(48), glyphs=ASCII)
    assert rows[0] == " 7 . . . . . .[.]"
    assert rows[3] == " 4 .     X     . "
    assert rows[6] == " 1(O). . . . . . "
    assert all(row.isascii() for row in rows)


def test_the_winning_row_is_marked_and_the_last_stone_still_told_apart() -> None:
    rows = shown("pente-casual", LINE)
    assert rows[9] == "10 ├─┼─┼─┼─┼─┼─┼─┼─┼*○*○*○*○(○)┼─┼─┼─┼─┤ "


def test_captured_stones_leave_a_mark_until_the_next_turn() -> None:
    taken = "K10 L10 G10 M10 N10"
    assert "─○─×─×(○)┼─" in shown(turns=taken)[9]
    assert "×" not in "".join(shown(turns=f"{taken} A1"))


def test_both_stones_of_a_turn_are_the_last() -> None:
    rows = shown("connect6", "K10 A1 C1")
    assert rows[18].startswith(" 1(●)┴(●)┴─┴")


def test_four_sides_have_four_shapes() -> None:
    text = "".join(shown({"base": "pente", "sides": 4}, "K10 A1 C1 E1"))
    assert all(shape in text for shape in "○●▲■")


@pytest.mark.parametrize("size", [3, 13, 19, 25])
def test_every_line_has_the_width_of_the_board(size: int) -> None:
    spec = {"base": "freestyle", "size": size, "line": 3}
    model = ScreenModel(me=ADA).showing(room_of(spec))
    picture = board_view_of(model)
    assert picture is not None
    lines = board_lines(picture, UNICODE, letters_above=True)
    assert {line_width(line) for line in lines} == {board_width(size)}
    assert len(lines) == size + 2


@given(st.integers(3, 25), st.data())
def test_a_click_on_a_point_finds_it(size: int, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, size**2 - 1))
    above = data.draw(st.booleans())
    row, column = divmod(point, size)
    x, y = MARGIN + 2 * column, size - 1 - row + above
    assert point_under(x, y, size, letters_above=above) == point


@given(st.integers(-5, 70), st.integers(-5, 40), st.integers(3, 25))
def test_a_click_anywhere_finds_a_point_of_the_board_or_none(x: int, y: int, size: int) -> None:
    point = point_under(x, y, size, letters_above=True)
    assert point is None or 0 <= point < size**2


def test_a_click_on_a_label_finds_nothing() -> None:
    assert point_under(0, 3, 19, letters_above=False) is None
    assert point_under(5, 19, 19, letters_above=False) is None
    assert point_under(5, 0, 19, letters_above=True) is None


def test_rows_that_did_not_change_are_not_drawn_again() -> None:
    room = room_of(turns="K10 A1")
    before = board_view_of(ScreenModel(me=ADA).showing(room))
    after = board_view_of(replace(ScreenModel(me=ADA).showing(room), cursor=parse_point("K12", 19)))
    assert before is not None
    assert after is not None
    board_lines(before, UNICODE, letters_above=False)
    drawn = row_line.cache_info().misses
    board_lines(after, UNICODE, letters_above=False)
    assert row_line.cache_info().misses - drawn <= 1


def test_letters_leave_out_i() -> None:
    assert plain(letters_line(19)).split() == list("ABCDEFGHJKLMNOPQRST")


def test_without_a_room_there_is_no_picture() -> None:
    assert board_view_of(ScreenModel(me=ADA)) is None
