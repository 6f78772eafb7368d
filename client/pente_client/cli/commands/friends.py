"""`pente friends`: your friends, and which of them are online."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-friends.description")
EXAMPLES: Final = tell("cli-friends.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente friends`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("action", nargs="?", choices=["add", "remove"], help=tell("cli-friends.action"))
    parser.add_argument("player", nargs="?", metavar="NAME", type=read_name, help=tell("cli-friends.player"))
    add_server(parser)
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(usage_error=parser.error)


def run(args: argparse.Namespace) -> int:
    """Show or change the list; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client
    from pente_client.stream.jsonl.fields import listed_player_fields, player_fields
    from pente_client.words.lists.who_is_here import friend_lines
    from pente_client.words.phrases import name_of

    async def change(client: Client) -> int:
        is_friend = args.action == "add"
        friend = await (client.befriend if is_friend else client.unfriend)(args.player)
        if args.json:
            print(json.dumps({"t": "friend" if is_friend else "unfriend", "player": player_fields(friend)}))
        elif is_friend:
            print(tell("cli-friends.is-your-friend-now-you", name_of=name_of(friend)))
        else:
            print(tell("cli-friends.is-no-longer-among-your", name_of=name_of(friend)))
        return 0

    async def show(client: Client) -> int:
        found = await client.list_friends()
        if not args.json:
            print("\n".join(friend_lines(found)))
            return 0
        online = {row.player.id: row for row in found.online}
        for friend in found.friends:
            row = online.get(friend.id)
            fields = (player_fields(friend) or {}) if row is None else listed_player_fields(row)
            print(json.dumps({"t": "friend", "online": row is not None, **fields}))
        return 0

    if args.action and not args.player:
        args.usage_error(tell("cli-friends.needs-a-name-pente-friends", action=args.action))
    return with_client(args, change if args.action else show)
