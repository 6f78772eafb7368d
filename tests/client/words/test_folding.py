from hypothesis import example, given
from hypothesis import strategies as st

from pente_client.words.folding import cells, folded


@given(st.text("ab cd安 -", max_size=200), st.integers(2, 100))
@example("   a", 2)
def test_no_line_is_too_wide_and_nothing_but_space_is_lost(text: str, columns: int) -> None:
    lines = folded(text, columns)
    assert not text.strip() or max(map(cells, lines)) <= columns
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert folded("  19 . . X", 10) == ["  19 . . X"]


def test_the_last_column_of_a_list_stays_beside_the_others() -> None:
    assert folded("/quit   leave; the game goes on and waits for you", 40) == [
        "/quit   leave; the game goes on and",
        "        waits for you",
    ]


def test_a_command_to_copy_stays_whole_where_it_fits() -> None:
    text = "Your game goes on. To come back: pente play --room 5e90e1a1"
    assert folded(text, 40) == ["Your game goes on. To come back:", "pente play --room 5e90e1a1"]
    assert max(map(len, folded(text, 20))) <= 20
