"""Boards as PNG: every stone is there, in its colour, whatever the ruleset, the size and the sides."""

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from pente_core.drawing import MARK, RINGS, STONES, WOOD, BoardPicture, picture_at, place, side_of
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from pente_server.net.http.pictures.png import SQUARE, WIDE, Caption, board_png
from tests.core.drawing.test_svg import RULES, some_game

NEAR = 24
"""How far a colour may be off: a picture has few of them."""


def drawn(picture: BoardPicture, caption: Caption | None = None) -> Image.Image:
    return Image.open(BytesIO(board_png(picture, caption))).convert("RGB")


def is_near(image: Image.Image, x: float, y: float, colour: str) -> bool:
    found, wanted = image.getpixel((round(x), round(y))), ImageColor.getrgb(colour)
    assert isinstance(found, tuple)
    return all(abs(a - b) <= NEAR for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_all_stones_are_on_the_picture(rules: Ruleset) -> None:
    picture = picture_at(some_game(rules, 12))
    image, scale = drawn(picture), SQUARE / side_of(rules.size)
    assert image.size == (SQUARE, SQUARE)
    board = picture.position.board
    for number in range(rules.size**2):
        x, y = place(Point(number), rules.size)
        owner = board.colour_at(Point(number))
        aside = (x + 9.5) * scale, (y - 1.5) * scale  # beside ring and sign, on a line if there is no stone
        if owner is not None:
            assert is_near(image, *aside, STONES[rules.colours[owner]]), number


def test_the_last_stone_has_a_ring() -> None:
    for rules, stones in ((RULESETS["freestyle"], 2), (ruleset_from({"sides": 4}), 4)):
        picture = picture_at(some_game(rules, stones))
        assert picture.last is not None
        image, scale = drawn(picture), SQUARE / side_of(rules.size)
        x, y = place(picture.last, rules.size)
        owner = picture.position.board.colour_at(picture.last)
        assert owner is not None
        assert is_near(image, (x + 6) * scale, y * scale, RINGS.get(rules.colours[owner], MARK))


def test_a_row_and_captures_are_marked() -> None:
    game = Game.new(RULESETS["pente-casual"])
    for name in ("A1", "B1", "T19", "C1", "D1"):
        game = game.play(parse_point(name, 19))[1]
    image, scale = drawn(picture_at(game)), SQUARE / side_of(19)
    x, y = place(parse_point("B1", 19), 19)
    assert is_near(image, x * scale, y * scale, MARK)
    assert is_near(image, (x - 13) * scale, (y - 13) * scale, WOOD)


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("name", ["ann", "W" * 20, "free seat"])
def test_a_preview_has_the_size_that_links_are_shown_in(sides: int, name: str) -> None:
    rules = ruleset_from({"sides": sides})
    caption = Caption("pente, 19x19, 5+3, rated " * 4, (name,) * sides, "After 300 moves. " * 9)
    image = drawn(picture_at(some_game(rules, 9)), caption)
    assert image.size == WIDE == (1200, 630)
    paper = image.getpixel((1190, 10))
    assert {image.getpixel((x, y)) for x in range(1170, 1200) for y in range(630)} == {paper}
    assert {image.getpixel((x, y)) for x in range(620, 1200) for y in (*range(40), *range(600, 630))} == {
        paper
    }
