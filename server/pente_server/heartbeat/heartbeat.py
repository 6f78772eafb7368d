"""The heartbeat of a node: the shared clock, whether the store is there, and spans in which nobody served.

A node that has not reached the store for a while does not serve: before it goes on it learns whether
anybody served meanwhile, for which it may have to wait for the next beat of another one. If nobody did, that
span is an outage, which every running clock is credited.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_server.heartbeat.shared_clock import SharedClock
from pente_server.store import Outage, Store, StoreUnavailable
from pente_server.store.outage_detector import HOLDS_FOR

INTERVAL: Final = 0.5
"""Seconds between beats."""
DOUBT_INTERVAL: Final = 0.1
"""Seconds between beats while this node waits for another one's."""
STALE_AFTER: Final = HOLDS_FOR / 1000
"""Seconds after the last good beat from which this node does not serve."""

_log = logging.getLogger(__name__)


class Heartbeat:
    """Mutable: the state of one node's connection to time and store. ``owe`` is told of outages."""

    def __init__(self, store: Store, owe: Callable[[Sequence[Outage]], None]) -> None:
        self._store = store
        self._owe = owe
        self._clock = SharedClock(time.time() - time.monotonic())
        self._last_good = float("-inf")
        self._is_shaken = True
        self._is_sure = True
        self._open = asyncio.Event()

    def now(self) -> Instant:
        """The store's clock, as far as this node knows it; never goes back."""
        return self._clock.now(time.monotonic())

    @property
    def is_serving(self) -> bool:
        """Whether commands may be decided."""
        return self._open.is_set() and time.monotonic() - self._last_good < STALE_AFTER

    async def check(self, patience: float) -> None:
        """Return as soon as commands may be decided. Raises StoreUnavailable after ``patience`` seconds."""
        if self.is_serving:
            return
        self._open.clear()  # the last good beat is too long ago: wait for the next
        with suppress(TimeoutError):
            await asyncio.wait_for(self._open.wait(), patience)
        if not self.is_serving:
            raise StoreUnavailable("the store is away")

    async def beat(self) -> None:
        """Beat once. Raises StoreUnavailable.

        After a failed beat, or at the start, any gap in which nobody served counts as an outage; else one of
        up to `HOLDS_FOR` does not.
        """
        try:
            before = time.monotonic()
            answer = await self._store.beat(Millis(0) if self._is_shaken else HOLDS_FOR)
        except StoreUnavailable:
            self._is_shaken = True
            self._open.clear()
            raise
        self._clock.heard(answer.now, before, time.monotonic())
        self._owe(answer.outages)
        self._is_shaken = False
        self._is_sure = answer.is_sure
        if answer.is_sure:
            self._last_good = time.monotonic()
            self._open.set()
        else:
            self._open.clear()

    async def run(self) -> None:
        """Beat until cancelled."""
        was_good = True
        while True:
            try:
                await self.beat()
                if not was_good:
                    _log.warning("the store is back")
                was_good = True
            except StoreUnavailable as error:
                if was_good:
                    _log.error("%s", error)
                was_good = False
            await asyncio.sleep(INTERVAL if self._is_sure else DOUBT_INTERVAL)
