"""`pente inbox`: what waits for a player on a server."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_url, url_for_friends
from pente_client.options.exit_status import ExitStatus
from pente_client.options.output_options import add_json
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-inbox.description")
EXAMPLES: Final = tell("cli-inbox.examples")
FOR_EVER: Final = 1e9
"""Seconds: longer than any server is down."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente inbox`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument(
        "--wait",
        action="store_const",
        const=FOR_EVER,
        default=0.0,
        help=tell("cli-inbox.wait"),
    )
    add_connection(parser, retries=False)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show what waits; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.cli.steps.inbox_contents import first_inbox, inbox_fields, read_inbox
    from pente_client.connection import Client
    from pente_client.words.lists.inbox import inbox_lines

    async def show(client: Client) -> int:
        inbox = await (first_inbox(client) if args.wait else read_inbox(client))
        now = client.server_now()
        if args.json:
            for fields in inbox_fields(inbox, now):
                print(json.dumps(fields))
        else:
            print("\n".join(inbox_lines(inbox, client.me, now, url_for_friends(args.url))))
        return ExitStatus.SUCCESS if inbox else ExitStatus.NOTHING

    return with_client(args, show)
