"""Sending notifications over HTTP: once each, without redirects, with little patience."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout

from pente_server.webhook.forms import WebhookForm, body_of, headers_of
from pente_server.webhook.notification import CHOSEN, Notification, WebhookEvent
from pente_server.webhook.signature import signed_headers

TIMEOUT: Final = 10.0
"""Seconds for one try."""
_PASSING: Final = frozenset({408, 425, 429})
"""Refusals that pass, as all of the server's own errors (5xx) do."""


class Delivery(Enum):
    """What became of one try."""

    DELIVERED = "delivered"
    LATER = "later"
    """Nobody answered, or with an error that passes."""
    REJECTED = "rejected"
    """The receiver does not want it, and will not: a redirect or a refusal."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of one try, and why, for the log. The address is not named: it may be a secret."""

    delivery: Delivery
    why: str = ""


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where notifications are sent, how, and which."""

    url: str = field(repr=False)
    form: WebhookForm = WebhookForm.JSON
    secret: bytes = field(default=b"", repr=False)
    """The key that signs them; empty: they are not signed."""
    events: frozenset[WebhookEvent] = frozenset(CHOSEN)
    waits: float = 60.0
    """Seconds after which a player without an opponent is somebody who waits."""
    turn_waits: float = 300.0
    """Seconds after which a player who is in the room is notified of their turn."""

    async def send(self, notification: Notification, now: Callable[[], float] = time.time) -> Sent:
        """Try once to send a notification."""
        content_type, body = body_of(self.form, notification)
        headers = {"Content-Type": content_type, "User-Agent": "pente-webhook"}
        headers |= headers_of(self.form, notification)
        if self.secret:
            headers |= signed_headers(self.secret, notification.id, int(now()), body)
        timeout = ClientTimeout(total=TIMEOUT)
        try:
            async with (
                ClientSession(timeout=timeout) as session,
                session.post(self.url, data=body, headers=headers, allow_redirects=False) as response,
            ):
                return _judged(response.status)
        except (ClientError, OSError, ValueError) as error:  # TimeoutError is an OSError
            return Sent(Delivery.LATER, type(error).__name__)


def _judged(status: int) -> Sent:
    if 200 <= status < 300:
        return Sent(Delivery.DELIVERED)
    passes = status >= 500 or status in _PASSING
    return Sent(Delivery.LATER if passes else Delivery.REJECTED, f"HTTP status {status}")
