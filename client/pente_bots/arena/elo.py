"""The difference in strength of two players, estimated from the score of their match.

Source of the formulas: A. Elo, *The Rating of Chessplayers* (1978) in its logistic form; the interval is
that of E. B. Wilson, *Probable Inference* (1927); the likelihood of superiority is the one that engine
testers use, the probability that a normal variable with mean W - L and variance W + L is positive.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from typing import Final

Z95: Final = 1.959963984540054
"""The standard deviations on each side of the mean that contain 95 % of a normal distribution."""
ELO_OF_A_NAT: Final = 400 / log(10)
"""Elo per unit of log odds."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the interval that contains the true one in 95 of 100 matches."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The games of a match, as one of its two players scored."""

    groups: tuple[tuple[float, ...], ...] = ()
    """The points (1, 0.5, 0) of the games on each opening: two games, or one if the other is missing."""

    @property
    def games(self) -> int:
        return sum(map(len, self.groups))

    @property
    def points(self) -> float:
        return sum(map(sum, self.groups))

    @property
    def wins(self) -> int:
        return self._count(1)

    @property
    def draws(self) -> int:
        return self._count(0.5)

    @property
    def losses(self) -> int:
        return self._count(0)

    @property
    def mean(self) -> float:
        """Points per game, 0 to 1; 0.5 without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def reversed(self) -> "MatchScore":
        """The same match as the other player scored."""
        return MatchScore(tuple(tuple(1 - point for point in group) for group in self.groups))

    def _count(self, point: float) -> int:
        return sum(group.count(point) for group in self.groups)


def elo_of(mean: float) -> float:
    """The difference in Elo at which ``mean`` points per game are expected; infinite for 0 and 1.

    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1)
    (190.8, 0.0, inf)
    """
    if mean <= 0 or mean >= 1:
        return inf if mean >= 1 else -inf
    return 400 * log10(mean / (1 - mean))


def expected(elo: float) -> float:
    """The expected points per game at a difference in Elo; the inverse of `elo_of`.

    >>> round(expected(200), 3)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def difference(score: MatchScore) -> Estimate:
    """The Elo of the player above the opponent. An end of the interval may be infinite."""
    low, high = _interval(score)
    return Estimate(elo_of(score.mean), elo_of(low), elo_of(high))


def superiority(wins: int, losses: int) -> float:
    """The likelihood that a player with these wins and losses is stronger; draws do not count.

    >>> round(superiority(10, 5), 3), superiority(7, 7)
    (0.902, 0.5)
    """
    decided = wins + losses
    return normal_below((wins - losses) / sqrt(decided)) if decided else 0.5


def normal_below(deviations: float) -> float:
    """The probability that a normal variable is below this many standard deviations above its mean."""
    return (1 + erf(deviations / sqrt(2))) / 2


def _interval(score: MatchScore) -> tuple[float, float]:
    """Wilson's interval for the mean, for the equivalent number of independent games without draws.

    Games on the same opening are not independent, and draws vary less than wins: so the variance is that of
    whole groups. If they have none, the games are counted as they are.
    """
    mean, games = score.mean, _effective_games(score)
    if not games:
        return 0.0, 1.0
    centre = (mean + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    half = Z95 / (1 + Z95**2 / games) * sqrt(mean * (1 - mean) / games + Z95**2 / (4 * games**2))
    low, high = centre - half, centre + half
    return (0.0 if mean <= 0 else low), (1.0 if mean >= 1 else high)


def _effective_games(score: MatchScore) -> float:
    variance = _variance_of_mean(score.groups)
    return score.mean * (1 - score.mean) / variance if variance > 0 else score.games


def _variance_of_mean(groups: Sequence[Sequence[float]]) -> float:
    """The variance of the mean over all games, from that of whole groups (the cluster estimator)."""
    count, games = len(groups), sum(map(len, groups))
    if count < 2:
        return 0.0
    mean = sum(map(sum, groups)) / games
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    return spread / games**2 * count / (count - 1)
