import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.terminal.styled_text import Line, cut, fit, line_width, merged, plain, spread, width, wrap

TEXTS = st.text(st.sampled_from("ab c漢\u0301😀·"), max_size=30)
LINES = st.lists(st.tuples(st.sampled_from(["", "class:a"]), TEXTS), max_size=5).map(tuple)


@given(LINES, st.integers(0, 40))
def test_a_fitted_line_has_exactly_its_columns(line: Line, columns: int) -> None:
    assert line_width(fit(line, columns)) == columns


@given(TEXTS, st.integers(0, 40))
def test_cut_takes_a_beginning_that_fits(text: str, columns: int) -> None:
    assert text.startswith(cut(text, columns))
    assert width(cut(text, columns)) <= columns


@given(TEXTS, st.integers(2, 20), st.integers(2, 20))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, columns: int, first: int) -> None:
    head, *rest = wrap(text, columns, first)
    assert width(head) <= first
    assert all(width(line) <= columns for line in rest)
    assert "".join([head, *rest]).replace(" ", "") == text.replace(" ", "")


@given(LINES)
def test_merging_changes_no_text(line: Line) -> None:
    assert plain(merged(line)) == plain(line)


def test_spread_puts_two_lines_at_the_edges_and_cuts_the_left_one() -> None:
    assert plain(spread((("", "left"),), (("", "right"),), 12)) == "left   right"
    assert plain(spread((("", "left"),), (("", "right"),), 8)) == "le right"
    assert plain(spread((("", "left"),), (("", "right"),), 3)) == "rig"


def test_wide_characters_count_twice_and_marks_not_at_all() -> None:
    assert width("漢字") == 4
    assert width("e\u0301") == 1
    assert list(wrap("漢字漢字", 4)) == ["漢字", "漢字"]


@pytest.mark.parametrize("columns", [-3, 0, 1])
def test_a_window_without_space_gets_lines_of_two_columns(columns: int) -> None:
    assert list(wrap("abc", columns)) == ["ab", "c"]
    assert list(wrap("漢字", 10, columns)) == ["漢", "字"]
