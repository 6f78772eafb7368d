"""`pente profile`: the ratings and results of a player."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-profile.description")
EXAMPLES: Final = tell("cli-profile.examples")
LAST_GAMES: Final = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente profile`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("who", nargs="?", metavar="WHO", type=read_name, help=tell("cli-profile.who"))
    parser.add_argument(
        "--against",
        metavar="NAME",
        type=read_name,
        help=tell("cli-profile.against"),
    )
    add_server(parser)
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Tell; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client
    from pente_client.stream.jsonl.fields import game_fields, profile_fields
    from pente_client.words.lists.game_list import game_lines
    from pente_client.words.lists.profile import profile_lines
    from pente_protocol.messages.archive import GameFilter

    args.needs_account = not args.who

    async def show(client: Client) -> int:
        found = await client.profile(args.who or "", args.against or "")
        which = GameFilter(player=found.player.id)
        games = [game async for page, _ in client.archive.games(which, most=LAST_GAMES) for game in page]
        if args.json:
            fields = {"t": "profile", **profile_fields(found), "games": [game_fields(game) for game in games]}
            print(json.dumps(fields))
            return 0
        latest = [tell("cli-profile.latest-games")] if games else []
        print("\n".join([*profile_lines(found), *latest, *(f"  {line}" for line in game_lines(games))]))
        return 0

    return with_client(args, show)
