"""Moments in the time of the reader's machine, as they are shown and typed."""

import time
from datetime import datetime, timedelta

from pente_core.clock.instant import Instant
from pente_core.records.model.calendar_day import Day, DayTime, instant_of


def local_time_text(moment: Instant, now: float | None = None) -> str:
    """A moment as ``17:24``, or with its day if that is not today; ``?`` if no calendar has it.

    ``now`` is in seconds since the epoch; None: the present.
    """
    try:
        at, today = time.localtime(moment / 1000), time.localtime(now)
    except (OverflowError, OSError, ValueError):
        return "?"
    is_today = (at.tm_year, at.tm_yday) == (today.tm_year, today.tm_yday)
    return time.strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M", at)


def local_minute_text(moment: Instant) -> str:
    """A moment as ``2026-01-31 17:24``; ``?`` if no calendar has it."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment / 1000))
    except (OverflowError, OSError, ValueError):
        return "?"


def local_day_text(moment: Instant) -> str:
    """The day of a moment, as ``2026-01-31``; ``?`` if no calendar has it."""
    return local_minute_text(moment).partition(" ")[0]


def local_moment(day: Day, at: DayTime, *, days_later: int = 0) -> Instant:
    """The moment at which the reader's clock shows a time on a day; days may have 23 or 25 hours."""
    try:
        shown = datetime(day.year, day.month, day.day, at.hour, at.minute, at.second)  # noqa: DTZ001 -- local
        return Instant(max(0, int((shown + timedelta(days=days_later)).timestamp() * 1000)))
    except (OverflowError, OSError, ValueError):  # at the ends of the calendar
        return instant_of(day, at)
