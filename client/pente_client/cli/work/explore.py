"""What `pente explore` does."""

import argparse
import json

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.connection.played_turns import PlayedTurns
from pente_client.drawing.text_board import Charset, board_lines
from pente_client.files.stdout import say
from pente_client.options.charset_options import charset_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.positions import InvalidFilter, position_of
from pente_client.stream.jsonl.fields import explored_fields
from pente_client.words.lists.game_list import explored_lines
from pente_core.rules.position import Position


def run(args: argparse.Namespace) -> int:
    """Show what was played; the exit status."""
    words = list(args.words)
    if words and "://" in words[0]:
        args.url = words.pop(0)
    try:
        position = position_of(" ".join(words).split(), args.ruleset)
    except InvalidFilter as bad:
        return fail(args, bad, ExitStatus.USAGE)
    charset = charset_of(args)
    return with_client(args, lambda client: _explore(args, client, position, charset))


async def _explore(args: argparse.Namespace, client: Client, position: Position, charset: Charset) -> int:
    explored = (await PlayedTurns.read(client.archive, position)).explored
    if args.json:
        say(json.dumps(explored_fields(position, explored)))
        return 0
    for line in board_lines(position, charset) if args.board else ():
        say(line)
    for line in explored_lines(position, explored):
        say(line)
    return 0
