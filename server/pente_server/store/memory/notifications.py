"""Notifications in memory: the queue of the webhook, and turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId, RoomId
from pente_server.store.house_store import LeaseHolder
from pente_server.store.memory.accounts import MemoryAccountData
from pente_server.store.memory.house import MemoryLease
from pente_server.store.notification_store import MOST_WAITING, SENDER_KEPT, AwaitedTurn


@dataclass(slots=True)
class MemoryWebhookData:
    """The queue, and who works it. Mutable; shared by the stores of one process."""

    waiting: list[bytes] = field(default_factory=list)
    lease: MemoryLease = field(default_factory=MemoryLease)
    waited: dict[PlayerId, Instant] = field(default_factory=dict)
    """Until when `MemoryWebhook.is_first` says no."""


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

    async def is_first(self, player: PlayerId, within: Millis) -> bool:
        now = self._now()
        if now < self._data.waited.get(player, now):
            return False
        self._data.waited[player] = later(now, within)
        return True


class MemoryTurns:
    """A `TurnStore` in memory."""

    def __init__(self, turns: dict[RoomId, AwaitedTurn], register: MemoryAccountData) -> None:
        self._turns = turns
        self._register = register

    async def choose(self, player: PlayerId, *, notify: bool) -> bool:
        account = self._register.accounts.get(player)
        if account is None:
            return False
        self._register.accounts[player] = replace(account, notify=notify)
        return True

    async def begun(self) -> Sequence[AwaitedTurn]:
        return list(self._turns.values())

    async def settled(self, turn: AwaitedTurn) -> None:
        if self._turns.get(turn.room) == turn:
            del self._turns[turn.room]
