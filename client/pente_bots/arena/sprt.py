"""The sequential probability ratio test, which stops a match as soon as it has proved something.

Source: A. Wald, *Sequential Tests of Statistical Hypotheses* (1945), with the likelihoods of M. Van den
Bergh, *A Practical Introduction to the GSPRT*: the outcomes are the five scores of a pair of games, and
each hypothesis gets the distribution of its mean that makes what was seen most likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import Final

from pente_bots.arena.elo import MatchScore, expected

_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair of games, in points per game."""
_NEVER: Final = 1e-3
"""The count given to a score that was not observed, so that no likelihood is zero."""
_STEPS: Final = 80
"""Bisections of an interval: more than a float has bits."""


class InvalidTest(ValueError):
    """A test that makes no sense; the message says why."""


class SprtVerdict(StrEnum):
    """The verdict of a test."""

    OPEN = "open"
    STRONGER = "stronger"
    """``elo1`` is accepted."""
    NOT_STRONGER = "not stronger"
    """``elo0`` is accepted."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test whether the first player is ``elo1`` above the other, against ``elo0``. Raises InvalidTest."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """The probability of accepting ``elo1`` if ``elo0`` is true."""
    beta: float = 0.05
    """The probability of accepting ``elo0`` if ``elo1`` is true."""

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise InvalidTest("elo0 must be less than elo1, and both from -2000 to 2000")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InvalidTest("alpha and beta must be more than 0 and less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends.

        >>> [round(bound, 3) for bound in Sprt().bounds]
        [-2.944, 2.944]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, score: MatchScore) -> float:
        """The log-likelihood ratio of ``elo1`` to ``elo0``; only complete pairs count."""
        seen = _counted(score)
        if not any(seen):
            return 0.0
        counts = [max(count, _NEVER) for count in seen]
        return _log_likelihood(counts, expected(self.elo1)) - _log_likelihood(counts, expected(self.elo0))

    def verdict(self, score: MatchScore) -> SprtVerdict:
        """The verdict so far."""
        low, high = self.bounds
        ratio = self.ratio(score)
        if ratio >= high:
            return SprtVerdict.STRONGER
        return SprtVerdict.NOT_STRONGER if ratio <= low else SprtVerdict.OPEN


def parse_sprt(text: str) -> Sprt:
    """Parse ``elo0=0,elo1=20``, optionally with ``alpha`` and ``beta``. Raises InvalidTest.

    >>> parse_sprt("elo1=10")
    Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05)
    """
    values = {}
    for word in filter(None, text.split(",")):
        name, _, value = word.partition("=")
        if name not in ("elo0", "elo1", "alpha", "beta"):
            raise InvalidTest(f"{word!r} is no part of a test; write elo0=0,elo1=20")
        try:
            values[name] = float(value)
        except ValueError:
            raise InvalidTest(f"{name} can't be {value!r}; it is a number") from None
    return Sprt(**values)


def _counted(score: MatchScore) -> list[int]:
    """The numbers of pairs with 0, 1/4, 1/2, 3/4 and 1 point per game."""
    means = [sum(group) / 2 for group in score.groups if len(group) == 2]
    return [means.count(mean) for mean in _SCORES]


def _log_likelihood(counts: Sequence[float], mean: float) -> float:
    """The maximum log-likelihood of the observed scores among all distributions with this mean.

    The best probabilities are ``f / (1 + t (s - mean))`` for scores s of relative frequency f, with the t
    for which they add up to the mean; it lies between the poles and is found by halving.
    """
    total = sum(counts)
    pairs = [(count / total, score - mean) for count, score in zip(counts, _SCORES, strict=True)]
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if sum(f * above / (1 + middle * above) for f, above in pairs) > 0:
            low = middle
        else:
            high = middle
    return total * sum(f * log(f / (1 + low * above)) for f, above in pairs)
