"""The time at the server."""

import time
from typing import Final

from pente_core.clock.instant import Instant

_FARTHEST: Final = 5.0
"""Seconds by which one event may move the estimate, so that a single wrong one does little harm."""


class ServerClock:
    """An estimate of the server's clock. Mutable.

    A time from the server is a little in the past when it arrives; so the latest time of all, advanced by
    this machine's monotonic clock, is the best estimate.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def set(self, now: Instant) -> None:
        """Start again from the server's present."""
        self._ahead = now / 1000 - time.monotonic()

    def heard(self, at: Instant) -> None:
        """Take the time of an event into account."""
        ahead = at / 1000 - time.monotonic()
        if 0 < ahead - self._ahead < _FARTHEST:
            self._ahead = ahead

    def now(self) -> Instant:
        """The present at the server; before the first welcome, this machine's."""
        return Instant(round((time.monotonic() + self._ahead) * 1000))
