"""Wake-ups: commits of other nodes, applied to the lobby and to the rooms in memory."""

import asyncio
from contextlib import aclosing
from typing import Final

from pente_server.live.lobby import Lobby
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Store, StoreUnavailable, Wakeup

RETRY_AFTER: Final = 0.5
"""Seconds until the next attempt when the store is not reachable."""


class WakeupListener:
    """Follows the commits of other nodes."""

    def __init__(self, store: Store, lobby: Lobby, follower: StoreFollower) -> None:
        self._store = store
        self._lobby = lobby
        self._follower = follower

    async def run(self) -> None:
        """Handle wake-ups until cancelled."""
        async with aclosing(self._store.wakeups()) as wakeups:
            async for wakeup in wakeups:
                await self._handle_until_done(wakeup)

    async def _handle_until_done(self, wakeup: Wakeup) -> None:
        while True:
            try:
                await self._handle(wakeup)
            except StoreUnavailable:
                # More wake-ups may be lost while the store is not reachable: read everything again.
                wakeup = Wakeup(None)
                await asyncio.sleep(RETRY_AFTER)
            else:
                return

    async def _handle(self, wakeup: Wakeup) -> None:
        if wakeup.room is None:
            await self._lobby.reload(self._store.live)
            await self._follower.refresh()
            return
        if wakeup.is_over:
            self._lobby.drop(wakeup.room)
        elif wakeup.summary is not None:
            self._lobby.put_encoded(wakeup.summary, wakeup.first + len(wakeup.events) - 1)
        await self._follower.handle_wakeup(wakeup)
