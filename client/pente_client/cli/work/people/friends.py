"""What `pente friends` does."""

import argparse
import json

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.stream.jsonl.fields import listed_player_fields, player_fields
from pente_client.words.lists.who_is_here import friend_lines
from pente_client.words.phrases import name_of


def run(args: argparse.Namespace) -> int:
    """Show or change the list; the exit status."""
    if args.action and not args.player:
        args.usage_error(f"{args.action} needs a name: pente friends {args.action} NAME")

    async def work(client: Client) -> int:
        if args.action:
            await _change(client, args.player, is_friend=args.action == "add", as_json=args.json)
        else:
            await _show(client, as_json=args.json)
        return 0

    return with_client(args, work)


async def _change(client: Client, name: str, *, is_friend: bool, as_json: bool) -> None:
    friend = await (client.befriend if is_friend else client.unfriend)(name)
    if as_json:
        print(json.dumps({"t": "friend" if is_friend else "unfriend", "player": player_fields(friend)}))
    elif is_friend:
        print(f"{name_of(friend)} is your friend now: you are told when they arrive.")
    else:
        print(f"{name_of(friend)} is no longer among your friends.")


async def _show(client: Client, *, as_json: bool) -> None:
    found = await client.list_friends()
    if not as_json:
        print("\n".join(friend_lines(found)))
        return
    online = {row.player.id: row for row in found.online}
    for friend in found.friends:
        row = online.get(friend.id)
        fields = (player_fields(friend) or {}) if row is None else listed_player_fields(row)
        print(json.dumps({"t": "friend", "online": row is not None, **fields}))
