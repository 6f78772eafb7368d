"""The forms in which notifications are sent: our own JSON, and what Discord, Slack and ntfy take."""

import json
from enum import StrEnum
from typing import Final, assert_never

from pente_server.webhook.notification import Notification, encode_notification

_JSON: Final = "application/json"
_LONGEST: Final = 1500
"""Characters of a text; Discord takes 2000."""


class WebhookForm(StrEnum):
    """What the receiver understands."""

    JSON = "json"
    DISCORD = "discord"
    SLACK = "slack"
    NTFY = "ntfy"


def body_of(form: WebhookForm, notification: Notification) -> tuple[str, bytes]:
    """The content type and the body of a notification.

    Names can't mention anybody: Discord is told so, and what Slack reads as markup is escaped.
    """
    text = notification.text[:_LONGEST]
    if notification.server:
        text = f"{notification.server}: {text}"
    match form:
        case WebhookForm.JSON:
            return _JSON, encode_notification(notification)
        case WebhookForm.DISCORD:
            before, link, after = text.partition(notification.link or "\n")
            content = f"{_plain(before)}{link}{_plain(after)}"
            return _JSON, _json({"content": content, "allowed_mentions": {"parse": []}})
        case WebhookForm.SLACK:
            return _JSON, _json(
                {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
            )
        case WebhookForm.NTFY:
            return "text/plain; charset=utf-8", text.encode()
        case _ as unreachable:
            assert_never(unreachable)


def headers_of(form: WebhookForm, notification: Notification) -> dict[str, str]:
    """What a form has beside its body: ntfy opens the link when the notification is tapped."""
    return {"Click": notification.link} if form is WebhookForm.NTFY and notification.link else {}


def _plain(text: str) -> str:
    """A text without Discord's markup, of which only ``_`` can be part of a name."""
    return text.replace("_", "\\_")


def _json(fields: dict[str, object]) -> bytes:
    return json.dumps(fields).encode()
