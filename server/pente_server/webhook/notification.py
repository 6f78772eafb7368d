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
    GAME_ENDS = "game-ends"
    SOMEBODY_WAITS = "somebody-waits"
    STORE_AWAY = "store-away"
    YOUR_TURN = "your-turn"
    """Of players who want it, see `Account.notify`."""
    TEST = "test"
    """Sent by `pente admin webhook` only."""


CHOSEN: Final = (
    WebhookEvent.GAME_BEGINS,
    WebhookEvent.GAME_ENDS,
    WebhookEvent.SOMEBODY_WAITS,
    WebhookEvent.STORE_AWAY,
    WebhookEvent.YOUR_TURN,
)
"""What a host can choose, and gets without choosing."""


class Notification(Value):
    """A notification. Every field but the last is sent: nothing in them is of a private room, but the name of
    a player who wants to be notified of turns.
    """

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
    deadline: Instant | None = None
    """With a turn: when its player's time is over."""
    link: str = ""
    """What to open: the room, or the inbox of a player; empty if others have no address of the server."""
    subject: str = ""
    """What the notification is about, while it waits to be worded."""


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
