"""Notifications that the store is away, and back: sent by the node itself, as their queue is away too."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from pente_core.clock.instant import Instant
from pente_server.webhook.notification import Notification, WebhookEvent, new_notification
from pente_server.webhook.sender import Delivery, Sent

AWAY_FOR: Final = 10.0
"""Seconds that a store may be away before the host is told."""
TRIES: Final = 5
"""How often one of these is tried; the delay is a second at first, and doubled each time."""


class StoreWatch:
    """Looks whether the store is there, and tells the host. Mutable."""

    def __init__(
        self,
        trouble: Callable[[], str],
        send: Callable[[Notification], Awaitable[Sent]],
        now: Callable[[], Instant],
        *,
        server: str = "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """``trouble``: why requests of players are not carried out; empty while they are."""
        self._trouble = trouble
        self._send = send
        self._now = now
        self._server = server
        self._sleep = sleep

    async def run(self) -> None:
        """Watch, until cancelled."""
        while True:
            why = await self._until(is_away=True)
            await self._sleep(AWAY_FOR)
            if self._trouble():
                await self._tell(f"The store is away, and games stand still: {why}.")
                await self._until(is_away=False)
                await self._tell("The store is back, and games go on.")

    async def _until(self, *, is_away: bool) -> str:
        while bool(why := self._trouble()) is not is_away:
            await self._sleep(1.0)
        return why

    async def _tell(self, text: str) -> None:
        notification = new_notification(WebhookEvent.STORE_AWAY, self._now(), text, self._server)
        for delay in range(TRIES):
            if (await self._send(notification)).delivery is not Delivery.LATER:
                return
            await self._sleep(2.0**delay)
