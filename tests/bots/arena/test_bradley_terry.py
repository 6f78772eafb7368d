"""The strengths of several players."""

from math import log10
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_bots.arena.bradley_terry import estimate_strengths
from pente_bots.arena.elo import expected

tables = st.lists(st.integers(0, 20), min_size=6, max_size=6)
PAIRS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def simulated(elos: list[float], games: int, chance: Random) -> dict[tuple[int, int], tuple[float, int]]:
    numbers = range(len(elos))
    return {
        (a, b): (sum(chance.random() < expected(elos[a] - elos[b]) for _ in range(games)), games)
        for a in numbers
        for b in numbers
        if a < b
    }


def test_simulated_strengths_are_found_again() -> None:
    true = [-250.0, -50.0, 100.0, 200.0]
    found = estimate_strengths(4, simulated(true, 2000, Random(1)))
    for number, elo in enumerate(true):
        assert abs(found.elos[number] - elo) < 3 * found.error(number)
        assert found.error(number) < 10


def test_errors_are_as_large_as_they_say() -> None:
    chance, true = Random(2), [-100.0, 0.0, 100.0]
    found = [estimate_strengths(3, simulated(true, 60, chance)) for _ in range(200)]
    for number, elo in enumerate(true):
        within = sum(abs(fit.elos[number] - elo) < 1.96 * fit.error(number) for fit in found)
        assert 180 <= within <= 200


def test_two_players_have_the_logistic_difference() -> None:
    found = estimate_strengths(2, {(0, 1): (30, 40)})
    assert found.elos[0] - found.elos[1] == pytest.approx(400 * log10(30.5 / 10.5))


def test_equal_players_are_equal() -> None:
    found = estimate_strengths(3, dict.fromkeys([(0, 1), (0, 2), (1, 2)], (5, 10)))
    assert found.elos == pytest.approx((0, 0, 0), abs=1e-9)
    assert found.superiority(0, 1) == pytest.approx(0.5)


@given(tables)
def test_the_mean_is_zero_and_numbers_are_only_names(points: list[int]) -> None:
    found = estimate_strengths(4, {pair: (got, 20) for pair, got in zip(PAIRS, points, strict=True)})
    turned = {(3 - b, 3 - a): (20 - got, 20) for (a, b), got in zip(PAIRS, points, strict=True)}
    assert sum(found.elos) == pytest.approx(0, abs=1e-6)
    assert estimate_strengths(4, turned).elos == pytest.approx(found.elos[::-1], abs=1e-5)


@given(tables)
def test_points_are_what_the_strengths_make_one_expect(points: list[int]) -> None:
    """The defining property of the top: with the drawn games, everybody has as many points as expected."""
    games = {pair: (got, 20) for pair, got in zip(PAIRS, points, strict=True)}
    elos = estimate_strengths(4, games).elos
    for player in range(4):
        mine = [(pair, got) for pair, (got, _) in games.items() if player in pair]
        got = sum((p if a == player else 20 - p) + 0.5 for (a, _), p in mine)
        hoped = sum(21 * expected(elos[player] - elos[a + b - player]) for (a, b), _ in mine)
        assert got == pytest.approx(hoped, abs=1e-5)


def test_who_wins_everything_is_not_infinitely_strong() -> None:
    found = estimate_strengths(3, {(0, 1): (10, 10), (0, 2): (10, 10), (1, 2): (10, 10)})
    assert 300 < found.elos[0] < 1500
    assert found.superiority(0, 2) > 0.99


def test_more_games_err_less() -> None:
    errors = [
        estimate_strengths(3, dict.fromkeys([(0, 1), (0, 2), (1, 2)], (n / 2, n))).error(0)
        for n in (4, 16, 64)
    ]
    assert errors == sorted(errors, reverse=True)
