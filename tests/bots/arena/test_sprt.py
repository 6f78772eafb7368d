"""Stopping a match when it has proved something."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_bots.arena.elo import MatchScore, expected
from pente_bots.arena.sprt import InvalidTest, Sprt, SprtVerdict, parse_sprt

pairs = st.lists(st.tuples(*(st.sampled_from((0.0, 0.5, 1.0)),) * 2), max_size=40).map(
    lambda groups: MatchScore(tuple(groups))
)


def spread(*counts: int) -> MatchScore:
    """So many pairs of 0, 1/2, 1, 1 1/2 and 2 points."""
    kinds = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0))
    return MatchScore(tuple(pair for pair, count in zip(kinds, counts, strict=True) for _ in range(count)))


def played(elo: float, chance: Random, pairs: int) -> MatchScore:
    p = expected(elo)
    return MatchScore(tuple((float(chance.random() < p), float(chance.random() < p)) for _ in range(pairs)))


@given(pairs)
def test_hypotheses_around_zero_are_symmetric(score: MatchScore) -> None:
    test = Sprt(-15, 15)
    assert test.ratio(score.reversed) == pytest.approx(-test.ratio(score), abs=1e-6)


def test_the_sign_says_which_hypothesis_is_likelier() -> None:
    test = Sprt(0, 20)
    assert test.ratio(spread(1, 10, 40, 30, 9)) > 0
    assert test.ratio(spread(9, 30, 40, 10, 1)) < 0
    assert test.ratio(spread(5, 20, 40, 20, 5)) < 0


def test_near_the_hypotheses_it_is_the_normal_approximation() -> None:
    # Van den Bergh: LLR = N (s1 - s0) (2 m - s0 - s1) / (2 variance), for N pairs of mean m.
    counts, scores = (200, 1100, 2200, 1250, 250), (0, 0.25, 0.5, 0.75, 1)
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, scores, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, scores, strict=True)) / total
    s0, s1 = expected(0), expected(5)
    normal = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 5).ratio(spread(*counts)) == pytest.approx(normal, rel=0.01)


def test_without_pairs_it_is_open() -> None:
    assert Sprt().ratio(MatchScore(((1.0,),))) == 0
    assert Sprt().verdict(MatchScore()) is SprtVerdict.OPEN


def test_only_wins_end_it() -> None:
    test = Sprt(0, 100)
    assert test.verdict(spread(0, 0, 0, 0, 60)) is SprtVerdict.STRONGER
    assert test.verdict(spread(60, 0, 0, 0, 0)) is SprtVerdict.NOT_STRONGER


@pytest.mark.parametrize(("elo", "verdict"), [(0, SprtVerdict.NOT_STRONGER), (60, SprtVerdict.STRONGER)])
def test_simulated_matches_end_as_they_should(elo: float, verdict: SprtVerdict) -> None:
    chance, test = Random(3), Sprt(0, 60)
    said = [test.verdict(played(elo, chance, 600)) for _ in range(40)]
    assert said.count(verdict) >= 38


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("elo0=20,elo1=0", "elo0 must be less than elo1"),
        ("elo1=much", "elo1 can't be 'much'"),
        ("games=3", "no part of a test"),
        ("elo1=nan", "elo0 must be less"),
        ("alpha=0.7", "alpha and beta"),
    ],
)
def test_tests_that_make_no_sense(text: str, says: str) -> None:
    with pytest.raises(InvalidTest, match=says):
        parse_sprt(text)
