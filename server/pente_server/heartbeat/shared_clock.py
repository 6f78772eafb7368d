"""An estimate of the store's clock, which all nodes share.

A reply of the store contains what its clock showed at some moment between request and reply. Each reply
therefore bounds the offset between the two clocks, more tightly the faster it came. The estimate is the
middle of the intersection of all these intervals, widened over time for clock drift. A slow reply thus
cannot shift the estimate; using the midpoint of the latest reply alone, two nodes could disagree by half
the duration of a slow one.
"""

from math import inf
from typing import Final

from pente_core.clock.instant import Instant

DRIFT: Final = 0.0005
"""The maximum drift between two clocks, in seconds per second. More is taken for a clock that was set."""
_TICK: Final = 0.001
"""The resolution of the store's clock, in seconds."""


class SharedClock:
    """The store's clock, estimated from its replies. Mutable.

    Local times are seconds on one and the same monotonic clock.
    """

    def __init__(self, guess: float) -> None:
        """``guess``: by how many seconds the store's clock is ahead of the local one before any reply."""
        self._ahead = guess
        self._least, self._most = -inf, inf
        """The bounds of ``_ahead``."""
        self._heard = 0.0
        self._latest = Instant(0)

    def heard(self, shown: Instant, asked: float, answered: float) -> float:
        """Take in a reply: the store showed ``shown`` at some local time from ``asked`` to ``answered``.

        Returns by how many seconds the store's clock was set since the last reply; 0.0 if it was not.
        """
        least, most = shown / 1000 - _TICK - answered, shown / 1000 + _TICK - asked
        apart = DRIFT * (answered - self._heard)
        self._least, self._most = max(least, self._least - apart), min(most, self._most + apart)
        was_set = self._least > self._most
        if was_set:
            self._least, self._most = least, most
        before, self._ahead = self._ahead, (self._least + self._most) / 2
        self._heard = answered
        return self._ahead - before if was_set else 0.0

    def now(self, local: float) -> Instant:
        """The store's clock at a local time; never less than a previous result."""
        self._latest = max(self._latest, Instant(round((local + self._ahead) * 1000)))
        return self._latest
