"""`pente inbox`: what waits for a player on a server."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_url, url_for_friends
from pente_client.options.exit_status import ExitStatus
from pente_client.options.output_options import add_json

DESCRIPTION: Final = """
List what waits for you on a server: games in which it is your turn, those with the least time left first,
offers to answer, invitations, rematches that were offered to you after your latest games, and messages that
you have not read. Times are your local time.
"""
EXAMPLES: Final = """
examples:
  pente inbox                            what waits on this machine's server
  pente inbox wss://pente.example.org    what waits on a friend's server
  pente inbox --wait && notify-send Pente "Something waits for you"
  pente inbox --json                     one JSON object per line, for prompts and scripts

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets.
exit status: 0 something waits, 5 nothing waits, 1 connection lost, 2 usage error, 3 cannot connect,
4 rejected by the server, 130 interrupted.
"""
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
        help="wait until something is there, also for a server that is down",
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
