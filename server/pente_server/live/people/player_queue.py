"""Players of whom something is to be read again from the store, each once, in the background."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from pente_core.identity import PlayerId
from pente_server.store import StoreUnavailable

RETRY_AFTER: Final = 0.5
"""Seconds until the work goes on when the store was not reachable."""


class PlayerQueue:
    """Work that is due for players. Mutable."""

    def __init__(self, work: Callable[[PlayerId], Awaitable[None]]) -> None:
        """``work`` is what to do for one player; it may raise StoreUnavailable, and is then repeated."""
        self._work = work
        self._players: dict[PlayerId, None] = {}
        self._has_players = asyncio.Event()

    def add(self, players: Iterable[PlayerId]) -> None:
        """Have the work done for players, also for those for whom it is being done."""
        self._players.update(dict.fromkeys(players))
        self._has_players.set()

    async def run(self) -> None:
        """Do what is due, until cancelled."""
        while True:
            await self._has_players.wait()
            self._has_players.clear()
            try:
                await self.work_off()
            except StoreUnavailable:  # the heartbeat logs it
                await asyncio.sleep(RETRY_AFTER)
            finally:
                if self._players:  # also after an error, with which this ends and is begun again
                    self._has_players.set()

    async def work_off(self) -> None:
        """Do all that is due. Raises StoreUnavailable."""
        while self._players:
            player, _ = self._players.popitem()  # first, as it may be due again while it is done
            try:
                await self._work(player)
            except StoreUnavailable:
                self._players[player] = None
                raise
