"""`pente serve`: run a server."""

import argparse

from pente_server.serve_arguments import add_arguments

__all__ = ["add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    """Run a server until a signal arrives; the exit status."""
    from pente_server.serving import serve

    return serve(args)
