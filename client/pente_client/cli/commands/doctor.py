"""`pente doctor`: what is wrong with the terminal, the installation, files or the connection."""

import argparse
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Final

from pente_client.files.stdout import say
from pente_client.options.connection_options import add_url
from pente_client.options.exit_status import ExitStatus
from pente_client.options.output_options import add_json
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("doctor.description")
EXAMPLES: Final = tell("doctor.examples")
_INDENT: Final = " " * 9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente doctor`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--offline", action="store_true", help=tell("doctor.offline"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Look, and report; the exit status."""
    import asyncio

    from pente_client.cli.steps.computer_players import engine_is_compiled
    from pente_client.doctor.diagnosis import Diagnosis, Grade
    from pente_client.doctor.files import file_diagnoses
    from pente_client.doctor.installation import (
        compilation_diagnosis,
        engine_diagnosis,
        installation_diagnoses,
    )
    from pente_client.doctor.server import server_diagnoses
    from pente_client.doctor.terminal import terminal_diagnoses
    from pente_client.doctor.this_terminal import this_terminal

    def diagnoses() -> Iterator[Diagnosis]:
        yield from terminal_diagnoses(this_terminal())
        yield from installation_diagnoses()
        yield compilation_diagnosis(os.environ, is_compiled=engine_is_compiled())
        yield engine_diagnosis()
        yield from file_diagnoses(os.environ)
        if not args.offline:
            yield from asyncio.run(server_diagnoses(args.url))

    status = ExitStatus.SUCCESS
    for found in diagnoses():
        say(json.dumps(found.fields) if args.json else _folded(found.line), flush=True)
        if found.grade is Grade.PROBLEM:
            status = ExitStatus.FAILURE
    return status


def _folded(line: str) -> str:
    """The line, continued below its text where a terminal is too narrow for it."""
    if not sys.stdout.isatty():
        return line
    columns = max(shutil.get_terminal_size().columns - 1, 2 * len(_INDENT))
    return textwrap.fill(
        line, columns, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False
    )
