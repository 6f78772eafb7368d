"""`pente serve`: run a server."""

import argparse

from pente_server.options import add_arguments

__all__ = ["add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit status."""
    from pente_server import serving

    return serving.run(args)
