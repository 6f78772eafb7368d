"""`pente report`: report a player to the host of the server."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name, read_room_id

DESCRIPTION: Final = """
Report a player to the host of the server. The player does not learn of it. To see no more of them yourself:
pente account block NAME
"""
EXAMPLES: Final = """
examples:
  pente report eve insults everybody
  pente report eve --room ID stalls when losing

environment: PENTE_URL and PENTE_NAME are the defaults for --server and --name, PENTE_STATE is the directory
of your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente report`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("player", metavar="NAME", type=read_name, help="the player")
    parser.add_argument("words", nargs="+", metavar="WORD", help="what they did")
    parser.add_argument("--room", metavar="ID", type=read_room_id, help="the room where they did it")
    add_server(parser)
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Send the report; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client

    async def send(client: Client) -> int:
        await client.report(args.player, " ".join(args.words), args.room)
        print(json.dumps({"t": "reported"}) if args.json else "Reported. The host of the server will see it.")
        return 0

    return with_client(args, send)
