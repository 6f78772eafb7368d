"""`pente engine`: one of our players as an engine for the programs of others."""

import argparse
from typing import Final

from pente_bots.players.player_options import PLAYER_HELP

DESCRIPTION: Final = """
Make one of our players an engine for programs that manage engines: Piskvork and the managers of Gomocup,
programs that speak GTP, and programs of your own that speak JSON, one object a line. Commands come on
standard input, replies go to standard output. docs/engines.md describes the protocols.
"""
EXAMPLES: Final = """
examples:
  pente engine --protocol piskvork --player patterns:level=4
  pente engine --protocol gtp --player 5
  pente bot --engine "pente engine --protocol piskvork" --protocol piskvork     our player, the long way round
  echo '{"do":"move","position":"19/19/…/19 0,0 0X1 - - 0 pente"}' | pente engine --protocol json

exit status: 0 the manager had enough, or the end of input; 2 usage error; 130 interrupted.
"""
PROTOCOLS: Final = ("piskvork", "gtp", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente engine`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--protocol", choices=PROTOCOLS, required=True, help="what to speak; piskvork is that of Gomocup"
    )
    parser.add_argument(
        "--player",
        default="patterns",
        metavar="PLAYER",
        help=f"{PLAYER_HELP} (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="make its moves repeatable (default: games differ)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the manager has enough; the exit status."""
    from pente_bots.cli.served_engine import serve_engine

    return serve_engine(args)
