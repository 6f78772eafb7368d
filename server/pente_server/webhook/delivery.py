"""Sending what waits in the store, the oldest first, until it has arrived or is too old."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_server.store.errors import StoreUnavailable
from pente_server.store.house_store import LeaseHolder
from pente_server.store.notification_store import WebhookStore
from pente_server.webhook.notification import Notification, decode_notification, encode_notification
from pente_server.webhook.sender import Delivery, Sent

GIVEN_UP: Final = Millis(24 * 60 * 60 * 1000)
"""How long a notification is tried."""
MOST_UNSTORED: Final = 100
"""Notifications that wait for the store; while it is away, older ones give way."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at an empty queue."""
LONGEST_DELAY: Final = 300.0
"""Seconds between two tries at most; the first delay is one, and each is twice the one before."""

Send = Callable[[Notification], Awaitable[Sent]]
Prepare = Callable[[Notification], Awaitable[Notification | None]]
"""A notification as it is to be sent now; None if there is no reason for it any more."""

_log = logging.getLogger(__name__)


class WebhookDelivery:
    """The queue in the store, and its sender while this node is. Mutable.

    At least once, and one after the other in the order in which they were queued: one that can't be delivered
    just now holds back those behind it, until it is a day old.
    """

    def __init__(
        self,
        store: WebhookStore,
        send: Send,
        now: Callable[[], Instant],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        node: LeaseHolder,
        prepare: Prepare | None = None,
    ) -> None:
        """``prepare`` is called before each try, and may raise StoreUnavailable."""
        self._store = store
        self._send = send
        self._now = now
        self._sleep = sleep
        self._node = node
        self._prepare = prepare
        self._unstored: list[bytes] = []
        self._failed = 0
        """The tries in a row that have failed."""

    def add(self, notification: Notification) -> None:
        """Queue a notification; never waits and never fails."""
        self._unstored.append(encode_notification(notification))
        del self._unstored[:-MOST_UNSTORED]

    async def run(self) -> None:
        """Store what was added and send what waits, until cancelled."""
        try:
            while True:
                await self._sleep(await self._turn())
        finally:
            with suppress(StoreUnavailable):
                await self._store.release(self._node)

    async def _turn(self) -> float:
        """One step; how many seconds to wait for the next one."""
        try:
            while self._unstored:
                await self._store.push(self._unstored[0])
                del self._unstored[0]
            if not await self._store.hold(self._node):
                return LOOK_EVERY
            body = await self._store.first()
            return LOOK_EVERY if body is None else await self._deliver(body)
        except StoreUnavailable:  # the heartbeat logs it
            return LOOK_EVERY

    async def _deliver(self, body: bytes) -> float:
        """Try the first one; how long to wait then. Raises StoreUnavailable."""
        notification = await self._prepared(body)
        if notification is None:
            await self._store.remove(body)
            return 0
        sent = await self._send(notification)
        is_old = elapsed(notification.at, self._now()) > GIVEN_UP
        if sent.delivery is Delivery.LATER and not is_old:
            self._failed += 1
            if self._failed == 1:
                _log.warning("the webhook does not take notifications just now: %s", sent.why)
            return min(LONGEST_DELAY, 2.0 ** min(self._failed - 1, 20))
        if sent.delivery is not Delivery.DELIVERED:
            _log.error(
                "the webhook does not take notification %s, which is dropped: %s", notification.id, sent.why
            )
        elif self._failed:
            _log.info("the webhook takes notifications again")
        self._failed = 0
        await self._store.remove(body)
        return 0

    async def _prepared(self, body: bytes) -> Notification | None:
        """The notification of an entry as it is to be sent now; None if it is to be dropped."""
        notification = decode_notification(body)
        if notification is None:
            _log.error("a notification in the store can't be read, and is dropped")
            return None
        return notification if self._prepare is None else await self._prepare(notification)
