"""What `pente people` does."""

import argparse
import json

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client, PlayersChanged
from pente_client.stream.jsonl.fields import listed_player_fields
from pente_client.words.lists.who_is_here import person_line, who_is_here_lines
from pente_core.identity import PlayerId
from pente_protocol.messages import ListedPlayer, PlayersUpdate


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
