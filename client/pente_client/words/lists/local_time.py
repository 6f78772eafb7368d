"""Moments in the time of the reader's machine."""

import time

from pente_core.clock.instant import Instant


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
