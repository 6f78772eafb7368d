"""`pente puzzle`: find the win, and make puzzles from games."""

import argparse
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_game_output
from pente_client.options.record_options import add_format
from pente_client.options.values import whole_number

DESCRIPTION: Final = """
Solve puzzles: positions in which the side to move wins by threats, whatever the other side does. You play the
attack, the computer the defence that lasts longest. Without options, they are those that come with pente, and
no server is needed; those that you have solved come last.
"""
EXAMPLES: Final = """
examples:
  pente puzzle                                solve a puzzle, then the next one
  pente puzzle --least 7                      only those of four stones of yours, or more
  pente puzzle --from games.sgf               find the puzzles of recorded games, and solve them
  pente puzzle --server pente.example.org     those of the games of a server
  pente puzzle make games.pgn -o mine.jsonl   find puzzles, and keep them in a file
  pente puzzle --from mine.jsonl              solve those

Type a point such as k10, or move the cursor with the arrows and press Enter. Enter goes on to the next
puzzle; after a mistake it goes back to where you made it. /hint helps, /solution shows the stones, /next goes
on without a solution, /again begins a puzzle again, /previous goes back, /quit leaves.

environment: PENTE_NAME is the default for --name, PENTE_ASCII=yes draws boards in ASCII, PENTE_STATE is the
directory where it is remembered which puzzles you have solved.
exit status: 0 you left, or there are no more; 1 there is no puzzle, or a file can't be used; 2 usage error;
3 cannot connect; 4 rejected by the server; 130 interrupted.
"""
MAKE_EXAMPLES: Final = (
    HELP
    + """
examples:
  pente puzzle make games.pgn -o puzzles.jsonl
  pente puzzle make *.sgf -o hard.jsonl --least 7
  pente games export -o games.jsonl && pente puzzle make games.jsonl -o puzzles.jsonl

Every puzzle is proven by the rules against every defence, and has one stone to begin with. The same games
give the same file, however many processes look for them.

exit status: 0 all games were looked at, 1 a file or a game can't be used, 2 usage error, 130 interrupted.
"""
)
LEAST: Final = 3
MOST: Final = 11
"""The usual bounds of a win, in stones of both sides."""
GAMES: Final = 100
"""How many games of a server are looked through that has no puzzles of them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente puzzle`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_play(actions.add_parser("play", help="solve puzzles (the default action)", epilog=EXAMPLES))
    _add_make(actions.add_parser("make", help="find the puzzles of games", epilog=MAKE_EXAMPLES))


def _add_play(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group("which puzzles (default: those that come with pente)")
    which.add_argument(
        "--from", dest="file", metavar="FILE", help="a file of puzzles, or of games (.pgn, .sgf or .jsonl)"
    )
    which.add_argument(
        "--games",
        metavar="N",
        type=whole_number(1),
        help="with --server: look through the latest N games, even if the server has puzzles of its games"
        f" (default: {GAMES} if it has none)",
    )
    parser.set_defaults(usual_games=GAMES)
    which.add_argument("--shuffle", action="store_true", help="in any order")
    _add_bounds(which)
    add_connection(parser, needs_account=False)
    add_game_output(parser)
    add_server(parser, "none", default="")


def _add_make(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="GAMES", nargs="+", help="a file of games, or - for stdin")
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="the file to write, or - for stdout"
    )
    add_format(parser, "--from", "GAMES")
    _add_bounds(parser)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1),
        help="processes that look for puzzles (default: one for each processor)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress and no count")
    parser.set_defaults(json=False)


def _add_bounds(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--least",
        metavar="N",
        type=whole_number(3),
        default=LEAST,
        help="wins in N stones of both sides, or more (default: %(default)s)",
    )
    group.add_argument(
        "--most",
        metavar="N",
        type=whole_number(3),
        default=MOST,
        help="wins in N stones of both sides, or fewer (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    from pente_client.cli.steps.puzzles import run_action

    return run_action(args)
