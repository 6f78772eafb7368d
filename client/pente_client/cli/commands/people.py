"""`pente people`: who is online."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_json
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-people.description")
EXAMPLES: Final = tell("cli-people.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente people`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--follow", action="store_true", help=tell("cli-people.follow"))
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show the list, and with --follow each change; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client, PlayersChanged
    from pente_client.stream.jsonl.fields import listed_player_fields
    from pente_client.words.lists.who_is_here import person_line, who_is_here_lines
    from pente_protocol.messages.lists import ListedPlayer

    def fields(row: ListedPlayer, client: Client) -> str:
        is_friend = row.player.id in client.friends
        return json.dumps({"t": "player", **listed_player_fields(row), "friend": is_friend})

    async def show(client: Client) -> int:
        found = await client.browse_players()
        if args.json:
            for row in found.players:
                print(fields(row, client), flush=True)
            print(json.dumps({"t": "online", "players": found.count}), flush=True)
        else:
            print("\n".join(who_is_here_lines(found, client.friends)), flush=True)
        known = {row.player.id: row for row in found.players}
        if not args.follow:
            return 0
        async for update in client.updates():
            if not isinstance(update, PlayersChanged):
                continue
            for row in update.news.players:
                known[row.player.id] = row
                print(fields(row, client) if args.json else person_line(row, client.friends), flush=True)
            for player in update.news.removed:
                gone = known.pop(player, ListedPlayer(client.me))
                text = json.dumps({"t": "gone", "id": player}) if args.json else f"{gone.player.name}: gone"
                print(text, flush=True)
            if args.json:
                print(json.dumps({"t": "online", "players": update.news.count}), flush=True)
        return 0

    return with_client(args, show)
