"""`pente account notify`: whether the host of a server is told when it is one's turn."""

import argparse
import json
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.options.connection_options import add_connection, default_url
from pente_client.options.output_options import add_json
from pente_protocol.messages import NotificationsFound

_DESCRIPTION: Final = """
Be named where the host of the server has its notifications sent, such as a channel of the club, when it
becomes your turn in a correspondence game, or in a live game that you are not in. Everybody who reads along
there sees your name, the game, your opponent and the time you have left; of private games only that it is
your turn in one. It is off unless you turn it on.
"""


def add_notify(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the action."""
    parser = actions.add_parser(
        "notify",
        help="be named in the host's channel when it is your turn",
        description=_DESCRIPTION,
    )
    parser.add_argument("change", nargs="?", choices=["on", "off"], help="default: show what you have chosen")
    parser.add_argument("--url", default=default_url(), help=f"the server (default: {default_url()})")
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(act=_notify)


def _notify(args: argparse.Namespace) -> int:
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
