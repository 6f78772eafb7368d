"""`pente leaders`: the highest rated players."""

import argparse
import json
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


def run(args: argparse.Namespace) -> int:
    """Show the leaders; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client
    from pente_client.stream.jsonl.fields import leaderboard_fields
    from pente_client.words.lists.leaders import boards_text

    speed = None if args.speed is None else Speed(args.speed)

    async def show(client: Client) -> int:
        boards = await client.leaders(args.ruleset, speed)
        if args.json:
            for board in boards:
                print(json.dumps({"t": "leaders", **leaderboard_fields(board)}))
        else:
            print(boards_text(boards, args.ruleset))
        return 0

    return with_client(args, show)
