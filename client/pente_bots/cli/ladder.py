"""`pente ladder`: keep bots playing each other on a server."""

import argparse
from pathlib import Path
from typing import Final

from pente_bots.cli.program_options import WORKERS, add_bot_connection
from pente_client.options.connection_options import add_url
from pente_client.options.ruleset_options import ruleset_option, time_option
from pente_client.options.values import whole_number
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-ladder.description")
EXAMPLES: Final = tell("cli-ladder.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente ladder`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help=tell("cli-ladder.file"))
    add_url(parser)
    parser.add_argument("--table", action="store_true", help=tell("cli-ladder.table"))
    parser.add_argument(
        "--results",
        type=Path,
        metavar="RESULTS",
        help=tell("cli-ladder.results"),
    )
    _add_games(parser)
    add_bot_connection(parser)
    parser.set_defaults(until_eof=False)


def _add_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-ladder.group-games"))
    group.add_argument("--games", type=whole_number(1), metavar="N", help=tell("cli-ladder.games"))
    group.add_argument(
        "--at-once",
        type=whole_number(1),
        default=2,
        metavar="N",
        help=tell("cli-ladder.at-once"),
    )
    add_options(group, [ruleset_option("pente"), time_option("2+1", "2+1"), WORKERS])


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives, or print the standing; the exit status."""
    from pente_bots.cli.ladder_service import keep_ladder

    return keep_ladder(args)
