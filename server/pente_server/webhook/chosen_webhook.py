"""The webhook that the options ask for."""

import argparse
from urllib.parse import urlsplit

from pente_server.access.host_files import read_password
from pente_server.webhook.forms import WebhookForm
from pente_server.webhook.sender import Webhook
from pente_server.webhook.signature import InvalidSecret, read_secret


class InvalidWebhookOptions(Exception):
    """An option is invalid; the message is one sentence that says what to do."""


def webhook_from(args: argparse.Namespace) -> Webhook | None:
    """The webhook that the options ask for. Raises InvalidWebhookOptions and UnusableFile."""
    url = args.webhook or ""
    if args.webhook_url_file is not None:
        url = read_password(args.webhook_url_file)
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise InvalidWebhookOptions("the address of the webhook must begin with https:// or http://")
    try:
        secret = (
            b"" if args.webhook_secret_file is None else read_secret(read_password(args.webhook_secret_file))
        )
    except InvalidSecret as bad:
        raise InvalidWebhookOptions(str(bad)) from None
    return Webhook(
        url, WebhookForm(args.webhook_form), secret, frozenset(args.webhook_events), args.webhook_waits
    )
