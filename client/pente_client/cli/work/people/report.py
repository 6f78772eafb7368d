"""What `pente report` does."""

import argparse
import json

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client


def run(args: argparse.Namespace) -> int:
    """Send the report; the exit status."""

    async def work(client: Client) -> int:
        await client.report(args.player, " ".join(args.words), args.room)
        print(json.dumps({"t": "reported"}) if args.json else "Reported. The host of the server will see it.")
        return 0

    return with_client(args, work)
