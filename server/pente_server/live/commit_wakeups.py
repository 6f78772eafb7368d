"""Wake-ups: commits of other nodes, applied to the lobby and to the rooms in memory."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Final, assert_never

from pente_server.live.lobby import Lobby
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import (
    LobbyWakeup,
    LostWakeups,
    RoomWakeup,
    Store,
    StoreUnavailable,
    Wakeup,
)

RETRY_AFTER: Final = 0.5
"""Seconds until the next attempt when the store is not reachable."""


class WakeupListener:
    """Follows the commits of other nodes."""

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        follower: StoreFollower,
        refresh: Callable[[], Awaitable[None]],
    ) -> None:
        """``refresh`` reads again what other parts know of live rooms; it raises StoreUnavailable."""
        self._store = store
        self._lobby = lobby
        self._follower = follower
        self._refresh = refresh

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
                wakeup = LostWakeups()
                await asyncio.sleep(RETRY_AFTER)
            else:
                return

    async def _handle(self, wakeup: Wakeup) -> None:
        match wakeup:
            case RoomWakeup():
                await self._follower.handle_wakeup(wakeup)
            case LobbyWakeup(room, version, summary):
                if summary is None:
                    self._lobby.drop(room)
                else:
                    self._lobby.put_encoded(summary, version)
            case LostWakeups():
                await self._refresh()
                await self._follower.refresh()
            case _:
                assert_never(wakeup)
