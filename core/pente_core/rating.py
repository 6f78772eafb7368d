"""Ratings: estimates of playing strength by Glicko-2, for each ruleset and speed.

**Promise: the functions reproduce the numbers of Glickman's published example, and reject games that can't be
rated.** The server stores results and counts each game once; this module knows nothing of rooms or stores.

Every game is rated when it ends. First the deviation grows with the time since the last game: from 60 to
110 in a year. Above 110 a rating is provisional. Deviations stay between 45 and 350, ratings between 400 and
4000.

Speed follows from the starting time plus what 40 turns add: bullet below 3 minutes a side, blitz below 8,
rapid below 25, slow above, and correspondence from a day per turn. Byo-yomi counts as one period in every
second turn.

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
from pente_core.clock.time_control import ByoYomi, Delay, Fischer, Odds, PerMove, TimeControl, Unlimited
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import OpenEnum, Value, replace

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


def results(outcome: Outcome, sides: int) -> tuple[Result, ...]:
    """The result of each seat; empty for an aborted game, which does not count.

    >>> [result.name for result in results(Outcome(Termination.LINE, winners=(1,)), 2)]
    ['LOSS', 'WIN']
    """
    if outcome.termination is Termination.ABORTED:
        return ()
    if not outcome.winners:
        return (Result.DRAW,) * sides
    return tuple(Result.WIN if seat in outcome.winners else Result.LOSS for seat in range(sides))


def set_results(games: Sequence[tuple[Result, ...]]) -> tuple[Result, ...]:
    """The result of a set for each of its two players, from their results in each of its games.

    Games without a result change nothing, so that a set counts as it stood before one; empty: all were.

    >>> set_results([(Result.WIN, Result.LOSS), (Result.LOSS, Result.WIN)])
    (<Result.DRAW: 0.5>, <Result.DRAW: 0.5>)
    """
    points = [sum(result.value for result in each) for each in zip(*filter(None, games), strict=True)]
    mean = sum(points) / max(1, len(points))
    return tuple(Result.DRAW if own == mean else Result.WIN if own > mean else Result.LOSS for own in points)


def ratings_after(before: Sequence[Rating], won: Sequence[Result], now: Instant) -> tuple[Rating, ...]:
    """The ratings of the two players, by seat, after a game that ended at ``now``.

    Both ratings are computed from those before the game.
    """
    one, other = before
    return judged(one, won[0], other, now), judged(other, won[1], one, now)


TURNS: Final = 40
"""The number of turns of each side that the estimate of a game's duration assumes."""
CUSTOM: Final = "custom"
"""The name that stands for all rulesets without a name."""
_MINUTE: Final = 60_000


class Unrated(ValueError):
    """The game can't be rated; the message says why and what to do instead."""


class Speed(OpenEnum):
    """The speed of a game, by the estimated time of each side: the starting time and what 40 turns add."""

    BULLET = "bullet"
    """Less than 3 minutes."""
    BLITZ = "blitz"
    """Less than 8 minutes."""
    RAPID = "rapid"
    """Less than 25 minutes."""
    SLOW = "slow"
    """25 minutes or more."""
    CORRESPONDENCE = "correspondence"
    """A day or more per turn, or no time limit."""


class Pool(Value, order=True):
    """A named ruleset, or `CUSTOM`, and a speed."""

    ruleset: str
    speed: Speed

    def __str__(self) -> str:
        """The text form, such as ``pente/blitz``.

        >>> Pool.parse(str(Pool("pente", Speed.BLITZ)))
        Pool(ruleset='pente', speed=<Speed.BLITZ: 'blitz'>)
        """
        return f"{self.ruleset}/{self.speed.value}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a pool; the inverse of `str`. The ruleset's name is not checked. Raises ValueError."""
        ruleset, _, speed = text.partition("/")
        return cls(ruleset, Speed(speed))


def speed_of(control: TimeControl) -> Speed:
    """The speed of games with a time control.

    >>> from pente_core.clock.time_control import parse_time_control
    >>> [speed_of(parse_time_control(text)).value for text in ("1+1", "5+3", "10", "0+5x30", "3d/move")]
    ['bullet', 'blitz', 'rapid', 'rapid', 'correspondence']
    """
    span = estimated(control)
    if span is None:
        return Speed.CORRESPONDENCE
    if span < 3 * _MINUTE:
        return Speed.BULLET
    if span < 8 * _MINUTE:
        return Speed.BLITZ
    return Speed.RAPID if span < 25 * _MINUTE else Speed.SLOW


def pool_of(ruleset: Ruleset, control: TimeControl) -> Pool:
    """The pool in which a game counts for the players' results, rated or not."""
    return Pool(ruleset.base if _has_name(ruleset.even) else CUSTOM, speed_of(control))


def rated_pool(ruleset: Ruleset, control: TimeControl, *, handicaps: bool = False) -> Pool:
    """The pool in which a game changes ratings. Raises Unrated if the game can't be rated.

    With ``handicaps`` it can be also where the sides have different times, or need different captures.

    A rated game has two sides, because Glicko-2 compares two players; a named ruleset, because ratings under
    rules that few others play mean little; and a time limit, because otherwise a player who is losing could
    just stay away.
    """
    if ruleset.sides != 2:
        raise Unrated("only games with two sides can be rated; play this one casually")
    if isinstance(control, Unlimited):
        raise Unrated("a rated game needs a clock; set a time control, or play casually")
    if not handicaps and (ruleset.goals or isinstance(control, Odds)):
        raise Unrated("a rated game gives no handicap; play this one casually")
    if not _has_name(ruleset.even):
        raise Unrated(
            f"a rated game can't change the rules of {ruleset.base}; use them unchanged, or play casually"
        )
    return pool_of(ruleset, control)


def _has_name(ruleset: Ruleset) -> bool:
    return ruleset == RULESETS[ruleset.base]


def estimated(control: TimeControl) -> Millis | None:
    """The estimated time of each side for a whole game; None for correspondence and unlimited time.

    With time odds that of the side that has most.
    """
    match control:
        case Unlimited():
            return None
        case PerMove(each):
            return None if control.is_correspondence else Millis(TURNS * each)
        case Fischer(initial, increment):
            return Millis(initial + TURNS * increment)
        case Delay(initial, delay):
            return Millis(initial + TURNS * delay)
        case ByoYomi(initial, _, period):
            # A period that is not used up is full again in the next turn, so their number matters little.
            # The estimate is that every second turn takes one period.
            return Millis(initial + TURNS // 2 * period)
        case Odds():
            return max(span for span in map(estimated, control.each) if span is not None)


class RatingChange(Value):
    """The change of a player's rating after a game, in whole points."""

    seat: int
    before: int
    after: int
    provisional: bool = False
    """Whether the rating is provisional after the game."""

    @classmethod
    def between(cls, seat: int, before: Rating, after: Rating) -> "RatingChange":
        """The change from one rating to another."""
        return cls(seat, before.points, after.points, after.is_provisional)
