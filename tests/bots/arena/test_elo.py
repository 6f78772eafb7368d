"""What a score says about strength."""

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_bots.arena.elo import MatchScore, difference, elo_of, expected, superiority

points = st.sampled_from((0.0, 0.5, 1.0))
scores = st.lists(st.tuples(points, points) | st.tuples(points), max_size=30).map(
    lambda groups: MatchScore(tuple(groups))
)


def decided(wins: int, losses: int) -> MatchScore:
    return MatchScore(((1.0,),) * wins + ((0.0,),) * losses)


@pytest.mark.parametrize(
    ("mean", "elo"),
    [(0.5, 0), (0.64, 99.95), (0.76, 200.24), (10 / 11, 400), (1 / 11, -400), (0, -inf), (1, inf)],
)
def test_elo_of_known_scores(mean: float, elo: float) -> None:
    assert elo_of(mean) == pytest.approx(elo, abs=0.01)


@given(st.floats(-800, 800))
def test_expected_and_elo_are_twins(elo: float) -> None:
    assert elo_of(expected(elo)) == pytest.approx(elo, abs=1e-6)


def test_the_interval_of_independent_games_is_wilsons() -> None:
    # 81 of 263: the worked example of Newcombe (1998), 0.2553 to 0.3662 by the score method.
    shown = difference(decided(81, 182))
    assert expected(shown.low) == pytest.approx(0.2553, abs=2e-4)
    assert expected(shown.high) == pytest.approx(0.3662, abs=2e-4)


@given(scores)
def test_the_other_player_sees_the_same_from_the_other_side(score: MatchScore) -> None:
    mine, theirs = difference(score), difference(score.reversed)
    assert theirs.value == pytest.approx(-mine.value, abs=1e-9)
    assert theirs.low == pytest.approx(-mine.high, abs=1e-6)
    assert theirs.high == pytest.approx(-mine.low, abs=1e-6)


@given(scores)
def test_the_value_lies_in_its_interval(score: MatchScore) -> None:
    shown = difference(score)
    assert shown.low <= shown.value + 1e-9
    assert shown.value <= shown.high + 1e-9


@given(st.integers(1, 30), st.integers(1, 30), st.integers(2, 10))
def test_more_games_err_less(wins: int, losses: int, times: int) -> None:
    few, many = difference(decided(wins, losses)), difference(decided(wins * times, losses * times))
    assert many.high - many.low < few.high - few.low


def test_equal_scores_are_no_difference() -> None:
    shown = difference(MatchScore(((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))))
    assert shown.value == 0
    assert shown.low == pytest.approx(-shown.high)


def test_pairs_that_balance_tell_more_than_as_many_single_games() -> None:
    balanced = MatchScore(((1.0, 0.0),) * 19 + ((1.0, 1.0),))
    single = decided(21, 19)
    assert balanced.points == single.points
    assert difference(balanced).high < difference(single).high


def test_nothing_is_known_without_games() -> None:
    shown = difference(MatchScore())
    assert (shown.value, shown.low, shown.high) == (0, -inf, inf)


def test_who_wins_all_games_is_at_least_so_strong() -> None:
    shown = difference(MatchScore(((1.0, 1.0),) * 5))
    assert shown.value == shown.high == inf
    assert expected(shown.low) == pytest.approx(10 / (10 + 1.96**2), abs=1e-3)  # Wilson's end for 10 of 10


@pytest.mark.parametrize(
    ("wins", "losses", "likely"), [(0, 0, 0.5), (5, 5, 0.5), (100, 80, 0.932), (1, 0, 0.841)]
)
def test_superiority_of_known_matches(wins: int, losses: int, likely: float) -> None:
    assert superiority(wins, losses) == pytest.approx(likely, abs=1e-3)
    assert superiority(losses, wins) == pytest.approx(1 - likely, abs=1e-3)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance, true = Random(1), 0.6
    held = 0
    for _ in range(400):
        score = MatchScore(
            tuple((float(chance.random() < true), float(chance.random() < true)) for _ in range(40))
        )
        shown = difference(score)
        held += shown.low <= elo_of(true) <= shown.high
    assert 370 <= held <= 392
