"""What other nodes commit, taken into the lobby and into the rooms that are loaded here."""

import asyncio
from contextlib import aclosing
from typing import Final

from pente_server.live.lobby import Lobby
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Store, StoreUnavailable, Wakeup

RETRY_AFTER: Final = 0.5
"""Seconds after which what could not be read is read again."""


class WakeupListener:
    """Follows the commits of other nodes."""

    def __init__(self, store: Store, lobby: Lobby, follower: StoreFollower) -> None:
        self._store = store
        self._lobby = lobby
        self._follower = follower

    async def run(self) -> None:
        """Follow them until cancelled."""
        async with aclosing(self._store.wakeups()) as wakeups:
            async for wakeup in wakeups:
                await self._take_in(wakeup)

    async def _take_in(self, wakeup: Wakeup) -> None:
        while True:
            try:
                await self._heard(wakeup)
            except StoreUnavailable:
                wakeup = Wakeup(None)  # what could not be read must not be forgotten
                await asyncio.sleep(RETRY_AFTER)
            else:
                return

    async def _heard(self, wakeup: Wakeup) -> None:
        if wakeup.room is None:
            await self._lobby.reload(self._store.live)
            await self._follower.refresh()
            return
        if wakeup.is_over:
            self._lobby.drop(wakeup.room)
        elif wakeup.summary is not None:
            self._lobby.put_encoded(wakeup.summary, wakeup.first + len(wakeup.events) - 1)
        await self._follower.woken(wakeup)
