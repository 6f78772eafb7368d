import pytest

from pente_client.terminal.glyphs import ASCII, UNICODE, Glyphs, glyphs_for
from pente_client.terminal.styled_text import width
from pente_core.rules.ruleset import ruleset_from


@pytest.mark.parametrize(
    ("environ", "encoding", "glyphs"),
    [
        ({}, "utf-8", UNICODE),
        ({}, "UTF8", UNICODE),
        ({}, "latin-1", ASCII),
        ({}, "", ASCII),
        ({"LANG": "ja_JP.UTF-8"}, "utf-8", ASCII),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "utf-8", UNICODE),
        ({"PENTE_ASCII": "1"}, "utf-8", ASCII),
        ({"PENTE_ASCII": "0", "LANG": "ko_KR.UTF-8"}, "utf-8", UNICODE),
        ({"PENTE_ASCII": ""}, "utf-8", UNICODE),
    ],
)
def test_ascii_where_stones_may_be_missing_or_two_columns_wide(
    environ: dict[str, str], encoding: str, glyphs: Glyphs
) -> None:
    assert glyphs_for(environ, encoding) is glyphs


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_seat_has_a_shape_of_its_own_one_column_wide(glyphs: Glyphs) -> None:
    rules = ruleset_from({"base": "pente", "sides": 4})
    shapes = [glyphs.stone(rules, seat) for seat in range(4)]
    assert len(set(shapes)) == 4
    assert all(width(shape) == 1 for shape in shapes)


def test_ascii_is_ascii() -> None:
    rules = ruleset_from({"base": "pente", "sides": 4})
    texts = [*ASCII.grid, ASCII.gap, ASCII.centre, ASCII.closed, ASCII.gone, ASCII.rule, ASCII.side]
    texts += [ASCII.pointer, ASCII.dot, *(ASCII.stone(rules, seat) for seat in range(4))]
    assert all(text.isascii() for text in texts)


def test_black_and_white_are_what_they_are_called() -> None:
    pente = ruleset_from("pente")
    black_first = ruleset_from({"base": "pente", "first": "black"})
    assert (pente.colours[0], UNICODE.stone(pente, 0)) == ("white", "○")
    assert (black_first.colours[0], UNICODE.stone(black_first, 0)) == ("black", "●")
