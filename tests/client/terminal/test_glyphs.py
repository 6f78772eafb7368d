import pytest

from pente_client.terminal.glyphs import ASCII, SOLID, UNICODE, Glyphs, glyphs_of
from pente_client.terminal.styled_text import width
from pente_core.rules.ruleset import ruleset_from


def test_with_colours_both_sides_are_solid() -> None:
    pente = ruleset_from("pente")
    solid, shapes = glyphs_of(is_ascii=False, has_shapes=False), glyphs_of(is_ascii=False, has_shapes=True)
    assert [solid.stone(pente, seat) for seat in (0, 1)] == ["●", "●"]
    assert [shapes.stone(pente, seat) for seat in (0, 1)] == ["○", "●"]


@pytest.mark.parametrize("has_shapes", [False, True])
def test_ascii_has_shapes_anyway(has_shapes: bool) -> None:
    assert glyphs_of(is_ascii=True, has_shapes=has_shapes) is ASCII


@pytest.mark.parametrize("glyphs", [UNICODE, SOLID, ASCII])
def test_a_stone_that_is_not_there_yet_looks_like_none_that_is(glyphs: Glyphs) -> None:
    rules = ruleset_from({"base": "pente", "sides": 4})
    assert glyphs.ghost not in {glyphs.stone(rules, seat) for seat in range(4)}


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_seat_has_a_shape_of_its_own_one_column_wide(glyphs: Glyphs) -> None:
    rules = ruleset_from({"base": "pente", "sides": 4})
    shapes = [glyphs.stone(rules, seat) for seat in range(4)]
    assert len(set(shapes)) == 4
    assert all(width(shape) == 1 for shape in shapes)


def test_ascii_is_ascii() -> None:
    rules = ruleset_from({"base": "pente", "sides": 4})
    texts = [*ASCII.grid, ASCII.gap, ASCII.centre, ASCII.closed, ASCII.gone, ASCII.rule, ASCII.side]
    texts += [ASCII.slot, ASCII.ghost, *ASCII.spots, ASCII.upright]
    texts += [ASCII.pointer, ASCII.dot, *(ASCII.stone(rules, seat) for seat in range(4))]
    assert all(text.isascii() for text in texts)


def test_black_and_white_are_what_they_are_called() -> None:
    pente = ruleset_from("pente")
    black_first = ruleset_from({"base": "pente", "first": "black"})
    assert (pente.colours[0], UNICODE.stone(pente, 0)) == ("white", "○")
    assert (black_first.colours[0], UNICODE.stone(black_first, 0)) == ("black", "●")
