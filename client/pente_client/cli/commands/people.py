"""`pente people`: who is online."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_json

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


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.people import online

    return online.run
