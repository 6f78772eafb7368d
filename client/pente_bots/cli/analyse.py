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

_MOST_LINES: Final = 10
DESCRIPTION: Final = """
Analyse a position: the best lines with what they lead to. Or review finished games, of a file or one of a
server by its id: what each stone led to, the graph of the game, and the mistakes with what would have been
better. Chances are shares of the point that the side can expect, 0 to 100 %. Ctrl-C keeps and prints what is
done.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente analyse games.pgn                          review all games of a file
  pente analyse games.pgn --game 3 --write out.sgf    one of them; write all, with the review
  pente analyse games.pgn --at 12                  the position after the twelfth stone
  pente analyse 19/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/19 0,0 1O1 - - 1 pente
  pente analyse ID --server pente.example.org      a finished game of a server
  pente analyse games.sgf --player patterns-3 --workers 2 --json

exit status: 0 success, 1 a game could not be read or reviewed, 2 usage error, 3 cannot connect, 4 rejected by
the server, 130 interrupted (after printing what was done).
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente analyse`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "what", nargs="+", metavar="WHAT", help="a file of games (or - for stdin), a game id, or a position"
    )
    _add_game(parser)
    _add_search(parser)
    _add_output(parser)
    server = parser.add_argument_group("games of a server")
    add_server(parser)
    add_options(server, [WAIT, INSECURE, ACCEPT_ADDRESS, LOG_FILE], variables(LOG_FILE))


def _add_game(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files")
    add_format(parser, "--from", "WHAT")
    group.add_argument(
        "--game", metavar="N", type=whole_number(1), help="the number of a game in the file (default: all)"
    )
    add_options(parser, [replace(AT, key="at-analyse", usual="")])


def _add_search(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("search")
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
        help=f"lines of a single position, at most {_MOST_LINES} (default: %(default)s)",
    )
    group.add_argument(
        "--workers",
        type=whole_number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that search (default: %(default)s)",
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--write",
        metavar="FILE",
        help="write all games with their reviews: to *.sgf with comments and better lines, to *.pgn as tags",
    )
    group.add_argument("--ascii", action="store_true", help="draw the graph with ASCII characters")
    group.add_argument("--json", action="store_true", help="write one JSON object per line")


def run(args: argparse.Namespace) -> int:
    """Analyse what is named; the exit status."""
    from pente_bots.cli.analysis.analyse_games import analyse

    return analyse(args)
