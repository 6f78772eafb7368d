"""Moments and spans of time, both whole milliseconds and never mixed up."""

from typing import NewType

Instant = NewType("Instant", int)
"""A moment: milliseconds since the Unix epoch, by the clock of the store."""

Millis = NewType("Millis", int)
"""A span of time in milliseconds, zero or more."""


def later(start: Instant, span: Millis) -> Instant:
    """The moment ``span`` after ``start``."""
    return Instant(start + span)


def elapsed(start: Instant, end: Instant) -> Millis:
    """The span from ``start`` to ``end``; zero when ``end`` comes first (clocks of hosts may differ)."""
    return Millis(max(0, end - start))
