"""The lease of the house in memory."""

from collections.abc import Callable
from dataclasses import dataclass

from pente_core.clock.instant import Instant, later
from pente_server.store.house_store import LEASE_KEPT, Hold, LeaseHolder


@dataclass(slots=True)
class MemoryLease:
    """Who has the lease, and until when. Mutable; shared by the stores of one process."""

    holder: LeaseHolder | None = None
    until: Instant = Instant(0)


class MemoryHouse:
    """A `HouseStore` in memory."""

    def __init__(self, lease: MemoryLease, now: Callable[[], Instant]) -> None:
        """``now`` is the common clock of the stores that share the lease."""
        self._lease = lease
        self._now = now

    async def hold(self, holder: LeaseHolder) -> Hold:
        lease, now = self._lease, self._now()
        before = lease.holder if now < lease.until else None
        if before not in (None, holder):
            return Hold.ELSEWHERE
        lease.holder, lease.until = holder, later(now, LEASE_KEPT)
        return Hold.TAKEN if before is None else Hold.RENEWED

    async def release(self, holder: LeaseHolder) -> None:
        if self._lease.holder == holder:
            self._lease.holder = None
