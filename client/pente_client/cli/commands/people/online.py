"""`pente people`: who is online."""

import argparse
import json
from typing import Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client, PlayersChanged
from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_json
from pente_client.stream.jsonl.fields import listed_player_fields
from pente_client.words.lists.who_is_here import person_line, who_is_here_lines
from pente_core.identity import PlayerId
from pente_protocol.messages import ListedPlayer, PlayersUpdate

DESCRIPTION: Final = """
Show who is online at a server: in the lobby, waiting for an opponent, playing whom, or watching; with the
rating in pente, and since when. Friends come first. Who has blocked another does not see them, nor they them.
"""
EXAMPLES: Final = """
examples:
  pente people
  pente people wss://pente.example.org --follow   the list and every change, until Ctrl-C
  pente people --json                             one JSON object per player

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets.
exit status: 0 success, 1 connection lost, 2 usage error, 3 cannot connect, 4 rejected by the server,
130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente people`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--follow", action="store_true", help="show changes too, until Ctrl-C")
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show the list; the exit status."""
    return with_client(args, lambda client: _show(client, as_json=args.json, follow=args.follow))


async def _show(client: Client, *, as_json: bool, follow: bool) -> int:
    found = await client.browse_players()
    if as_json:
        for row in found.players:
            print(_line(row, client), flush=True)
        print(json.dumps({"t": "online", "players": found.count}), flush=True)
    else:
        print("\n".join(who_is_here_lines(found, client.friends)), flush=True)
    if follow:
        names = {row.player.id: row for row in found.players}
        async for update in client.updates():
            if isinstance(update, PlayersChanged):
                _show_changes(client, update.news, names, as_json=as_json)
    return 0


def _show_changes(
    client: Client, news: PlayersUpdate, known: dict[PlayerId, ListedPlayer], *, as_json: bool
) -> None:
    """Print who is new or does something else, and who is gone; ``known`` are those who were shown."""
    for row in news.players:
        known[row.player.id] = row
        print(_line(row, client) if as_json else person_line(row, client.friends), flush=True)
    for player in news.removed:
        row = known.pop(player, ListedPlayer(client.me))
        text = json.dumps({"t": "gone", "id": player}) if as_json else f"{row.player.name}: gone"
        print(text, flush=True)
    if as_json:
        print(json.dumps({"t": "online", "players": news.count}), flush=True)


def _line(row: ListedPlayer, client: Client) -> str:
    is_friend = row.player.id in client.friends
    return json.dumps({"t": "player", **listed_player_fields(row), "friend": is_friend})
