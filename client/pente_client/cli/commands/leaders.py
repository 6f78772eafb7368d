"""`pente leaders`: the highest rated players."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_json
from pente_core.rating import Speed
from pente_core.rules.ruleset import RULESETS

DESCRIPTION: Final = """
Show the highest rated players of a server, by ruleset and speed. Provisional ratings are listed apart: those
of players with too few rated games, or with none for a long time.
"""
EXAMPLES: Final = """
examples:
  pente leaders                                   pente, at every speed
  pente leaders wss://pente.example.org --ruleset keryo-pente
  pente leaders --speed blitz --json              one JSON object per line

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente leaders`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument(
        "--ruleset",
        choices=RULESETS,
        metavar="NAME",
        default="pente",
        help="the ruleset (default: %(default)s)",
    )
    speeds = ", ".join(Speed)
    parser.add_argument(
        "--speed",
        choices=[speed.value for speed in Speed],
        metavar="SPEED",
        help=f"one of {speeds} (default: all)",
    )
    add_connection(parser, needs_account=False)
    add_json(parser)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work import leaders

    return leaders.run
