from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.symmetries import (
    IDENTITY,
    SYMMETRIES,
    Symmetry,
    board_image,
    canonical,
    image,
    image_keys,
    inverse,
    position_image,
)
from tests.core.pictures import drawn
from tests.core.rules.test_game import played
from tests.support.games.game_strategies import games, positions
from tests.support.games.random_games import after

some_symmetry = st.sampled_from(SYMMETRIES)


@pytest.mark.parametrize("size", [3, 4, 19])
def test_they_are_eight_and_each_has_an_inverse(size: int) -> None:
    points = [Point(n) for n in range(size * size)]
    images = [tuple(image(point, size, symmetry) for point in points) for symmetry in SYMMETRIES]
    assert len(set(images)) == 8
    assert images[IDENTITY] == tuple(points)
    for symmetry in SYMMETRIES:
        assert sorted(images[symmetry]) == points
        assert [image(there, size, inverse(symmetry)) for there in images[symmetry]] == points


def test_one_after_the_other_is_one_of_them() -> None:
    points = [Point(n) for n in range(9)]
    images = {tuple(image(point, 3, symmetry) for point in points) for symmetry in SYMMETRIES}
    for one, other in product(SYMMETRIES, repeat=2):
        assert tuple(image(image(point, 3, one), 3, other) for point in points) in images


def test_they_keep_neighbours_together() -> None:
    def distance(one: Point, other: Point) -> int:
        return max(abs(one // 5 - other // 5), abs(one % 5 - other % 5))

    points = [Point(n) for n in range(25)]
    for symmetry, one, other in product(SYMMETRIES, points, points):
        assert distance(one, other) == distance(image(one, 5, symmetry), image(other, 5, symmetry))


@given(positions(), some_symmetry)
def test_an_image_has_the_same_number_of_stones_and_comes_back(
    position: Position, symmetry: Symmetry
) -> None:
    turned = board_image(position.board, symmetry)
    assert [bits.bit_count() for bits in turned.stones] == [
        bits.bit_count() for bits in position.board.stones
    ]
    assert board_image(turned, inverse(symmetry)) == position.board
    assert position_image(position, IDENTITY) == position


@given(games(), some_symmetry)
def test_the_rules_treat_all_alike(game: Game, symmetry: Symmetry) -> None:
    size = game.rules.size
    turned = Game.new(game.rules)
    straight = Game.new(game.rules)
    for turn in game.turns:
        assert not isinstance(turn, Retirement)
        if isinstance(turn, Choice):
            turned, straight = after(turned, turn), after(straight, turn)
            continue
        moved, turned = turned.play(image(turn, size, symmetry))
        move, straight = straight.play(turn)
        assert turned.position == position_image(straight.position, symmetry)
        assert Counter(moved.calls) == Counter(move.calls)
        for one, other in zip(move.captured, moved.captured, strict=True):
            assert one.colour == other.colour
            assert {image(point, size, symmetry) for point in one.points} == set(other.points)
        assert {image(point, size, symmetry) for point in move.poofed} == set(moved.poofed)
    assert (turned.outcome is None) == (game.outcome is None)
    if turned.outcome is not None and game.outcome is not None:
        assert turned.outcome.termination == game.outcome.termination
        assert turned.outcome.winners == game.outcome.winners
        assert len(turned.outcome.lines) == len(game.outcome.lines)


@given(positions(), some_symmetry)
def test_all_images_have_the_same_canonical_form(position: Position, symmetry: Symmetry) -> None:
    form, way = canonical(position)
    assert form == position_image(position, way)
    assert canonical(position_image(position, symmetry))[0] == form
    assert canonical(form) == (form, IDENTITY)
    assert form.board.stones == min(position_image(position, one).board.stones for one in SYMMETRIES)


def test_what_is_not_an_image_has_another_form() -> None:
    forms = {
        canonical(played("pente-casual", "K10", name).position)[0] for name in ("L10", "K9", "L11", "A1")
    }
    assert len(forms) == 3


def test_a_picture() -> None:
    rules = played({"base": "freestyle", "size": 3, "line": 3}).rules
    position = drawn(". . .\n. X .\nO X .", rules)
    assert str(position_image(position, Symmetry(1)).board) == ". . .\n. X .\n. X O"
    assert str(position_image(position, Symmetry(2)).board) == "O X .\n. X .\n. . ."
    assert str(position_image(position, Symmetry(4)).board) == ". . .\nX X .\nO . ."


@given(positions())
def test_the_keys_of_all_images_are_known_without_making_them(position: Position) -> None:
    images = tuple(position_image(position, symmetry).key for symmetry in SYMMETRIES)
    assert image_keys(position) == images
