"""`pente messages`: messages between players."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_json

DESCRIPTION: Final = """
Show the messages to you at a server: the latest 20 of the last 30 days. Or write to a player, who may be
away; or choose whether all players with a name of their own may write to you, or only your friends.
"""
EXAMPLES: Final = """
examples:
  pente messages
  pente messages send anna Shall we play tonight?
  pente messages from friends          only friends may write to you; from everybody undoes it
  pente messages --json                one JSON object per message

environment: PENTE_URL and PENTE_NAME are the defaults for --server and --name, PENTE_STATE is the directory
of your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente messages`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("action", nargs="?", choices=["send", "from"], help="write, or choose who may write")
    parser.add_argument("words", nargs="*", metavar="WORD", help="NAME TEXT; or everybody or friends")
    add_server(parser)
    add_connection(parser)
    add_json(parser)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.people import messages

    return messages.run
