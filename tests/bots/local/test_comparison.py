"""Stones of a game, compared by searches."""

import pytest

from pente_bots.local import comparison
from pente_bots.local.comparison import compare_stones
from pente_bots.search.limit import Limit
from pente_core.review.judging import is_as_good
from pente_core.review.review import Expectation
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, ruleset_from


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "_LIMIT", Limit(nodes=300))


def points(names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names.split())


def a_game(names: str, ruleset: str = "freestyle") -> Game:
    game = Game.new(RULESETS[ruleset])
    for point in points(names):
        game = game.play(point)[1]
    return game


def test_a_stone_that_wins_is_better_than_others_and_one_that_gives_the_game_away_is_lost() -> None:
    wins, others = compare_stones(a_game("K10 A1 K11 C1 K12 E1 K13 G1"), *points("K14 T19"))
    assert wins == Expectation(1000, 1)
    assert others.win_in != 1
    (ignores,) = compare_stones(a_game("K10 A1 K11 C1 K12 E1 K13"), *points("T19"))
    assert ignores == Expectation(0, -2)
    assert not is_as_good(wins, ignores)


@pytest.mark.parametrize("ruleset", ["pente", "poof-pente", "boat-pente", "connect6"])
def test_stones_are_compared_under_all_rules_of_two_sides(ruleset: str) -> None:
    found = compare_stones(a_game("K10 L10 K14", ruleset), *points("L12 A2"))
    assert all(0 <= expected.chance <= 1000 for expected in found)


def test_what_cannot_be_compared_is_an_error() -> None:
    with pytest.raises(ValueError, match="occupied"):
        compare_stones(a_game("K10"), *points("K10"))
    with pytest.raises(ValueError, match="under these rules"):
        compare_stones(Game.new(ruleset_from({"base": "pente", "sides": 4})), *points("K10"))
