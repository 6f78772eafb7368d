"""What `pente tutorial` does."""

import argparse
import asyncio

from pente_client.cli.offline.lessons import learn
from pente_client.connection import ConnectionEnded, RequestRejected
from pente_client.options.exit_status import fail


def run(args: argparse.Namespace) -> int:
    """Give the lessons; the exit status."""
    try:
        return asyncio.run(learn(args))
    except OSError as error:
        return fail(args, f"The game can't be saved: {error.strerror or error}.")
    except (RequestRejected, ConnectionEnded) as problem:
        return fail(args, problem)
