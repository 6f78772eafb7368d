"""The clock of a game between two players that are asked on this machine."""

import time
from collections.abc import Callable
from typing import Final

from pente_bots.search.limit import Limit
from pente_bots.thinking.time_budget import limit_for_move
from pente_core.clock.clock import Clock, TimeControl
from pente_core.clock.instant import Instant


def _now() -> Instant:
    return Instant(time.monotonic_ns() // 1_000_000)


class MatchClock:
    """Runs while a player is asked. Mutable."""

    def __init__(self, control: TimeControl, now: Callable[[], Instant] = _now) -> None:
        self._now: Final = now
        self._clock = Clock.new(control, 2)
        self._last: int | None = None
        """The seat of the last turn."""

    def start(self, seat: int) -> Limit:
        """Begin a turn of a seat; how long it may think."""
        now = self._now()
        clock = self._clock.resumed(now, self._last)
        self._clock = clock if seat == self._last else clock.turned(now, seat)
        self._last = seat
        return limit_for_move(self._clock, now)

    def stop(self) -> bool:
        """End the turn; whether it ended in time."""
        now, flag = self._now(), self._clock.flag_at()
        self._clock = self._clock.stopped(now)
        return flag is None or now < flag

    def swap(self) -> None:
        """Exchange the seats between two turns; each player keeps its time."""
        self._clock = self._clock.swapped()
        self._last = None if self._last is None else 1 - self._last
