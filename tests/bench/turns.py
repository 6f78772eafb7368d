"""Contestants that take turns in short rounds, so that what else the machine does hits all of them alike."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from statistics import median
from typing import TypeVar

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
