"""`pente import`: recorded games into the archive of a server."""

import argparse
from typing import Final

from pente_protocol.sentences import tell
from pente_server.serve_arguments import add_place

FORMATS: Final = ("pgn", "sgf", "jsonl")
DESCRIPTION: Final = tell("cli-import.description")
EXAMPLES: Final = tell("cli-import.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente import`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("files", metavar="FILE", nargs="+", help=tell("cli-import.files"))
    parser.add_argument("--format", choices=FORMATS, help=tell("cli-import.format"))
    parser.add_argument("--dry-run", action="store_true", help=tell("cli-import.dry-run"))
    parser.add_argument("--strict", action="store_true", help=tell("cli-import.strict"))
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Import the games; the exit status."""
    from pente_server.admin.games.actions import import_files

    return import_files(args)
