"""The place of a board in an area, and clicks in it."""

from hypothesis import given
from hypothesis import strategies as st

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.board_view import BoardView, board_view_of
from pente_client.screen.widgets.board_frame import frame_of
from pente_client.terminal.board_size import MARGIN, SIZES, SMALL, BoardSize
from pente_client.terminal.glyphs import ASCII
from pente_client.terminal.styled_text import line_width, plain
from pente_core.rules.point import Point, parse_point
from tests.support.client.fake_client import ADA, room_of

DATA = st.data()


def view_of(size: int, turns: str = "") -> BoardView:
    spec = {"base": "freestyle", "size": size, "line": 3}
    view = board_view_of(ScreenModel(me=ADA).showing(room_of(spec, turns=turns)))
    assert view is not None
    return view


def test_a_small_board_is_in_the_middle_of_its_area() -> None:
    frame = frame_of(5, SMALL, 33, 12, letters_above=True, focus=Point(0))
    lines = [plain(line) for line in frame.lines(view_of(5), ASCII)]
    assert lines[:2] == ["", ""]
    assert lines[2] == " " * 10 + "   A B C D E "
    assert frame.point_under(10 + MARGIN, 3) == parse_point("A5", 5)


def test_a_part_of_a_large_board_is_around_where_something_happens() -> None:
    frame = frame_of(19, SMALL, 21, 8, letters_above=False, focus=parse_point("T19", 19))
    lines = [plain(line) for line in frame.lines(view_of(19, "T19"), ASCII)]
    assert len(lines) == 8
    assert lines[0].startswith("19 ")
    assert lines[0].endswith("(X)")
    assert lines[-1].split() == ["<", "L", "M", "N", "O", "P", "Q", "R", "S", "T"]
    assert lines[-2].startswith(" v ")


def test_where_a_board_goes_on_beyond_its_area_there_is_a_sign() -> None:
    frame = frame_of(19, SMALL, 21, 8, letters_above=False, focus=parse_point("K10", 19))
    lines = [plain(line) for line in frame.lines(view_of(19), ASCII)]
    assert lines[0].startswith(" ^ ")
    assert lines[-2].startswith(" v ")
    assert lines[-1].startswith(" < ")
    assert lines[-1].endswith(">")
    whole = frame_of(19, SMALL, 41, 20, letters_above=False, focus=Point(0)).lines(view_of(19), ASCII)
    assert not any(sign in plain(line) for line in whole for sign in "^<>")


@given(
    st.integers(3, 25),
    st.sampled_from([*SIZES.values()]),
    st.integers(16, 160),
    st.integers(4, 80),
    st.data(),
)
def test_where_something_happens_is_always_shown_and_can_be_clicked(
    points: int, size: BoardSize, columns: int, lines: int, data: st.DataObject
) -> None:
    focus = Point(data.draw(st.integers(0, points**2 - 1)))
    frame = frame_of(points, size, columns, lines, letters_above=data.draw(st.booleans()), focus=focus)
    drawn = frame.lines(view_of(points), ASCII)
    assert len(drawn) <= lines
    assert all(line_width(line) <= columns for line in drawn)
    found = {frame.point_under(x, y) for x in range(columns) for y in range(lines)}
    assert focus in found
