"""Glicko-2: a rating, how sure it is, and how steadily its player plays.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf,
whose steps the comments number. The paper judges all games of a rating period at once; here every game is
judged when it ends, and what has passed of a period since the last one, a fraction of it or many, makes
the rating that much less sure before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import exp, log, pi, sqrt
from typing import Final, Self

from pente_core.clock.instant import Instant, Millis, elapsed

PERIOD: Final = Millis(403_000_000)
"""A rating period, 4.66 days: in a year without games a deviation of 60 grows to 110, at the volatility that
all players begin with.
"""
TAU: Final = 0.5
"""How much a volatility may change; small, as a single game says little of it."""
FIRST_RATING: Final = 1500.0
LOWEST_RATING: Final = 400.0
HIGHEST_RATING: Final = 4000.0
LEAST_DEVIATION: Final = 45.0
"""However many the games: who got better must be able to show it."""
MOST_DEVIATION: Final = 350.0
"""The deviation of a player about whom nothing is known."""
FIRST_VOLATILITY: Final = 0.06
MOST_VOLATILITY: Final = 0.1
PROVISIONAL_ABOVE: Final = 110.0
"""A rating with a larger deviation is provisional."""

_SCALE: Final = 173.7178
_EXACTNESS: Final = 1e-6


class Result(Enum):
    """How a game ended for one player; the value is the score."""

    WIN = 1.0
    DRAW = 0.5
    LOSS = 0.0

    @property
    def opposite(self) -> "Result":
        """How it ended for the opponent."""
        return Result(1.0 - self.value)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength."""

    value: float = FIRST_RATING
    deviation: float = MOST_DEVIATION
    """The true strength lies within two deviations in 95 of 100 cases."""
    volatility: float = FIRST_VOLATILITY
    at: Instant | None = None
    """When that was known: the end of the last game; None without any."""

    @property
    def points(self) -> int:
        """The rating as people read it."""
        return round(self.value)

    @property
    def is_provisional(self) -> bool:
        """Whether it says little yet, or any more."""
        return self.deviation > PROVISIONAL_ABOVE

    def aged(self, now: Instant) -> Self:
        """The rating after the time until ``now``: the longer ago the last game, the less sure (step 6)."""
        if self.at is None:
            return self
        periods = elapsed(self.at, now) / PERIOD
        deviation = sqrt(self.deviation**2 + periods * (self.volatility * _SCALE) ** 2)
        return replace(self, deviation=min(deviation, MOST_DEVIATION))


NEW: Final = Rating()
"""The rating of a player before the first game."""


def judged(rating: Rating, result: Result, opponent: Rating, now: Instant) -> Rating:
    """The rating of a player after a game against an opponent, both as they were before it.

    It is within the limits above, whatever the game. One that is judged late, after others that ended later,
    makes nobody's last game an earlier one.
    """
    value, deviation, volatility = updated(rating.aged(now), ((opponent.aged(now), result),))
    return Rating(
        value=min(max(value, LOWEST_RATING), HIGHEST_RATING),
        deviation=min(max(deviation, LEAST_DEVIATION), MOST_DEVIATION),
        volatility=min(volatility, MOST_VOLATILITY),
        at=now if rating.at is None else max(rating.at, now),
    )


def updated(
    rating: Rating, games: Sequence[tuple[Rating, Result]], *, periods: float = 0.0
) -> tuple[float, float, float]:
    """Rating, deviation and volatility after games, one at least: the paper's steps 2 to 8."""
    mu, phi = (rating.value - FIRST_RATING) / _SCALE, rating.deviation / _SCALE
    inverse_v = improvement = 0.0  # steps 3 and 4
    for opponent, result in games:
        g = _weight(opponent.deviation / _SCALE)
        expected = 1 / (1 + exp(-g * (mu - (opponent.value - FIRST_RATING) / _SCALE)))
        inverse_v += g * g * expected * (1 - expected)
        improvement += g * (result.value - expected)
    v = 1 / inverse_v
    sigma = _volatility(rating.volatility, phi, v, v * improvement)
    phi_before = phi * phi + periods * sigma * sigma  # step 6, squared
    phi_after = 1 / sqrt(1 / phi_before + inverse_v)  # step 7
    mu_after = mu + phi_after * phi_after * improvement
    return FIRST_RATING + _SCALE * mu_after, _SCALE * phi_after, sigma


def _weight(phi: float) -> float:
    """How much a game against an opponent of that deviation says."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5: the new volatility, by the paper's variant of regula falsi, which always ends."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _EXACTNESS:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)
