"""Shapes of stones that a single stone would complete, found for the whole board at once.

A set of points is an integer (see `pente_core.rules.geometry`). The whole board is shifted to find a stretch
of cells along an axis, so the cost does not depend on the number of stones.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pente_core.rules.geometry import Bits, Geometry


@dataclass(frozen=True, slots=True)
class Threat:
    """A shape that one more stone would complete."""

    point: Bits
    """The point of that stone: one bit."""
    stones: Bits
    """The stones of the shape."""
    ends: Bits = 0
    """Empty points that must stay empty."""

    @property
    def stops(self) -> Bits:
        """Where a stone of an opponent stops it."""
        return self.point | self.ends


def rows_to_fill(table: Geometry, own: Bits, empty: Bits, length: int) -> Iterator[Threat]:
    """Stretches of ``length`` cells with one empty point, all others ``own``."""
    for step in table.steps:
        for lacking in range(length):
            starts = empty >> step * lacking
            for place in range(length):
                if place != lacking:
                    starts &= own >> step * place
            for start in _bits(starts):
                point = start << step * lacking
                yield Threat(point, _stretch(start, step, length) ^ point)


def open_rows_to_fill(table: Geometry, own: Bits, empty: Bits, length: int) -> Iterator[Threat]:
    """Stretches as in `rows_to_fill` with an empty point at both ends."""
    for step in table.steps:
        between = empty << step & empty >> step * length
        for lacking in range(length):
            starts = between & empty >> step * lacking
            for place in range(length):
                if place != lacking:
                    starts &= own >> step * place
            for start in _bits(starts):
                point = start << step * lacking
                ends = start >> step | start << step * length
                yield Threat(point, _stretch(start, step, length) ^ point, ends)


def _bits(starts: Bits) -> Iterator[Bits]:
    while starts:
        low = starts & -starts
        yield low
        starts ^= low


def _stretch(start: Bits, step: int, length: int) -> Bits:
    return sum(start << step * place for place in range(length))
