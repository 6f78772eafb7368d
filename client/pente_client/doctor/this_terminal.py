"""What `pente doctor` does."""

import argparse
import asyncio
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.defaults import create_output

from pente_client.cli.players.computer_players import engine_is_compiled
from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.doctor.files import file_diagnoses
from pente_client.doctor.installation import compilation_diagnosis, engine_diagnosis, installation_diagnoses
from pente_client.doctor.server import server_diagnoses
from pente_client.doctor.terminal import MEASURED, TerminalFacts, terminal_diagnoses
from pente_client.doctor.terminal_probe import TerminalAnswers, ask_terminal
from pente_client.drawing.text_board import shows_unicode
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus
from pente_client.terminal.look import look_for

_INDENT: Final = " " * 9
_COLOURS: Final = {
    ColorDepth.DEPTH_1_BIT: 2,
    ColorDepth.DEPTH_4_BIT: 16,
    ColorDepth.DEPTH_8_BIT: 256,
    ColorDepth.DEPTH_24_BIT: 1 << 24,
}


def run(args: argparse.Namespace) -> int:
    """Look, and report; the exit status."""
    status = ExitStatus.SUCCESS
    for found in _diagnoses(args):
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


def _diagnoses(args: argparse.Namespace) -> Iterator[Diagnosis]:
    yield from terminal_diagnoses(_terminal())
    yield from installation_diagnoses()
    yield compilation_diagnosis(os.environ, is_compiled=engine_is_compiled())
    yield engine_diagnosis()
    yield from file_diagnoses(os.environ)
    if not args.offline:
        yield from asyncio.run(server_diagnoses(args.url))


def _terminal() -> TerminalFacts:
    """The terminal of this process, asked what it says of itself."""
    encoding = sys.stdout.encoding or "ascii"
    look = look_for(os.environ, encoding, create_output(sys.stdout).get_default_color_depth())
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    has_unicode = not look.settings.ascii if look.settings.ascii is not None else None
    return TerminalFacts(
        environ=os.environ,
        encoding=encoding,
        is_terminal=is_terminal,
        size=shutil.get_terminal_size(),
        has_unicode=shows_unicode(os.environ, encoding) if has_unicode is None else has_unicode,
        colours=_COLOURS[look.depth],
        settings=look.settings,
        answers=_answers(encoding) if is_terminal else TerminalAnswers(),
    )


def _answers(encoding: str) -> TerminalAnswers:
    """What the terminal says, if its characters can be written and it is one that is asked anything."""
    if os.environ.get("TERM", "dumb") == "dumb" or not _can_encode(encoding):
        return TerminalAnswers()

    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    return ask_terminal(sys.stdin.fileno(), write, MEASURED)


def _can_encode(encoding: str) -> bool:
    try:
        MEASURED.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
