"""Writing to stdout, whatever it can encode."""

import io
import sys
from shutil import get_terminal_size

from pente_client.words.folding import folded


def say(text: str, end: str = "\n", *, flush: bool = False) -> None:
    """Write to stdout; characters that it can't encode are replaced."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a name from elsewhere must not end a game
    print(text, end=end, flush=flush)


def say_folded(text: str, *, flush: bool = False) -> None:
    """Write a line to stdout, folded at the width of the terminal."""
    for line in folded(text, stdout_columns()):
        say(line, flush=flush)


def stdout_columns() -> int:
    """How wide the terminal of stdout is now; 80 where it is none. ``COLUMNS`` goes before both."""
    return get_terminal_size().columns
