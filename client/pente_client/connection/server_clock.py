"""What time it is at the server."""

import time
from typing import Final

from pente_core.clock.instant import Instant

_FARTHEST: Final = 5.0
"""Seconds by which one moment may move the estimate, so that a single odd event does not spoil it."""


class ServerClock:
    """An estimate of the server's clock. Mutable.

    Every moment that the server tells was the present when it was told and is a little in the past when it
    is heard, so the latest of them, carried on by this machine's steady clock, is the best guess.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def set(self, now: Instant) -> None:
        """Begin anew with the present as the server tells it."""
        self._ahead = now / 1000 - time.monotonic()

    def heard(self, at: Instant) -> None:
        """Take an event's moment into account."""
        ahead = at / 1000 - time.monotonic()
        if 0 < ahead - self._ahead < _FARTHEST:
            self._ahead = ahead

    def now(self) -> Instant:
        """The present at the server; before the first welcome, this machine's."""
        return Instant(round((time.monotonic() + self._ahead) * 1000))
