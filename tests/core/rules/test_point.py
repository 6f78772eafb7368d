from string import ascii_letters, digits

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pente_core.rules.point import COLUMNS, BadPoint, Point, format_point, parse_point, point_at


@pytest.mark.parametrize("size", range(3, 26))
def test_parse_and_format_are_twins(size: int) -> None:
    names = [format_point(Point(point), size) for point in range(size * size)]
    assert len(set(names)) == size * size
    assert [parse_point(name, size) for name in names] == list(range(size * size))
    assert [parse_point(name.lower(), size) for name in names] == list(range(size * size))


def test_points_are_numbered_from_the_bottom_left() -> None:
    assert point_at(0, 0, 19) == parse_point("A1", 19)
    assert point_at(8, 0, 19) == parse_point("J1", 19) == 8
    assert point_at(0, 1, 19) == parse_point("A2", 19) == 19
    assert parse_point("T19", 19) == 360
    assert parse_point("Z25", 25) == 624


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I5", "no column I"),
        ("i5", "no column I"),
        ("U5", "columns run from A to T"),
        ("u5", "columns run from A to T"),
        ("A0", "rows run from 1 to 19"),
        ("A20", "rows run from 1 to 19"),
        ("A1000000", "rows run from 1 to 19"),
        ("", "not a point"),
        ("A", "not a point"),
        ("5", "not a point"),
        ("A01", "not a point"),
        ("A+1", "not a point"),
        ("A1 ", "not a point"),
        (" A1", "not a point"),
        ("AA1", "not a point"),
        ("A1\n", "not a point"),
        ("A\u0661", "not a point"),  # a digit, but not one of ours
        ("\u017f5", "not a point"),  # a letter whose capital is S
        ("\u01315", "not a point"),  # and one whose capital is I
    ],
)
def test_what_is_no_point_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadPoint, match=why) as refused:
        parse_point(text, 19)
    assert repr(text) in str(refused.value)


@given(st.text() | st.text(ascii_letters + digits, max_size=4), st.integers(3, 25))
@example("K10", 19)
def test_any_other_text_is_refused(text: str, size: int) -> None:
    try:
        point = parse_point(text, size)
    except BadPoint:
        return
    assert format_point(point, size) == text.upper()


def test_there_are_25_columns_without_i() -> None:
    assert len(set(COLUMNS)) == 25
    assert "I" not in COLUMNS
