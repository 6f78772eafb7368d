"""`pente serve`: run a server."""

import argparse
from collections.abc import Callable

from pente_server.options import add_arguments

__all__ = ["add_arguments", "work"]


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_server import serving

    return serving.run
