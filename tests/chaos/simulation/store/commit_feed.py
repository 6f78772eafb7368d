"""The news that a node gets from the store: late, in order, and sometimes lost until it subscribes again."""

import asyncio
from collections import deque
from random import Random
from typing import Any

from pente_server.store import LostWakeups, Wakeup
from pente_server.store.memory.store import MemoryStore
from tests.chaos.simulation.store.ledger import Ledger


class SimCommitFeed:
    """Mutable. It takes the place of the queue of a listener to a `MemoryStore`."""

    def __init__(self, store: MemoryStore, ledger: Ledger, chance: Random) -> None:
        self._entry: Any = (store, self)
        self._ledger = ledger
        self._chance = chance
        self._on_the_way: deque[Wakeup] = deque()
        self._arrived: deque[Wakeup] = deque()
        self._more = asyncio.Event()
        self._deaf_until = 0.0
        self._last = 0.0

    def begin(self) -> None:
        self._ledger.listeners.append(self._entry)
        self._arrived.append(LostWakeups())
        self._more.set()

    def end(self) -> None:
        if self._entry in self._ledger.listeners:
            self._ledger.listeners.remove(self._entry)

    def put_nowait(self, news: Wakeup) -> None:
        """Somebody has committed something."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._deaf_until:
            return
        self._on_the_way.append(news)
        delay = self._chance.expovariate(1000) if self._chance.random() < 0.95 else self._chance.random()
        self._last = max(self._last, loop.time() + delay)
        loop.call_at(self._last, self._arrive)

    def cut(self, seconds: float) -> None:
        """The subscription is lost, with what is on the way, and made again."""
        loop = asyncio.get_running_loop()
        self._on_the_way.clear()
        self._deaf_until = loop.time() + seconds
        loop.call_at(self._deaf_until, self._subscribe)

    async def next(self) -> Wakeup:
        while not self._arrived:
            self._more.clear()
            await self._more.wait()
        return self._arrived.popleft()

    def _arrive(self) -> None:
        if self._on_the_way:
            self._arrived.append(self._on_the_way.popleft())
            self._more.set()

    def _subscribe(self) -> None:
        # What is published from now on is heard: the notice goes ahead of it.
        self._on_the_way.appendleft(LostWakeups())
        self._arrive()
