"""Monitors how durable the store is: a node that needs it strict does not serve while it is less.

The configuration of a store may change while it runs, and at each restart.
"""

import asyncio
from contextlib import suppress
from typing import Final

from pente_server.heartbeat.problems import Problems
from pente_server.store import Durability, DurabilityLevel, ProblemCode, Store, StoreUnavailable

INTERVAL: Final = 0.5
"""Seconds between two questions. A commit is safe meanwhile: the store proves each one."""
WARNING: Final = "not-durable"
"""The name of the warning where less than strict is accepted."""
REPLICAS: Final = "replicas"
"""The name of the warning where the store has replicas."""


class DurabilityMonitor:
    """Asks one store."""

    def __init__(self, store: Store, problems: Problems, *, needs_strict: bool) -> None:
        """``needs_strict``: whether anything less is a problem. Otherwise the host is only warned."""
        self._store = store
        self._problems = problems
        self._needs_strict = needs_strict

    async def check(self) -> None:
        """Ask once. Raises StoreUnavailable."""
        found = await self._store.check_durability()
        if found.replicas or REPLICAS in self._problems.warnings:
            self._warn_of_replicas(found.replicas)
        if self._needs_strict:
            self._enforce(found)
        else:
            self._warn(found)

    def _warn_of_replicas(self, number: int) -> None:
        if number:
            has = "a replica" if number == 1 else f"{number} replicas"
            self._problems.warn(
                REPLICAS,
                f"the store has {has}, and no move waits for them: one that takes its place may lack the"
                " latest moves; when the store is away, bring it back instead",
            )
        else:
            self._problems.withdraw(REPLICAS)

    def _enforce(self, found: Durability) -> None:
        if found.is_strict:
            self._problems.over(ProblemCode.NOT_DURABLE)
        else:
            self._problems.report(ProblemCode.NOT_DURABLE, found.reason)

    def _warn(self, found: Durability) -> None:
        if found.is_strict:
            self._problems.withdraw(WARNING)
        elif found.level is not DurabilityLevel.MEMORY:  # nobody asks for that without knowing
            self._problems.warn(WARNING, f"acknowledged moves can be lost: {found.reason}")

    async def run(self) -> None:
        """Ask until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # the heartbeat finds that too, also while it pauses
                await self.check()
            await asyncio.sleep(INTERVAL)
