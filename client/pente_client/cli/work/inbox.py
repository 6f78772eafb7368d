"""What `pente inbox` does."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from pente_client.cli.online.connect import with_client
from pente_client.cli.online.inbox_contents import first_inbox, read_inbox
from pente_client.connection import Client
from pente_client.options.connection_options import url_for_friends
from pente_client.options.exit_status import ExitStatus
from pente_client.stream.jsonl.fields import message_fields, player_fields
from pente_client.words.lists.inbox import InboxContents, InboxItem, RematchOffer, inbox_lines, time_left
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant


def run(args: argparse.Namespace) -> int:
    """Show what waits; the exit status."""

    async def work(client: Client) -> int:
        inbox = await (first_inbox(client) if args.wait else read_inbox(client))
        _show(inbox, client, url_for_friends(args.url), as_json=args.json)
        return ExitStatus.SUCCESS if inbox else ExitStatus.NOTHING

    return with_client(args, work)


def _show(inbox: InboxContents, client: Client, url: str, *, as_json: bool) -> None:
    now = client.server_now()
    if as_json:
        for fields in _lines(inbox, now):
            print(json.dumps(fields))
    else:
        print("\n".join(inbox_lines(inbox, client.me, now, url)))


def _lines(inbox: InboxContents, now: Instant) -> Iterator[dict[str, Any]]:
    yield from (_fields(item, now) for item in inbox.rooms)
    yield from map(_rematch_fields, inbox.rematches)
    yield from ({"t": "message", **message_fields(message)} for message in inbox.messages)


def _rematch_fields(offer: RematchOffer) -> dict[str, Any]:
    game = offer.game
    return {"t": "rematch", "room": game.id, "ruleset": game.ruleset.spec} | {
        "time": format_time_control(game.time),
        "by": player_fields(offer.by),
        "ended": game.end,
    }


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
        "paused_at": activity.paused_at,
        "resumes_at": activity.resumes_at,
        "left_ms": time_left(item, now),
    }
