"""The parts of the webhook, put together for a node."""

import asyncio
from collections.abc import Awaitable, Callable

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.store.webhook_store import WebhookStore
from pente_server.webhook.delivery import WebhookDelivery
from pente_server.webhook.notification import WebhookEvent
from pente_server.webhook.room_notifications import ReadRoom, RoomNotifications
from pente_server.webhook.sender import Webhook
from pente_server.webhook.store_watch import StoreWatch


class HostWebhook(RoomObserver):
    """Notifies the host of a node, or of a store with several nodes. Mutable."""

    def __init__(
        self,
        webhook: Webhook,
        store: WebhookStore,
        *,
        read_room: ReadRoom,
        is_here: Callable[[PlayerId], bool],
        trouble: Callable[[], str],
        now: Callable[[], Instant],
        server: str,
    ) -> None:
        delivery = WebhookDelivery(store, webhook.send, now)
        self._rooms = RoomNotifications(
            delivery.add,
            webhook.events,
            waits=webhook.waits,
            read_room=read_room,
            is_here=is_here,
            now=now,
            server=server,
        )
        watch = StoreWatch(trouble, webhook.send, now, server=server)
        is_watching = WebhookEvent.STORE_AWAY in webhook.events
        self.work: tuple[Callable[[], Awaitable[None]], ...] = (
            delivery.run,
            *((watch.run,) if is_watching else ()),
        )
        """What runs until the node stops."""

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """What is to be cancelled then, besides."""
        return self._rooms.tasks

    def advanced(self, advance: Advance) -> None:
        self._rooms.advanced(advance)
