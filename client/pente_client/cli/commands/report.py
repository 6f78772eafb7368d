"""`pente report`: report a player to the host of the server."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name, read_room_id
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-report.description")
EXAMPLES: Final = tell("cli-report.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente report`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("player", metavar="NAME", type=read_name, help=tell("cli-report.player"))
    parser.add_argument("words", nargs="+", metavar="WORD", help=tell("cli-report.words"))
    parser.add_argument("--room", metavar="ID", type=read_room_id, help=tell("cli-report.room"))
    add_server(parser)
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Send the report; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client

    async def send(client: Client) -> int:
        await client.report(args.player, " ".join(args.words), args.room)
        print(json.dumps({"t": "reported"}) if args.json else tell("cli-report.reported-the-host-of-the"))
        return 0

    return with_client(args, send)
