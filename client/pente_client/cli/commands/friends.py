"""`pente friends`: your friends, and which of them are online."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name

DESCRIPTION: Final = """
Show your friends at a server, and which of them are online. You are told when a friend arrives, wherever you
are. Nobody learns whose friend they are.
"""
EXAMPLES: Final = """
examples:
  pente friends
  pente friends add anna
  pente friends remove anna
  pente friends --json

environment: PENTE_URL and PENTE_NAME are the defaults for --server and --name, PENTE_STATE is the directory
of your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente friends`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("action", nargs="?", choices=["add", "remove"], help="add or remove a friend")
    parser.add_argument("player", nargs="?", metavar="NAME", type=read_name, help="the player")
    add_server(parser)
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(usage_error=parser.error)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.people import friends

    return friends.run
