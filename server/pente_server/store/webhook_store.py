"""The storage interface for the webhook: what waits to be sent to the host, and which node sends it."""

from typing import Final, Protocol

from pente_core.clock.instant import Millis
from pente_server.store.house_store import LeaseHolder

MOST_WAITING: Final = 1000
"""Notifications that wait at most; the oldest ones give way."""
SENDER_KEPT: Final = Millis(30_000)
"""How long a node remains the sender without saying so again: longer than one try to send."""


class WebhookStore(Protocol):
    """A queue of encoded notifications, of which one node at a time sends the first.

    Every method may raise StoreUnavailable; it is then safe to call it again, and a notification may then be
    in the queue twice.
    """

    async def push(self, notification: bytes) -> None:
        """Add a notification at the end."""
        ...

    async def first(self) -> bytes | None:
        """The notification that has waited longest."""
        ...

    async def remove(self, notification: bytes) -> None:
        """Remove a notification, if it is there."""
        ...

    async def hold(self, node: LeaseHolder) -> bool:
        """Whether this node is the sender, for `SENDER_KEPT` from now on."""
        ...

    async def release(self, node: LeaseHolder) -> None:
        """Let another node be the sender at once, if this one is."""
        ...
