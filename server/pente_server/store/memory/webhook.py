"""The queue of the webhook in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant, later
from pente_server.store.house_store import LeaseHolder
from pente_server.store.memory.house import MemoryLease
from pente_server.store.webhook_store import MOST_WAITING, SENDER_KEPT


@dataclass(slots=True)
class MemoryWebhookData:
    """The queue, and who works it. Mutable; shared by the stores of one process."""

    waiting: list[bytes] = field(default_factory=list)
    lease: MemoryLease = field(default_factory=MemoryLease)


class MemoryWebhook:
    """A `WebhookStore` in memory."""

    def __init__(self, data: MemoryWebhookData, now: Callable[[], Instant]) -> None:
        """``now`` is the common clock of the stores that share the queue."""
        self._data = data
        self._now = now

    async def push(self, notification: bytes) -> None:
        self._data.waiting.append(notification)
        del self._data.waiting[:-MOST_WAITING]

    async def first(self) -> bytes | None:
        return self._data.waiting[0] if self._data.waiting else None

    async def remove(self, notification: bytes) -> None:
        if notification in self._data.waiting:
            self._data.waiting.remove(notification)

    async def hold(self, node: LeaseHolder) -> bool:
        lease, now = self._data.lease, self._now()
        if now < lease.until and lease.holder not in (None, node):
            return False
        lease.holder, lease.until = node, later(now, SENDER_KEPT)
        return True

    async def release(self, node: LeaseHolder) -> None:
        if self._data.lease.holder == node:
            self._data.lease.holder = None
