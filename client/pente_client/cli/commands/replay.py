"""`pente replay`: replay a recorded game move by move."""

import argparse
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.charset_options import add_charset
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.record_options import AT, add_game
from pente_client.options.values import read_room_id
from pente_core.value import replace

DESCRIPTION: Final = """
Replay a game move by move: one from a file, or a finished one of a server by its id. In a terminal it takes
the full screen. Step with the arrows or [ and ], press > to play it through, type a point to try a move.
A game that was reviewed (pente analyse) has its graph there, and l leads from mistake to mistake.
With --plain you step through it in lines: Enter goes on, /back, /row 10, /board. In a pipe, and with --moves,
the moves are written as text, one line each. --boards adds the board after each.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente replay games.pgn
  pente replay games.pgn --game 3 --at 12    begin after the twelfth stone; as text, stop there
  pente replay games.sgf --moves             the moves as text
  pente replay games.pgn --boards | less     with the board after each
  pente replay games.sgf --learn white       find better stones than the mistakes of white
  pente replay ID                            a finished game, as pente games lists it
  pente replay ID --server pente.example.org    one of another server

exit status: 0 success, 1 no such game, or it has an illegal move, 2 usage error, 3 cannot connect, 4 rejected
by the server, 130 interrupted.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente replay`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_game(parser, replace(AT, key="at-replay", usual="whole-game"))
    add_server(parser)
    parser.add_argument("id", nargs="?", metavar="ID", type=read_room_id, help="the id of a finished game")
    parser.add_argument(
        "--learn",
        nargs="?",
        const="",
        metavar="WHO",
        help="learn from the mistakes of a reviewed game: your own, or those of a player or colour; a server "
        "is asked to review its game first",
    )
    parser.add_argument("--moves", action="store_true", help="write the moves only, never boards")
    parser.add_argument("--plain", action="store_true", help="write lines, in a terminal too")
    parser.add_argument("--boards", action="store_true", help="write lines with the board after each stone")
    add_charset(parser)
    add_connection(parser, needs_account=False)


def run(args: argparse.Namespace) -> int:
    """Show the game; the exit status."""
    from pente_client.cli.steps.replaying import replay

    return replay(args)
