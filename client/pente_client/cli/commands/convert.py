"""`pente convert`: convert recorded games to another format."""

import argparse
import sys
import time
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.record_options import add_format
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-convert.description")
EXAMPLES: Final = HELP + tell("cli-convert.examples-pente-convert-games-pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente convert`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="IN", help=tell("cli-convert.source"))
    parser.add_argument("target", metavar="OUT", help=tell("cli-convert.target"))
    add_format(parser, "--from", "IN")
    add_format(parser, "--to", "OUT")
    parser.add_argument("--keep-going", action="store_true", help=tell("cli-convert.keep-going"))


def run(args: argparse.Namespace) -> int:
    """Convert the file; the exit status."""
    from pente_client.cli.steps.recorded_game import fail_on_record, record_text
    from pente_client.files.conversion_progress import ConversionProgress
    from pente_client.files.record_files import (
        UnusableRecord,
        entries_of,
        format_of,
        open_output,
        problem_text,
    )
    from pente_core.records.model.scanned_record import line_end_of

    def convert() -> int:
        """Convert game by game. Raises UnusableRecord at the first that can't be, without --keep-going."""
        source = format_of(args.source, getattr(args, "from"), "--from")
        target = format_of(args.target, args.to, "--to")
        progress, done, status = ConversionProgress(sys.stderr, time.monotonic), 0, ExitStatus.SUCCESS
        with open_output(args.target) as out:
            for number, entry in enumerate(entries_of(args.source, source), start=1):
                progress.show(number)
                text = record_text(entry, target)
                if isinstance(text, str):
                    between = target.between and line_end_of(text)
                    out.write(between * (done > 0) + text)
                    done += 1
                    continue
                problem = problem_text(args.source, number, text, entry)
                progress.clear()
                if not args.keep_going:
                    raise UnusableRecord(problem)
                status = fail(args, problem)
        progress.clear()
        return status

    try:
        return convert()
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
