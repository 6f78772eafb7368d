"""`pente doctor`: what is wrong with the terminal, the installation, files or the connection."""

import argparse
from collections.abc import Callable
from typing import Final

from pente_client.options.connection_options import add_url
from pente_client.options.output_options import add_json

DESCRIPTION: Final = """
Look for what may be wrong: with this terminal, whose stones are measured; with what is installed; with your
files; and with a server, to which nothing is sent but a greeting. Each line says ok, warning or problem, and
what to do about it. No secret is shown, so you can pass the report on.
"""
EXAMPLES: Final = """
examples:
  pente doctor                           this terminal, and this machine's server
  pente doctor pente.example.org         with a friend's server
  pente doctor --offline                 without any server
  pente doctor --json                    one JSON object per line

environment: PENTE_URL is the default for URL, PENTE_STATE and PENTE_CONFIG are the directories of your files.
exit status: 0 no problem (but perhaps warnings), 1 a problem was found, 2 usage error, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente doctor`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--offline", action="store_true", help="do not look for a server")
    add_json(parser)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.setup import doctor

    return doctor.run
