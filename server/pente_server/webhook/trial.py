"""`pente admin webhook test`: one notification, sent as the server would send it."""

import argparse
import sys
import time

from pente_core.clock.instant import Instant
from pente_core.value import replace
from pente_server.webhook.chosen_webhook import InvalidWebhookOptions, webhook_from
from pente_server.webhook.notification import WebhookEvent, new_notification
from pente_server.webhook.sender import Delivery


class NotDelivered(Exception):
    """The webhook did not take the notification; the message says why, and what to check."""


async def run(args: argparse.Namespace) -> int:
    """Send it; the exit status. Raises InvalidWebhookOptions, NotDelivered and UnusableFile."""
    webhook = webhook_from(args)
    if webhook is None:
        raise InvalidWebhookOptions("no webhook is given; add --webhook URL or --webhook-url-file FILE")
    text = "This is a test. Notifications of the pente server arrive here."
    now = Instant(time.time_ns() // 1_000_000)
    link = args.public_url or ""
    test = new_notification(WebhookEvent.TEST, now, f"{text} To open it: {link}" if link else text)
    sent = await webhook.send(replace(test, link=link))
    if sent.delivery is not Delivery.DELIVERED:
        raise NotDelivered(
            f"the webhook did not take the notification ({sent.why}); check its address and form"
        )
    print("delivered", file=sys.stderr)
    return 0
