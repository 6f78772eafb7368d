"""Contestants that take turns in short rounds, so that what else the machine does hits all of them alike."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Final, TypeVar

SAME: Final = (0.97, 1.03)
"""Ratios that are no change."""
RESAMPLES: Final = 2000

_T = TypeVar("_T")


def order_of(names: Sequence[str], number: int) -> Sequence[str]:
    """Who comes first in a round: every other round goes backwards, so that the neighbours change.

    >>> order_of("abc", 0), order_of("abc", 1)
    ('abc', 'cba')
    """
    return names[::-1] if number % 2 else names


async def in_turns(
    contestants: Mapping[str, Callable[[], Awaitable[_T]]], rounds: int
) -> dict[str, list[_T]]:
    """One sample of each contestant a round. A round more at the start warms up and is thrown away."""
    samples: dict[str, list[_T]] = {name: [] for name in contestants}
    for number in range(-1, rounds):
        for name in order_of(list(contestants), number):
            sample = await contestants[name]()
            if number >= 0:
                samples[name].append(sample)
    return samples


def paired_ratio(values: Sequence[float], references: Sequence[float]) -> float:
    """The median of the ratios of samples that were taken in the same round.

    >>> paired_ratio([1.0, 8.0, 30.0], [2.0, 4.0, 10.0])
    2.0
    """
    return median(value / reference for value, reference in zip(values, references, strict=True))


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the ratio of two speeds is with 95 %."""

    low: float
    high: float

    @property
    def verdict(self) -> str:
        """What is known of a change: nothing, where the interval has ratios of two verdicts.

        >>> Interval(0.99, 1.02).verdict, Interval(0.96, 1.01).verdict, Interval(0.7, 0.8).verdict
        ('same', 'not decided', 'slower')
        """
        least, most = SAME
        if least <= self.low and self.high <= most:
            return "same"
        return "slower" if self.high < least else "faster" if self.low > most else "not decided"


def ratio_interval(rounds: Sequence[Sequence[float]]) -> Interval:
    """The interval of the median of ratios that were taken in some rounds of some pairs of servers.

    A bootstrap of pairs, and then of the rounds of each: two processes of one program differ by a lasting
    per cent or two, which rounds of one pair alone don't show.
    """
    chance = Random(0)
    medians = sorted(
        median(
            ratio
            for one in chance.choices(rounds, k=len(rounds))
            for ratio in chance.choices(one, k=len(one))
        )
        for _ in range(RESAMPLES)
    )
    return Interval(medians[RESAMPLES // 40], medians[-1 - RESAMPLES // 40])
