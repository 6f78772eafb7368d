"""`pente explore`: the opening explorer."""

import argparse
import json
from typing import Final

from pente_client.files.stdout import say
from pente_client.options.charset_options import add_charset, charset_of
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import add_json
from pente_client.options.positions import InvalidFilter, position_of
from pente_client.options.ruleset_options import ruleset_option
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-explore.description")
EXAMPLES: Final = tell("cli-explore.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente explore`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "words",
        nargs="*",
        metavar="MOVE",
        help=tell("cli-explore.words"),
    )
    add_server(parser)
    add_options(parser, [ruleset_option("pente", "ruleset-moves")])
    add_json(parser, tell("cli-explore.write-one-json-object-for"))
    parser.add_argument("--board", action="store_true", help=tell("cli-explore.board"))
    add_charset(parser)
    add_connection(parser, needs_account=False)


def run(args: argparse.Namespace) -> int:
    """Show what was played; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client
    from pente_client.connection.played_turns import PlayedTurns
    from pente_client.drawing.text_board import board_lines
    from pente_client.stream.jsonl.fields import explored_fields
    from pente_client.words.lists.game_list import explored_lines

    words = list(args.words)
    if words and "://" in words[0]:
        args.url = words.pop(0)
    try:
        position = position_of(" ".join(words).split(), args.ruleset)
    except InvalidFilter as bad:
        return fail(args, bad, ExitStatus.USAGE)
    charset = charset_of(args)

    async def show(client: Client) -> int:
        explored = (await PlayedTurns.read(client.archive, position)).explored
        if args.json:
            say(json.dumps(explored_fields(position, explored)))
            return 0
        board = board_lines(position, charset) if args.board else ()
        for line in (*board, *explored_lines(position, explored)):
            say(line)
        return 0

    return with_client(args, show)
