"""`pente explore`: what was played in a position, how often and with what result."""

import argparse
import json
from typing import Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.drawing.text_board import Charset, board_lines
from pente_client.files.record_files import fail, say
from pente_client.options.game_filters import InvalidFilter, position_asked_for
from pente_client.options.record_options import add_charset, charset_asked_for
from pente_client.options.shared_options import add_connection, default_url
from pente_client.words.game_list import explored_fields, explored_lines
from pente_core.rules.position import Position

DESCRIPTION: Final = """
The opening explorer: what was played in a position at a server, how often, and who won. Positions that are
the same but for turning or mirroring the board count as one, and so do moves; they are shown as they look in
the position that you give. Private games and those without a result are not counted.
"""
EXAMPLES: Final = """
examples:
  pente explore                          what is played first
  pente explore K10 L11                  after these moves
  pente explore --ruleset keryo-pente K10 L11 N13
  pente explore wss://pente.example.org K10
  pente explore '19/19/... 0,0 1O1 - - 1 pente'     a position as one line of text, with its ruleset
  pente games --position 'K10 L11'       the games themselves

exit status: 0 done, 2 for a wrong command line, 3 when the server can't be reached, 4 when it refuses,
130 after Ctrl-C.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente explore`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "words",
        nargs="*",
        metavar="URL or MOVE",
        help=f"the server ({default_url()}), and the moves that lead to the position, or the position itself",
    )
    parser.add_argument("--ruleset", metavar="R", help="the ruleset of the moves: a name or a file (pente)")
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    parser.add_argument("--board", action="store_true", help="draw the position, too")
    add_charset(parser)
    add_connection(parser)


def run(args: argparse.Namespace) -> int:
    """Explore; the exit status."""
    words = list(args.words)
    args.url = words.pop(0) if words and "://" in words[0] else default_url()
    try:
        position = position_asked_for(" ".join(words).split(), args.ruleset)
    except InvalidFilter as bad:
        fail(args, bad)
        return 2
    charset = charset_asked_for(args)
    return with_client(args, lambda client: _explore(args, client, position, charset))


async def _explore(args: argparse.Namespace, client: Client, position: Position, charset: Charset) -> int:
    explored = await client.archive.explored(position)
    if args.json:
        say(json.dumps(explored_fields(position, explored)))
        return 0
    for line in board_lines(position, charset) if args.board else ():
        say(line)
    for line in explored_lines(position, explored):
        say(line)
    return 0
