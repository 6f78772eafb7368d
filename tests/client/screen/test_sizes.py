import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.screen.widgets.sizes import LEAST, Areas, Arrangement, areas, panel_heights
from pente_client.terminal.board_size import LARGE, MEDIUM, SIZES, SMALL, BoardSize


def places(columns: int, rows: int, points: int, largest: BoardSize | None = None) -> Areas:
    found = areas(columns, rows, points, largest)
    assert found is not None
    return found


def test_below_the_least_size_nothing_is_shown() -> None:
    assert areas(*LEAST, 19) is not None
    assert areas(LEAST[0] - 1, LEAST[1], 19) is None
    assert areas(LEAST[0], LEAST[1] - 1, 19) is None


@pytest.mark.parametrize(
    ("columns", "rows", "points", "kind", "size"),
    [
        (80, 24, 19, Arrangement.BESIDE, SMALL),
        (60, 24, 19, Arrangement.BESIDE, SMALL),
        (41, 23, 19, Arrangement.BARE, SMALL),
        (41, 40, 19, Arrangement.BELOW, SMALL),
        (120, 40, 19, Arrangement.TALL, MEDIUM),
        (120, 42, 19, Arrangement.BESIDE, MEDIUM),
        (160, 48, 19, Arrangement.WIDE, MEDIUM),
        (160, 62, 19, Arrangement.BESIDE, LARGE),
        (120, 39, 19, Arrangement.WIDE, SMALL),
        (80, 44, 19, Arrangement.BESIDE, SMALL),
        (80, 24, 13, Arrangement.BESIDE, SMALL),
        (80, 24, 9, Arrangement.BESIDE, MEDIUM),
        (110, 40, 9, Arrangement.BESIDE, LARGE),
        (80, 30, 25, Arrangement.BESIDE, SMALL),
        (53, 29, 25, Arrangement.BARE, SMALL),
    ],
)
def test_what_stands_where(columns: int, rows: int, points: int, kind: Arrangement, size: BoardSize) -> None:
    found = places(columns, rows, points)
    assert (found.kind, found.size, found.is_part) == (kind, size, False)


@pytest.mark.parametrize(
    ("columns", "rows", "kind"),
    [(80, 20, Arrangement.BESIDE), (41, 22, Arrangement.BARE), (40, 23, Arrangement.BARE)],
)
def test_of_a_board_that_is_too_large_a_part_is_shown(columns: int, rows: int, kind: Arrangement) -> None:
    found = places(columns, rows, 19)
    assert (found.kind, found.is_part) == (kind, True)


def test_the_usual_terminal_holds_the_usual_board_with_a_panel_of_38_columns() -> None:
    found = places(80, 24, 19)
    assert (found.board, found.panel, found.letters_above) == ((41, 21), (38, 21), True)


@pytest.mark.parametrize("largest", [SMALL, MEDIUM])
def test_a_person_may_want_a_smaller_board(largest: BoardSize) -> None:
    assert places(250, 100, 19, largest).size is largest


def test_what_panel_and_chat_do_not_need_is_the_boards() -> None:
    found = places(250, 40, 9)
    assert found.kind is Arrangement.WIDE
    assert found.board[0] > found.size.columns(9)


@given(st.integers(1, 250), st.integers(1, 100), st.integers(3, 25), st.sampled_from([*SIZES.values()]))
def test_parts_never_overlap(columns: int, rows: int, points: int, largest: BoardSize) -> None:
    found = areas(columns, rows, points, largest)
    if found is None:
        assert columns < LEAST[0] or rows < LEAST[1]
        return
    width, height = found.board
    if not found.is_part:
        assert height >= found.size.lines(points) + 1 + found.letters_above
        assert width >= found.size.columns(points)
    if found.kind in {Arrangement.BESIDE, Arrangement.WIDE, Arrangement.TALL}:
        assert width + 1 + found.panel[0] + (1 + found.chat[0] if found.chat[0] else 0) == columns
        assert height + (1 if found.kind is Arrangement.TALL else 3) == rows
    else:
        assert width == columns
        assert height + found.panel[1] + 3 + (found.kind is Arrangement.BARE and found.is_part) == rows


@given(st.integers(0, 100), st.integers(2, 8))
def test_the_parts_of_a_panel_fill_it(height: int, sides: int) -> None:
    parts = panel_heights(height, sides)
    assert sum(parts) == height
    assert min(parts) >= 0
