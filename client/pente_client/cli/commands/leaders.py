"""`pente leaders`: the highest rated players."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.output_options import add_json
from pente_core.rating import Speed
from pente_core.rules.ruleset import RULESETS
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-leaders.description")
EXAMPLES: Final = tell("cli-leaders.examples")


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
        help=tell("cli-leaders.ruleset"),
    )
    speeds = ", ".join(Speed)
    parser.add_argument(
        "--speed",
        choices=[speed.value for speed in Speed],
        metavar="SPEED",
        help=tell("cli-leaders.speed", speeds=speeds),
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
