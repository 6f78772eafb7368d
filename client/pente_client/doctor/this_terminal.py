"""The terminal of this process: what it says of itself, and what we would draw on it."""

import os
import shutil
import sys
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.defaults import create_output

from pente_client.doctor.terminal import MEASURED, TerminalFacts
from pente_client.doctor.terminal_probe import TerminalAnswers, ask_terminal
from pente_client.drawing.text_board import shows_unicode
from pente_client.terminal.look import look_for

_COLOURS: Final = {
    ColorDepth.DEPTH_1_BIT: 2,
    ColorDepth.DEPTH_4_BIT: 16,
    ColorDepth.DEPTH_8_BIT: 256,
    ColorDepth.DEPTH_24_BIT: 1 << 24,
}


def this_terminal() -> TerminalFacts:
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
