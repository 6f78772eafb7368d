"""Outages, which are charged to nobody's clock.

A room is credited before the next command in it is decided, so that a node serves at once however many
rooms there are. Meanwhile it goes through all of them, and then the outage is no longer owed. It is
remembered a little longer, for commits from before it that a network delivers only after that.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from pente_server.store import Outage, Store, StoreUnavailable

REMEMBERED_FOR: Final = 90.0
"""Seconds for which an outage that was credited may still be found in a room."""
RETRY_AFTER: Final = 0.5

_log = logging.getLogger(__name__)


class OutageCredits:
    """Mutable: the outages that this node has not credited in every room yet."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owed: list[Outage] = []
        self._known: list[Outage] = []
        self._is_owing = asyncio.Event()

    @property
    def pending(self) -> Sequence[Outage]:
        return self._owed

    def known(self) -> Sequence[Outage]:
        """What a room may not have been credited yet: all that is owed, and what was until lately."""
        return self._known

    def record(self, outages: Sequence[Outage]) -> None:
        """Take on what a beat has told; the same outage again changes nothing."""
        for outage in outages:
            if outage not in self._known:
                self._known.append(outage)
                _log.warning("nobody served for %d ms; crediting that", outage.end - outage.start)
                self._owed.append(outage)
                self._is_owing.set()

    async def apply(self, credit_all: Callable[[], Awaitable[None]]) -> None:
        """Apply them until cancelled; ``credit_all`` does so in all rooms, and may raise StoreUnavailable."""
        while True:
            await self._is_owing.wait()
            paid = tuple(self._owed)
            try:
                await credit_all()
                for outage in paid:
                    await self._store.outage_credited(outage)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_AFTER)
                continue
            self._owed = [outage for outage in self._owed if outage not in paid]
            for outage in paid:
                asyncio.get_running_loop().call_later(REMEMBERED_FOR, self._known.remove, outage)
            if not self._owed:
                self._is_owing.clear()
