"""Writing to stdout, whatever it can encode."""

import io
import sys
from shutil import get_terminal_size
from typing import TextIO

from pente_client.words.folding import folded


def writing_whole(stream: TextIO) -> TextIO:
    """The same stream, or one to the same file that writes all it is given; the first one must be kept.

    Where Python was told not to buffer (`python -u`, PYTHONUNBUFFERED), stdout is a bare file. That writes a
    part where a signal, as of a resized window, comes while the terminal is slow, and loses the rest.
    """
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, io.RawIOBase):
        return stream
    whole = _Flushed(raw)
    return io.TextIOWrapper(whole, stream.encoding, stream.errors, newline="\n", write_through=True)


class _Flushed(io.BufferedWriter):
    """Writes all at once, however many writes the system needs for it."""

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        count = super().write(data)
        self.flush()
        return count


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
