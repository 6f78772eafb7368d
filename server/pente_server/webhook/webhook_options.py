"""The options of `pente serve` about the webhook of the host."""

import argparse
from pathlib import Path
from typing import Final

from pente_server.settings.environment import default_from
from pente_server.webhook.forms import WebhookForm
from pente_server.webhook.notification import CHOSEN, WebhookEvent

DESCRIPTION: Final = (
    "Tell the host what happens, by an HTTP request for each notification. Secrets are in files only: with"
    " Discord, Slack and some others the address itself is one."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options about the webhook."""
    group = parser.add_argument_group("webhook", DESCRIPTION)
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--webhook",
        metavar="URL",
        default=default_from("PENTE_WEBHOOK"),
        help="send notifications to this address, https:// or http://",
    )
    where.add_argument(
        "--webhook-url-file",
        type=Path,
        metavar="FILE",
        help="the same to the address in the first line of FILE",
    )
    group.add_argument(
        "--webhook-form",
        choices=[form.value for form in WebhookForm],
        default=WebhookForm.JSON.value,
        help="what the receiver understands (%(default)s)",
    )
    group.add_argument(
        "--webhook-secret-file",
        type=Path,
        metavar="FILE",
        help="sign notifications with the first line of FILE, at least 16 characters, or whsec_ and base64",
    )
    group.add_argument(
        "--webhook-events",
        metavar="EVENTS",
        type=_events,
        default=frozenset(CHOSEN),
        help=f"which notifications, separated by commas (default: {','.join(CHOSEN)});"
        " your-turn names only players who have asked for it",
    )
    group.add_argument(
        "--webhook-waits",
        metavar="SECONDS",
        type=_seconds,
        default=60.0,
        help="after how long a player without an opponent is somebody who waits (%(default)g)",
    )


def _events(text: str) -> frozenset[WebhookEvent]:
    try:
        events = frozenset(WebhookEvent(word.strip()) for word in text.split(","))
    except ValueError:
        events = frozenset()
    if not events or not events <= set(CHOSEN):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of events; choose from {', '.join(CHOSEN)}")
    return events


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 1 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 1 to 86400")
    return seconds
