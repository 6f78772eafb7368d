import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.screen.sizes import Arrangement, areas, least_size, panel_heights


def test_the_least_size_for_the_usual_board() -> None:
    assert least_size(19) == (41, 23)
    assert areas(41, 23, 19) is not None
    assert areas(40, 23, 19) is None
    assert areas(41, 22, 19) is None


@pytest.mark.parametrize(
    ("columns", "rows", "size", "kind"),
    [
        (80, 24, 19, Arrangement.BESIDE),
        (41, 23, 19, Arrangement.BARE),
        (41, 40, 19, Arrangement.BELOW),
        (120, 40, 19, Arrangement.WIDE),
        (80, 24, 13, Arrangement.BESIDE),
        (80, 30, 25, Arrangement.BESIDE),
        (53, 29, 25, Arrangement.BARE),
    ],
)
def test_what_stands_where(columns: int, rows: int, size: int, kind: Arrangement) -> None:
    found = areas(columns, rows, size)
    assert found is not None
    assert found.kind is kind


def test_the_usual_terminal_holds_the_usual_board_with_a_panel_of_38_columns() -> None:
    found = areas(80, 24, 19)
    assert found is not None
    assert (found.board, found.panel, found.letters_above) == ((41, 21), (38, 21), True)


@given(st.integers(1, 250), st.integers(1, 100), st.integers(3, 25))
def test_parts_never_overlap(columns: int, rows: int, size: int) -> None:
    found = areas(columns, rows, size)
    if found is None:
        assert columns < least_size(size)[0] or rows < least_size(size)[1]
        return
    assert found.board[1] >= size + 1 + found.letters_above
    if found.kind in {Arrangement.BESIDE, Arrangement.WIDE}:
        assert found.board[0] + 1 + found.panel[0] + (1 + found.chat[0] if found.chat[0] else 0) == columns
    else:
        assert found.board[1] + found.panel[1] + 3 <= rows


@given(st.integers(0, 100), st.integers(2, 4))
def test_the_parts_of_a_panel_fill_it(height: int, sides: int) -> None:
    parts = panel_heights(height, sides)
    assert sum(parts) == height
    assert min(parts) >= 0
