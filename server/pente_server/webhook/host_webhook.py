"""The parts of the webhook, put together for a node."""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.store import Store
from pente_server.store.house_store import LeaseHolder
from pente_server.webhook.delivery import WebhookDelivery
from pente_server.webhook.notification import WebhookEvent
from pente_server.webhook.room_notifications import ReadRoom, RoomNotifications
from pente_server.webhook.sender import Webhook
from pente_server.webhook.store_watch import StoreWatch
from pente_server.webhook.turn_notifications import TurnNotifications
from pente_server.webhook.turns import IsPresent


class HostWebhook(RoomObserver):
    """Notifies the host of a node, or of a store with several nodes. Mutable."""

    def __init__(
        self,
        webhook: Webhook,
        store: Store,
        *,
        read_room: ReadRoom,
        is_here: Callable[[PlayerId], bool],
        is_present: IsPresent,
        trouble: Callable[[], str],
        now: Callable[[], Instant],
        server: str,
        link_to: Callable[[str], str],
    ) -> None:
        """``is_here``: whether a player is connected to this node; ``is_present``: whether in a room.
        ``link_to``: a link to a path of the server; empty if there is none for others.
        """
        queue, node = store.webhook, LeaseHolder(token_hex(8))
        turns = TurnNotifications(
            store.turns,
            queue,
            store.accounts,
            node=node,
            read_room=read_room,
            is_present=is_present,
            now=now,
            waits=webhook.turn_waits,
            server=server,
            link_to=link_to,
        )
        delivery = WebhookDelivery(queue, webhook.send, now, node=node, prepare=turns.prepared)
        self._rooms = RoomNotifications(
            delivery.add,
            webhook.events,
            waits=webhook.waits,
            read_room=read_room,
            is_here=is_here,
            is_first=queue.is_first,
            now=now,
            server=server,
            link_to=link_to,
        )
        self.notifies_turns = WebhookEvent.YOUR_TURN in webhook.events
        watch = StoreWatch(trouble, webhook.send, now, server=server)
        chosen = {WebhookEvent.STORE_AWAY: watch.run, WebhookEvent.YOUR_TURN: turns.run}
        self.work: tuple[Callable[[], Awaitable[None]], ...] = (
            delivery.run,
            *(work for event, work in chosen.items() if event in webhook.events),
        )
        """What runs until the node stops."""

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """What is to be cancelled then, besides."""
        return self._rooms.tasks

    def advanced(self, advance: Advance) -> None:
        self._rooms.advanced(advance)
