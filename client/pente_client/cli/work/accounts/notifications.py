"""`pente account notify`: whether the host of a server is told when it is one's turn."""

import argparse
import json
from typing import Any

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_protocol.messages import NotificationsFound


def notify(args: argparse.Namespace) -> int:
    """Choose whether to be named, or tell what was chosen; the exit status."""

    async def work(client: Client) -> int:
        found = await client.choose_notifications(
            your_turn=None if args.change is None else args.change == "on"
        )
        print(json.dumps(_fields(found)) if args.json else notify_text(found))
        return 0

    return with_client(args, work)


def notify_text(found: NotificationsFound) -> str:
    """What the player has chosen, and what this server makes of it."""
    if not found.your_turn:
        return "You are not named in the host's channel. To be named on your turn: pente account notify on"
    if not found.are_sent:
        return "Your choice is kept, but the host of this server sends no notifications of turns just now."
    return "You are named in the host's channel when it is your turn. To end that: pente account notify off"


def _fields(found: NotificationsFound) -> dict[str, Any]:
    return {"t": "notify", "your_turn": found.your_turn, "sent": found.are_sent}
