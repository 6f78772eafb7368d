"""The first stones of games."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_bots.arena import opening as openings
from pente_bots.arena.opening import Opening
from pente_core.rules.game import Game
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.rules.symmetries import canonical
from tests.support.games.bot_positions import EVERY

pytestmark = pytest.mark.usefixtures("untraced")

two_sided = st.sampled_from([rules for rules in EVERY if rules.sides == 2])


def draw_openings(rules: Ruleset, count: int, plies: int, seed: int) -> tuple[Opening, ...]:
    return tuple(islice(openings.draw_openings(rules, plies, seed), count))


def opened(rules: Ruleset, opening: Opening) -> Game:
    game = Game.new(rules)
    for point in opening:
        _, game = game.play(point)
    return game


@given(two_sided, st.integers(0, 6), st.integers(0, 2**32))
@settings(max_examples=15)
def test_they_are_legal_and_decide_nothing(rules: Ruleset, plies: int, seed: int) -> None:
    for opening in draw_openings(rules, 2, plies, seed):
        game = opened(rules, opening)
        assert not game.is_over
        assert len(opening) <= plies
        assert not any(game.play(point)[1].is_over for point in game.position.legal_points)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_they_have_their_stones_unless_a_choice_is_due(rules: Ruleset) -> None:
    for opening in draw_openings(rules, 3, 5, seed=1):
        assert len(opening) == 5 or opened(rules, opening).position.choices


def test_no_two_are_alike_in_any_reflection() -> None:
    rules = RULESETS["pente"]
    drawn = [opened(rules, opening).position for opening in draw_openings(rules, 60, 4, seed=2)]
    assert len({canonical(position)[0].key for position in drawn}) == 60


def test_the_seed_decides() -> None:
    rules = RULESETS["pente"]
    assert draw_openings(rules, 4, 4, seed=3) == draw_openings(rules, 4, 4, seed=3)
    assert draw_openings(rules, 4, 4, seed=3) != draw_openings(rules, 4, 4, seed=4)


def test_where_there_are_no_others_they_repeat() -> None:
    assert draw_openings(RULESETS["pente"], 3, 1, seed=1) == ((180,),) * 3
