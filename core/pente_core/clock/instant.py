"""Moments and spans of time, in whole milliseconds, as two distinct types."""

from typing import NewType

Instant = NewType("Instant", int)
"""A moment in milliseconds since the Unix epoch, by the store's clock."""

Millis = NewType("Millis", int)
"""A span of time in milliseconds, zero or more."""


def later(start: Instant, span: Millis) -> Instant:
    """The moment ``span`` after ``start``."""
    return Instant(start + span)


def elapsed(start: Instant, end: Instant) -> Millis:
    """The span from ``start`` to ``end``; zero if ``end`` is earlier, because hosts' clocks may differ."""
    return Millis(max(0, end - start))
