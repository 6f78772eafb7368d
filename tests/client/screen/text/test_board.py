from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.board import board_lines, letters_line, point_under, row_lines
from pente_client.screen.text.board_cells import picture, star_points
from pente_client.screen.text.board_view import board_view_of
from pente_client.terminal.board_size import LARGE, MARGIN, MEDIUM, SIZES, SMALL, BoardSize
from pente_client.terminal.glyphs import ASCII, SOLID, UNICODE, Glyphs
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
    rows = shown({"base": "pente", "size": 7}, "D4 A1", cursor=Point(47), glyphs=ASCII)
    assert rows[0] == " 7 . . . . .[?]. "
    assert rows[3] == " 4 .     X     . "
    assert rows[6] == " 1(O). . . . . . "
    assert all(row.isascii() for row in rows)


def test_the_winning_row_is_marked_and_the_last_stone_still_told_apart() -> None:
    rows = shown("pente-casual", LINE)
    assert rows[9] == "10 ├─┼─┼─╋─┼─┼─┼─┼─┼*○*○*○*○(○)┼─╋─┼─┼─┤ "


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


@pytest.mark.parametrize("drawn", SIZES.values())
@pytest.mark.parametrize("glyphs", [UNICODE, SOLID, ASCII])
@pytest.mark.parametrize("size", [3, 13, 19, 25])
def test_every_line_has_the_width_of_the_board(size: int, glyphs: Glyphs, drawn: BoardSize) -> None:
    spec = {"base": "freestyle", "size": size, "line": 3, "sides": 4}
    turns = "A1 A2 A3 B1 B2"
    model = replace(ScreenModel(me=ADA).showing(room_of(spec, turns=turns)), cursor=Point(4))
    view = board_view_of(model)
    assert view is not None
    lines = board_lines(view, glyphs, drawn, letters_above=True)
    assert {line_width(line) for line in lines} == {drawn.columns(size)}
    assert len(lines) == drawn.lines(size) + 2


@given(st.integers(3, 25), st.sampled_from([*SIZES.values()]), st.data())
def test_a_click_on_a_point_finds_it(size: int, drawn: BoardSize, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, size**2 - 1))
    above = data.draw(st.booleans())
    row, column = divmod(point, size)
    x, y = MARGIN + drawn.width * column + drawn.x, drawn.height * (size - 1 - row) + drawn.y + above
    assert point_under(x, y, size, drawn, letters_above=above) == point


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
    drawn = row_lines.cache_info().misses
    board_lines(after, UNICODE, letters_above=False)
    assert row_lines.cache_info().misses - drawn <= 1


STONES = {"base": "freestyle", "size": 5, "line": 4}


def drawn(
    turns: str, size: BoardSize, glyphs: Glyphs, *, typed: str = "", spec: object = STONES
) -> list[str]:
    """A board in a size, with a point that is being typed."""
    model = ScreenModel(me=ADA).showing(room_of(spec, turns=turns))
    view = board_view_of(model, parse_point(typed, 5) if typed else None)
    assert view is not None
    return [plain(line) for line in board_lines(view, glyphs, size, letters_above=False)]


def test_a_medium_board_has_round_stones_and_a_spot_in_the_last() -> None:
    assert drawn("C3 D3 B4 A5", MEDIUM, SOLID) == [
        " 5 ▟▄▙──┬───┬───┬───┐  ",
        "   ▝▀▘  │   │   │   │  ",
        " 4  ├──▟█▙──┼───┼───┤  ",
        "    │  ▝▀▘  │   │   │  ",
        " 3  ├───┼──▟█▙─▟█▙──┤  ",
        "    │   │  ▝▀▘ ▝▀▘  │  ",
        " 2  ├───┼───┼───┼───┤  ",
        "    │   │   │   │   │  ",
        " 1  └───┴───┴───┴───┘  ",
        " " * 23,
        "    A   B   C   D   E  ",
    ]


def test_a_large_board_shows_shapes_where_there_are_no_colours() -> None:
    assert drawn("C3 D3", LARGE, UNICODE)[6:9] == [
        "     │     │    ▄▄▄   ▄▄▄    │   ",
        " 3   ├─────┼───▐   ▌─▐█•█▌───┤   ",
        "     │     │    ▀▀▀   ▀▀▀    │   ",
    ]


def test_a_stone_is_seen_where_a_point_is_typed_and_may_be_played() -> None:
    assert "◌" in drawn("", SMALL, UNICODE, typed="c3")[2]
    assert "○" in drawn("", SMALL, SOLID, typed="c3")[2]
    assert "◌" not in "".join(drawn("C3 D3", SMALL, UNICODE, typed="d3"))
    assert "◌" not in "".join(drawn("C3", SMALL, UNICODE, typed="d3"))  # it is bob's turn


@pytest.mark.parametrize("size", SIZES.values())
@pytest.mark.parametrize("glyphs", [UNICODE, SOLID, ASCII])
def test_a_picture_fills_its_cell_but_for_the_gap(size: BoardSize, glyphs: Glyphs) -> None:
    for stone in (*"○●▲■XO#@", glyphs.ghost):
        lines = picture(stone, size)
        assert len(lines) == size.height
        assert {len(line) for line in lines} == {2 * size.x + 1}


@pytest.mark.parametrize("size", range(3, 26))
def test_star_points_are_symmetrical(size: int) -> None:
    stars = star_points(size)
    assert {(row, column) for column, row in stars} == stars
    assert {(size - 1 - column, row) for column, row in stars} == stars
    assert all(0 <= line < size for point in stars for line in point)


def test_the_labels_of_the_last_move_and_of_the_cursor_are_lit() -> None:
    model = replace(ScreenModel(me=ADA).showing(room_of(turns="K10")), cursor=parse_point("C4", 19))
    view = board_view_of(model)
    assert view is not None
    *rows, letters = board_lines(view, SOLID, letters_above=False)
    assert [text for style, text in letters if style == "class:board.lit"] == ["C", "K"]
    assert [row[0][1] for row in rows if row[0][0] == "class:board.lit"] == ["10", " 4"]


def test_letters_leave_out_i() -> None:
    assert plain(letters_line(19)).split() == list("ABCDEFGHJKLMNOPQRST")


def test_without_a_room_there_is_no_picture() -> None:
    assert board_view_of(ScreenModel(me=ADA)) is None
