"""`pente why`: the times of a finished game, from its log."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_json

DESCRIPTION: Final = """
Show how the time of a finished game was counted, and why a flag fell: when each move reached the server, what
was not charged for network lag and outages, and who was connected. It comes from the game's log, which is the
same for both players.
"""
EXAMPLES: Final = """
examples:
  pente why 3f2a9c41d07b                 a game, by its id
  pente why 3f2a9c41d07b wss://pente.example.org
  pente why 3f2a9c41d07b --json          for programs; times in ms since 1970
  pente games list --player anna         find the id

exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente why`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="the id of the game")
    add_url(parser)
    add_json(parser, "write one JSON object, for programs")
    add_connection(parser, needs_account=False)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work import why

    return why.run
