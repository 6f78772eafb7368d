"""`pente analyse`: the best lines of a position, or a review of finished games."""

import argparse
import os
from typing import Final

from pente_bots.players.player_options import DEPTH, MOVE_TIME, NODES, PLAYER
from pente_client.files.record_formats import HELP
from pente_client.options.connection_options import (
    ACCEPT_ADDRESS,
    INSECURE,
    LOG_FILE,
    WAIT,
    add_server,
    variables,
)
from pente_client.options.record_options import AT, add_format
from pente_client.options.values import whole_number
from pente_core.value import replace
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

_MOST_LINES: Final = 10
DESCRIPTION: Final = tell("cli-analyse.description")
EXAMPLES: Final = HELP + tell("cli-analyse.examples-pente-analyse-games-pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente analyse`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("what", nargs="+", metavar="WHAT", help=tell("cli-analyse.what"))
    _add_game(parser)
    _add_search(parser)
    _add_output(parser)
    server = parser.add_argument_group(tell("cli-analyse.group-games-of-a-server"))
    add_server(parser)
    add_options(server, [WAIT, INSECURE, ACCEPT_ADDRESS, LOG_FILE], variables(LOG_FILE))


def _add_game(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-analyse.group-files"))
    add_format(parser, "--from", "WHAT")
    group.add_argument("--game", metavar="N", type=whole_number(1), help=tell("cli-analyse.game"))
    add_options(parser, [replace(AT, key="at-analyse", usual="")])


def _add_search(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-analyse.group-search"))
    rows = (
        replace(PLAYER, key="player-analyse", default="engine"),
        replace(MOVE_TIME, key="move_time-analyse", usual="analysis-time"),
        replace(NODES, key="nodes-analyse", usual=""),
        replace(DEPTH, usual=""),
    )
    add_options(group, rows)
    group.add_argument(
        "--lines",
        type=whole_number(1),
        choices=range(1, _MOST_LINES + 1),
        default=3,
        metavar="N",
        help=tell("cli-analyse.lines", most_lines=_MOST_LINES),
    )
    group.add_argument(
        "--workers",
        type=whole_number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help=tell("cli-analyse.workers"),
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-analyse.group-output"))
    group.add_argument(
        "--write",
        metavar="FILE",
        help=tell("cli-analyse.write"),
    )
    group.add_argument("--ascii", action="store_true", help=tell("cli-analyse.ascii"))
    group.add_argument("--json", action="store_true", help=tell("cli-analyse.json"))


def run(args: argparse.Namespace) -> int:
    """Analyse what is named; the exit status."""
    from pente_bots.cli.analysis.analyse_games import analyse

    return analyse(args)
