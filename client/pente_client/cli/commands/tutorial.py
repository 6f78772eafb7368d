"""`pente tutorial`: learn Pente by playing, without a server."""

import argparse

from pente_client.options.connection_options import add_name
from pente_client.options.exit_status import fail
from pente_client.options.output_options import add_game_output
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-tutorial.description")
EXAMPLES = tell("cli-tutorial.examples")


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
        return fail(args, tell("cli-tutorial.the-game-cant-be-saved", reason=error.strerror or error))
    except (RequestRejected, ConnectionEnded) as problem:
        return fail(args, problem)
