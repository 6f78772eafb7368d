"""Options that name a file of recorded games, and one game in it."""

import argparse

from pente_client.files.record_files import FORMATS, UnknownFormat, UnusableRecord, format_of, game_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.values import whole_number
from pente_core.records import ScannedRecord


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add a file, and which of its games is meant."""
    parser.add_argument("file", metavar="FILE", help="a file of games, or - for stdin")
    add_format(parser, "--from", "FILE")
    parser.add_argument(
        "--game",
        metavar="N",
        type=whole_number(1),
        default=1,
        help="the number of the game in the file (default: %(default)s)",
    )
    add_at(parser)


def add_format(parser: argparse.ArgumentParser, option: str, file: str) -> None:
    """Add the format of a file."""
    parser.add_argument(
        option, choices=tuple(FORMATS), help=f"the format of {file} (default: by its extension)"
    )


def add_at(parser: argparse.ArgumentParser) -> None:
    """Add how far into a game to go."""
    parser.add_argument(
        "--at", metavar="PLY", type=whole_number(0), help="stop after this many stones (default: at the end)"
    )


def game_asked_for(args: argparse.Namespace) -> ScannedRecord:
    """The game that the options name, which can be read. Raises UnusableRecord."""
    return game_of(args.file, format_of(args.file, getattr(args, "from"), "--from"), args.game)


def fail_on_record(args: argparse.Namespace, problem: UnusableRecord) -> ExitStatus:
    """Print why a file or game can't be used; the exit status."""
    is_usage = isinstance(problem, UnknownFormat)
    return fail(args, problem, ExitStatus.USAGE if is_usage else ExitStatus.FAILURE)
