"""`pente inbox`: what waits for a player on a server."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
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


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work import inbox

    return inbox.run
