"""Glicko-2: ratings with a deviation (how uncertain they are) and a volatility (how much they vary).

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf.
Step numbers in comments refer to this paper. The paper rates all games of a rating period together. Here
every game is rated when it ends; beforehand the deviation grows with the time since the player's last game,
counted in fractions of a period.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from math import exp, log, pi, sqrt
from typing import Final, Self

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.value import Value, replace

PERIOD: Final = Millis(403_000_000)
"""A rating period, 4.66 days.

It is chosen so that, at the initial volatility, a deviation of 60 grows to 110 in a year without games.
"""
TAU: Final = 0.5
"""The constraint on changes of the volatility; small, because a single game is weak evidence about it."""
FIRST_RATING: Final = 1500.0
LOWEST_RATING: Final = 400.0
HIGHEST_RATING: Final = 4000.0
LEAST_DEVIATION: Final = 45.0
"""The lower bound, however many games: the rating of a player who improves must still be able to rise."""
MOST_DEVIATION: Final = 350.0
"""The upper bound, and the deviation of a new player."""
FIRST_VOLATILITY: Final = 0.06
MOST_VOLATILITY: Final = 0.1
PROVISIONAL_ABOVE: Final = 110.0
"""The deviation above which a rating is provisional."""

_SCALE: Final = 173.7178  # steps 2 and 8: rating points per unit of the paper's internal scale
_EXACTNESS: Final = 1e-6  # step 5: the paper's convergence tolerance, epsilon


class Result(Enum):
    """The result of a game for one player; the value is the score."""

    WIN = 1.0
    DRAW = 0.5
    LOSS = 0.0

    @property
    def opposite(self) -> "Result":
        """The result for the opponent."""
        return Result(1.0 - self.value)


RESULTS: Final[Mapping[Result, str]] = {
    Result.WIN: "win",
    Result.DRAW: "draw",
    Result.LOSS: "loss",
}
"""How a game ended for one player, in ledgers and exports; these words never change."""
RESULT_OF: Final[Mapping[str, Result]] = {name: result for result, name in RESULTS.items()}


class Rating(Value):
    """An estimate of a player's strength."""

    value: float = FIRST_RATING
    deviation: float = MOST_DEVIATION
    """The true strength is within two deviations of ``value`` with a probability of 95 %."""
    volatility: float = FIRST_VOLATILITY
    at: Instant | None = None
    """The moment of the estimate, which is the end of the last game; None without any game."""

    @property
    def points(self) -> int:
        """The rating in whole points, as it is displayed."""
        return round(self.value)

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is uncertain: after few games, or after a long time without any."""
        return self.deviation > PROVISIONAL_ABOVE

    def aged(self, now: Instant) -> Self:
        """The rating at ``now``: its deviation grows with the time since the last game (step 6)."""
        if self.at is None:
            return self
        periods = elapsed(self.at, now) / PERIOD
        deviation = sqrt(self.deviation**2 + periods * (self.volatility * _SCALE) ** 2)
        return replace(self, deviation=min(deviation, MOST_DEVIATION))


NEW: Final = Rating()
"""The rating of a player before the first game."""


def judged(rating: Rating, result: Result, opponent: Rating, now: Instant) -> Rating:
    """The rating of a player after a game that ended at ``now``; both ratings are those before the game.

    The result is within the limits above. If a game is rated late, after another one that ended later, ``at``
    does not go back.
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
    """The rating, deviation and volatility after at least one game: the paper's steps 2 to 8.

    ``periods`` is the number of rating periods by which the deviation grows in step 6. No limits are applied.
    """
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
    """The paper's g(phi): the weight of a game, which falls with the opponent's deviation."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility (step 5), found by the Illinois variant of regula falsi, which always converges."""
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
