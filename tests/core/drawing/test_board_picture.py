"""Moments of games as they are drawn."""

import pytest

from pente_core.drawing import NoSuchTurn, picture_at
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS


def played(rules: str, *turns: str | Choice) -> Game:
    game = Game.new(RULESETS[rules])
    for turn in turns:
        game = game.with_turn(turn if isinstance(turn, Choice) else parse_point(turn, game.rules.size))
    return game


def test_every_moment_of_a_game() -> None:
    game = played("pente-casual", "A1", "B1", "T19", "C1", "D1")
    assert picture_at(game, 0).last is None
    for stones, name in enumerate(("A1", "B1", "T19", "C1", "D1"), 1):
        picture = picture_at(game, stones)
        assert picture.position.ply == stones
        assert picture.last == parse_point(name, 19)
        assert bool(picture.gone) == (name == "D1")
    assert picture_at(game) == picture_at(game, 5)
    assert sorted(picture_at(game).gone) == [parse_point("B1", 19), parse_point("C1", 19)]
    with pytest.raises(NoSuchTurn, match="only 5 stones"):
        picture_at(game, 6)


def test_choices_belong_to_the_stone_before_them() -> None:
    game = played("swap2-pente", "A1", "B1", "C1", Choice.PASS, "D1", "E1", Choice.SWAP, "F1")
    assert picture_at(game, 3).position.made == (Choice.PASS,)
    assert picture_at(game, 5).position.made == (Choice.PASS, Choice.SWAP)
    assert picture_at(game, 4).position.made == (Choice.PASS,)


def test_a_won_game_shows_its_row_at_the_end_only() -> None:
    game = played("pente-casual", "A1", "A3", "B1", "B3", "C1", "C3", "D1", "D3", "E1")
    assert len(picture_at(game).lines) == 1
    assert picture_at(game, 8).lines == ()


def test_an_end_that_the_board_does_not_show() -> None:
    game = played("pente", "K10", "A1").ended(Outcome(Termination.RESIGNATION, (0,)))
    assert picture_at(game).position == picture_at(game, 2).position
