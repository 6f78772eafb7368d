"""Boards as SVG, of every ruleset and size, with and without text."""

from random import Random
from xml.etree import ElementTree as ET

import pytest

from pente_core.drawing import BoardPicture, board_svg, picture_at
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from

SVG = "{http://www.w3.org/2000/svg}"
RULES = [
    *RULESETS.values(),
    *(ruleset_from({"base": "freestyle", "size": size}) for size in (5, 12, 25)),
    ruleset_from({"sides": 3}),
    ruleset_from({"sides": 4, "teams": True}),
]


def some_game(rules: Ruleset, stones: int) -> Game:
    chance, game = Random(0), Game.new(rules)
    while game.stones < stones and not game.is_over:
        if game.position.choices:
            game = game.choose(next(iter(game.position.choices)))
        else:
            game = game.play(chance.choice(tuple(game.position.legal_points)))[1]
    return game


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_all_stones_are_on_the_picture(rules: Ruleset) -> None:
    game = some_game(rules, 12)
    root = ET.fromstring(board_svg(picture_at(game)))
    for colour, bits in zip(rules.colours, game.position.board.stones, strict=True):
        group = next(each for each in root.iter(f"{SVG}g") if each.get("class") == colour)
        assert len(list(group.iter(f"{SVG}circle"))) == bits.bit_count()
    width = float(root.get("width") or 0)
    for circle in root.iter(f"{SVG}circle"):
        assert 0 < float(circle.get("cx") or 0) < width
        assert 0 < float(circle.get("cy") or 0) < width


def test_nothing_depends_on_colour_alone() -> None:
    rules = ruleset_from({"sides": 4})
    root = ET.fromstring(board_svg(picture_at(some_game(rules, 8))))
    signs = {
        colour: {each.get("points") for each in group.iter(f"{SVG}polygon")}
        for colour in rules.colours
        for group in root.iter(f"{SVG}g")
        if group.get("class") == colour
    }
    assert not signs["white"]
    assert not signs["black"]
    assert len(signs["red"]) == len(signs["blue"]) == 2
    last = next(each for each in root.iter() if each.get("class") == "last")
    assert last.get("stroke") == "#fdfdfb"


def test_a_board_without_text_is_a_square() -> None:
    root = ET.fromstring(board_svg(BoardPicture(Position.initial(RULESETS["pente"]))))
    assert root.get("width") == root.get("height") == "612"
    assert root.find(f"{SVG}title") is None
