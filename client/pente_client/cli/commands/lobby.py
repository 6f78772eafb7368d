"""`pente lobby`: open games, bots, and games to watch."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_output

DESCRIPTION: Final = """
Show the lobby of a server: open games, bots to play, games to watch. `pente` without a command opens it too.
"""
EXAMPLES: Final = """
examples:
  pente lobby                            the lobby of this machine's server
  pente lobby wss://pente.example.org    the lobby of a friend's server
  pente lobby --plain                    stay in it without a screen; in a pipe: print it once
  pente lobby --json --follow            the list and every change

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets, PENTE_ASCII=yes draws in ASCII.
exit status: 0 success, 1 connection lost, 2 usage error, 3 cannot connect, 4 rejected by the server,
130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente lobby`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument(
        "--follow", action="store_true", help="with --plain or --json: print changes until Ctrl-C"
    )
    add_connection(parser)
    add_output(parser)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work import lobby

    return lobby.run
