"""`pente profile`: the ratings and results of a player."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name

DESCRIPTION: Final = """
Show the ratings and results of a player on a server, by ruleset and speed, the latest ratings, how many games
were won or lost in a row, and the latest games. Without WHO, your own. `pente games` lists all games.
"""
EXAMPLES: Final = """
examples:
  pente profile                        your own profile
  pente profile anna                   another player's
  pente profile anna --against boris   with the results of anna against boris
  pente profile anna --server wss://pente.example.org
  pente profile anna --json            one JSON object, for programs

A question mark after a rating means that it is provisional: too few rated games, or none for a long time.

environment: PENTE_URL and PENTE_NAME are the defaults for --server and --name, PENTE_STATE is the directory
of your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, or no such player,
130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente profile`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "who", nargs="?", metavar="WHO", type=read_name, help="the player's name (default: you)"
    )
    parser.add_argument(
        "--against",
        metavar="NAME",
        type=read_name,
        help="another player: show the results of the two against each other",
    )
    add_server(parser)
    add_connection(parser)
    add_json(parser)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work import profile

    return profile.run
