"""`pente inbox`: what waits for a player on a server."""

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import (
    Client,
    Connected,
    ConnectionEnded,
    InvitationReceived,
    LobbyChanged,
    Update,
)
from pente_client.options.connection_options import add_connection, add_url, url_for_friends
from pente_client.options.exit_status import ExitStatus
from pente_client.options.output_options import add_json
from pente_client.stream.jsonl.fields import player_fields
from pente_client.words.lists.inbox import InboxItem, inbox_lines, inbox_of, time_left
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_protocol.messages import ListedRoom, RoomFilter

DESCRIPTION: Final = """
List what waits for you on a server: games in which it is your turn, those with the least time left first,
offers to answer, and invitations. Times are your local time.
"""
EXAMPLES: Final = """
examples:
  pente inbox                            what waits on this machine's server
  pente inbox wss://pente.example.org    what waits on a friend's server
  pente inbox --wait && notify-send Pente "Something waits for you"
  pente inbox --json                     one JSON object per line, for prompts and scripts

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets.
exit status: 0 something waits, 5 nothing waits, 1 connection lost, 2 usage error, 3 cannot connect,
4 rejected by the server, 130 interrupted.
"""
FOR_EVER: Final = 1e9
"""Seconds: longer than any server is down."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente inbox`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument(
        "--wait",
        action="store_const",
        const=FOR_EVER,
        default=0.0,
        help="wait until something is there, also for a server that is down",
    )
    add_connection(parser, retries=False)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show what waits; the exit status."""

    async def work(client: Client) -> int:
        items = await (_first_items(client) if args.wait else _items(client))
        _show(items, client, url_for_friends(args.url), as_json=args.json)
        return ExitStatus.SUCCESS if items else ExitStatus.NOTHING

    return with_client(args, work)


async def _items(client: Client) -> Sequence[InboxItem]:
    rows = await client.list_rooms(RoomFilter(player=client.me.name))
    return inbox_of(rows, client.me, client.blocked)


async def _first_items(client: Client) -> Sequence[InboxItem]:
    """What waits, once something does. Raises ConnectionEnded."""
    rows = {row.room.id: row for row in await client.browse(RoomFilter(player=client.me.name))}
    if items := inbox_of(rows.values(), client.me, client.blocked):
        return items
    async for update in client.updates():
        _follow(rows, update)
        if items := inbox_of(rows.values(), client.me, client.blocked):
            return items
    raise ConnectionEnded("The connection was closed.")


def _follow(rows: dict[RoomId, ListedRoom], update: Update) -> None:
    """Bring rows up to date."""
    match update:
        case LobbyChanged(news=news):
            rows.update((row.room.id, row) for row in news.rooms)
            for id_ in news.removed:
                rows.pop(id_, None)
        case InvitationReceived(summary=summary):
            rows[summary.id] = ListedRoom(summary)
        case Connected(welcome=welcome):
            rows.update((row.room.id, row) for row in welcome.rooms)
        case _:
            pass


def _show(items: Sequence[InboxItem], client: Client, url: str, *, as_json: bool) -> None:
    now = client.server_now()
    if as_json:
        for item in items:
            print(json.dumps(_fields(item, now)))
    else:
        print("\n".join(inbox_lines(items, client.me, now, url)))


def _fields(item: InboxItem, now: Instant) -> dict[str, Any]:
    room, activity = item.row.room, item.row.activity
    return {
        "t": item.kind.value,
        "room": room.id,
        "ruleset": room.ruleset.spec,
        "time": format_time_control(room.time),
        "host": player_fields(room.host),
        "seats": [player_fields(player) for player in room.seats],
        "ply": activity.ply,
        "deadline": activity.deadline,
        "left_ms": time_left(item, now),
    }
