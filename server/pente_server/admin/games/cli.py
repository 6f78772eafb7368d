"""`pente import`: recorded games into the archive of a server."""

import argparse
from typing import Final

from pente_server.serve_arguments import add_place

FORMATS: Final = ("pgn", "sgf", "jsonl")
DESCRIPTION: Final = """
Put collections of recorded games into the archive of your server: people then find them in pente games, on
the page and in the openings of pente explore. Files have pente.org's text with any number of games, SGF, or
our own logs. The server may be running, and shows them at once.
"""
EXAMPLES: Final = """
examples:
  pente import pente.org-games.txt              into the private store
  pente import old.pgn club.sgf --dry-run       what would be imported?
  pente import games.pgn --strict               all of them, or none if one is broken
  pente import games.pgn --redis redis://cache:6379
  pente games --player anna_                    then find those of anna

The players of imported games are names with a _ at the end, as in anna_. They are no accounts: nobody can
claim one, and such games count for no ratings and results. A game that is there already is noticed, so
repeating an import changes nothing, and completes one that was interrupted. Dates, rules, results, ratings
and clocks are kept; comments and other tags, such as event, site and round, become comments of the game. A
game without a date has none in lists. Variations are not kept. Games without a result are skipped.

environment: PENTE_REDIS and PENTE_DATA are the defaults for --redis and --data.
exit status: 0 success, 1 failure, or a game was skipped, 2 usage error, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente import`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a file of games: .pgn, .txt, .sgf or .jsonl"
    )
    parser.add_argument(
        "--format", choices=FORMATS, help="the format of the files (default: by their extensions)"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be imported, and write nothing"
    )
    parser.add_argument(
        "--strict", action="store_true", help="import nothing if a game is broken or has no result"
    )
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Import the games; the exit status."""
    from pente_server.admin.games.actions import import_files

    return import_files(args)
