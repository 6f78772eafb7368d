"""`pente tutorial`: learn Pente by playing, without a server."""

import argparse

from pente_client.options.connection_options import add_name
from pente_client.options.exit_status import fail
from pente_client.options.output_options import add_game_output

DESCRIPTION = """
Learn Pente in two minutes: short lessons in which you place stones yourself, then, if you like, a first game
against an easy player. No server is needed.
"""
EXAMPLES = """
examples:
  pente tutorial
  pente tutorial --plain     the same in lines, for screen readers

Type a point such as g7, or move the cursor with the arrows and press Enter. Enter goes on to the next lesson;
/next goes on without the move, /again begins a lesson again, /previous goes back, /hint helps, /quit leaves.

environment: PENTE_NAME is the default for --name, PENTE_ASCII=1 draws boards in ASCII.
exit status: 0 the tutorial is over, or /quit; 1 nothing can be saved here; 2 usage error; 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente tutorial`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_name(parser, "yourself")
    add_game_output(parser)


def run(args: argparse.Namespace) -> int:
    """Give the lessons; the exit status."""
    import asyncio

    from pente_client.cli.steps.lessons import learn
    from pente_client.connection import ConnectionEnded, RequestRejected

    try:
        return asyncio.run(learn(args))
    except OSError as error:
        return fail(args, f"The game can't be saved: {error.strerror or error}.")
    except (RequestRejected, ConnectionEnded) as problem:
        return fail(args, problem)
