"""Glicko-2 against its author's published example, and the laws that ratings keep."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.clock.instant import Instant, Millis, later
from pente_core.rating import (
    HIGHEST_RATING,
    LEAST_DEVIATION,
    LOWEST_RATING,
    MOST_DEVIATION,
    MOST_VOLATILITY,
    NEW,
    PERIOD,
    Rating,
    RatingChange,
    Result,
    judged,
    ratings_after,
    results,
    updated,
)
from pente_core.rules.outcome import Outcome, Termination
from pente_core.value import replace

NOW = Instant(1_700_000_000_000)
YEAR = Millis(365 * 24 * 60 * 60 * 1000)

ratings = st.builds(
    Rating,
    value=st.floats(LOWEST_RATING, HIGHEST_RATING),
    deviation=st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    volatility=st.floats(0.01, MOST_VOLATILITY),
    at=st.none() | st.integers(0, NOW).map(Instant),
)


def test_the_published_example() -> None:
    # Glickman, "Example of the Glicko-2 system": three games in one rating period.
    games = (
        (Rating(1400, 30), Result.WIN),
        (Rating(1550, 100), Result.LOSS),
        (Rating(1700, 300), Result.LOSS),
    )
    value, deviation, volatility = updated(Rating(1500, 200, 0.06), games, periods=1)
    assert value == pytest.approx(1464.06, abs=0.01)
    assert deviation == pytest.approx(151.52, abs=0.01)
    assert volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_the_volatility_grow() -> None:
    steady = Rating(1500, 50, 0.06, NOW)
    giant = Rating(3000, 50, 0.06, NOW)
    surprised, confirmed = judged(steady, Result.WIN, giant, NOW), judged(steady, Result.LOSS, giant, NOW)
    assert surprised.volatility > confirmed.volatility


def test_a_year_away_makes_a_sure_rating_as_unsure_as_documented() -> None:
    sure = Rating(1700, 60, 0.06, NOW)
    assert sure.aged(later(NOW, YEAR)).deviation == pytest.approx(110, abs=0.5)
    assert sure.aged(later(NOW, Millis(100 * YEAR))).deviation == MOST_DEVIATION


def test_a_player_becomes_established_after_some_games() -> None:
    player, number = NEW, 0
    while player.is_provisional:
        player = judged(player, Result(number % 2), Rating(1500, 60, 0.06, NOW), NOW)
        number += 1
    assert 5 <= number <= 20


@given(ratings, ratings)
def test_a_win_never_costs_and_a_loss_never_gains(one: Rating, other: Rating) -> None:
    won, drawn, lost = (judged(one, result, other, NOW).value for result in Result)
    assert lost <= drawn <= won
    assert lost <= one.value <= won


@given(ratings, ratings, st.sampled_from(Result))
def test_ratings_stay_within_their_limits(one: Rating, other: Rating, result: Result) -> None:
    after = judged(one, result, other, NOW)
    assert LOWEST_RATING <= after.value <= HIGHEST_RATING
    assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
    assert 0 < after.volatility <= MOST_VOLATILITY
    assert after.at == NOW


def test_a_game_that_is_judged_late_does_not_turn_time_back() -> None:
    late = judged(Rating(1500, 60, 0.06, NOW), Result.WIN, NEW, Instant(NOW - YEAR))
    assert late.at == NOW
    assert late == replace(judged(Rating(1500, 60, 0.06, NOW), Result.WIN, NEW, NOW), at=NOW)


@given(ratings, ratings, st.sampled_from(Result))
def test_the_order_of_the_seats_does_not_matter(one: Rating, other: Rating, result: Result) -> None:
    there = ratings_after((one, other), (result, result.opposite), NOW)
    back = ratings_after((other, one), (result.opposite, result), NOW)
    assert there == back[::-1]


@given(st.builds(lambda rating: Rating(rating.value, rating.deviation, rating.volatility, NOW), ratings))
def test_a_draw_between_equals_changes_no_rating(one: Rating) -> None:
    after, other = ratings_after((one, one), (Result.DRAW, Result.DRAW), NOW)
    assert after == other
    assert after.value == pytest.approx(one.value)
    assert after.deviation <= max(one.deviation, LEAST_DEVIATION)


@given(ratings, st.integers(0, 10 * YEAR), st.integers(0, 10 * YEAR))
def test_time_away_only_makes_unsure_and_adds_up(one: Rating, first: int, more: int) -> None:
    start = one.at or NOW
    known = Rating(one.value, one.deviation, one.volatility, start)
    soon, late = known.aged(later(start, Millis(first))), known.aged(later(start, Millis(first + more)))
    assert known.deviation <= soon.deviation <= late.deviation
    assert (soon.value, soon.volatility) == (one.value, one.volatility)


def test_a_period_is_about_five_days() -> None:
    assert 4.5 * 24 * 3_600_000 < PERIOD < 5 * 24 * 3_600_000


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(Termination.LINE, (0,)), (Result.WIN, Result.LOSS)),
        (Outcome(Termination.TIME, (1,)), (Result.LOSS, Result.WIN)),
        (Outcome(Termination.AGREEMENT), (Result.DRAW, Result.DRAW)),
        (Outcome(Termination.ABORTED), ()),
    ],
)
def test_what_an_outcome_is_for_each_seat(outcome: Outcome, expected: tuple[Result, ...]) -> None:
    assert results(outcome, 2) == expected


def test_both_of_a_team_win() -> None:
    outcome = Outcome(Termination.LINE, (0, 2))
    assert results(outcome, 4) == (Result.WIN, Result.LOSS, Result.WIN, Result.LOSS)


def test_a_change_is_told_in_whole_points() -> None:
    change = RatingChange.between(1, Rating(1499.6, 80), Rating(1491.4, 120))
    assert change == RatingChange(1, before=1500, after=1491, provisional=True)
