"""A notification for the host, and what it is about."""

from enum import StrEnum
from secrets import token_hex
from typing import Final

from msgspec import DecodeError, ValidationError, json

from pente_core.clock.instant import Instant
from pente_core.value import Value

VERSION: Final = 1
"""The version of the JSON; keys may be added to it."""


class WebhookEvent(StrEnum):
    """What the host can be notified of."""

    GAME_BEGINS = "game-begins"
    SOMEBODY_WAITS = "somebody-waits"
    STORE_AWAY = "store-away"
    TEST = "test"
    """Sent by `pente admin webhook` only."""


CHOSEN: Final = (WebhookEvent.GAME_BEGINS, WebhookEvent.SOMEBODY_WAITS, WebhookEvent.STORE_AWAY)
"""What a host can choose, and gets without choosing."""


class Notification(Value):
    """A notification. Every field of it is public on the server: private rooms lead to none."""

    id: str
    """The same each time that it is sent."""
    event: WebhookEvent
    at: Instant
    """When it came about."""
    text: str
    """One sentence for people."""
    server: str = ""
    """What the host calls the server."""
    room: str = ""
    players: tuple[str, ...] = ()
    ruleset: str = ""
    time: str = ""


def new_notification(event: WebhookEvent, at: Instant, text: str, server: str = "") -> Notification:
    """A notification that concerns no room."""
    return Notification(token_hex(8), event, at, text, server)


def encode_notification(notification: Notification) -> bytes:
    """A notification as it waits in the store, and as its JSON is sent; the twin of `decode_notification`."""
    return json.encode(notification)


def decode_notification(body: bytes) -> Notification | None:
    """The notification of an entry; None for one that can't be read."""
    try:
        return json.decode(body, type=Notification)
    except (DecodeError, ValidationError):
        return None
