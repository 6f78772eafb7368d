"""The clock of the store, which all nodes share, as one of them knows it.

An answer of the store tells what its clock showed at some moment between the question and the answer. So it
bounds by how much the two clocks differ, the more narrowly the quicker it came; what all answers bound
together holds. A single slow one says little: had it a say of its own, two nodes could differ by half of it.
"""

from math import inf
from typing import Final

from pente_core.clock.instant import Instant

DRIFT: Final = 0.0005
"""By how much two clocks go apart, at most: seconds a second. More is taken for a clock that was set."""
_TICK: Final = 0.001
"""Seconds to which the store tells the time."""


class SharedClock:
    """Mutable. Local moments are seconds by the same clock always, one that is never set."""

    def __init__(self, guess: float) -> None:
        """``guess``: how many seconds the store's clock may be ahead of the local one, until it has told."""
        self._ahead = guess
        self._least, self._most = -inf, inf
        """Between which that lies."""
        self._heard = 0.0
        self._latest = Instant(0)

    def heard(self, shown: Instant, asked: float, answered: float) -> None:
        """The store has shown a time, at some moment between these two."""
        least, most = shown / 1000 - _TICK - answered, shown / 1000 + _TICK - asked
        apart = DRIFT * (answered - self._heard)
        self._least, self._most = max(least, self._least - apart), min(most, self._most + apart)
        if self._least > self._most:  # one of the clocks was set
            self._least, self._most = least, most
        self._ahead = (self._least + self._most) / 2
        self._heard = answered

    def now(self, local: float) -> Instant:
        """What the store's clock shows at a local moment; never less than before."""
        self._latest = max(self._latest, Instant(round((local + self._ahead) * 1000)))
        return self._latest
