"""Time that stands still until a test lets it pass: on a busy machine a second of a player's is soon gone."""

import time
from typing import Self

import pytest

from pente_core.clock.instant import Millis


class FrozenClock:
    """The clock of nodes and of stores in memory. Mutable.

    Whatever waits for a moment must look at it often. What passes at once is no outage up to `HOLDS_FOR`.
    """

    def __init__(self) -> None:
        self._millis = time.time_ns() // 1_000_000

    @classmethod
    def install(cls, monkeypatch: pytest.MonkeyPatch) -> Self:
        """One by which they all go until the end of the test."""
        clock = cls()
        for module in ("heartbeat.heartbeat", "store.memory.store"):
            monkeypatch.setattr(f"pente_server.{module}.time", clock)
        return clock

    def let_pass(self, span: Millis) -> None:
        self._millis += span

    def time(self) -> float:
        return self._millis / 1000

    def monotonic(self) -> float:
        return self._millis / 1000

    def time_ns(self) -> int:
        return self._millis * 1_000_000
