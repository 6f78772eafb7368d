"""The recorded game that the options of a command name."""

import argparse

from pente_client.files.record_files import UnknownFormat, UnusableRecord, format_of, game_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.records import ScannedRecord


def game_asked_for(args: argparse.Namespace) -> ScannedRecord:
    """The game that the options name, which can be read. Raises UnusableRecord."""
    return game_of(args.file, format_of(args.file, getattr(args, "from"), "--from"), args.game)


def fail_on_record(args: argparse.Namespace, problem: UnusableRecord) -> ExitStatus:
    """Print why a file or game can't be used; the exit status."""
    is_usage = isinstance(problem, UnknownFormat)
    return fail(args, problem, ExitStatus.USAGE if is_usage else ExitStatus.FAILURE)
