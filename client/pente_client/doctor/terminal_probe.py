"""Questions to the terminal itself: how wide it draws a character, and whether it knows a mode."""

import os
import re
import select
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

try:
    import termios
    import tty

    has_termios = True
except ImportError:  # no such terminals on this platform: nothing can be measured
    has_termios = False

PATIENCE: Final = 1.0
"""Seconds for one answer; over a slow line it takes some tenths."""
_WHERE: Final = "\x1b[6n"
"""Asks for the place of the cursor (DSR 6)."""
_PLACE: Final = re.compile(rb"\x1b\[\d{1,5};(?P<column>\d{1,5})R")
_MOUSE: Final = "\x1b[?1006$p"
"""Asks whether the terminal knows the mouse mode that pages use (DECRQM 1006)."""
_MODE: Final = re.compile(rb"\x1b\[\?1006;(?P<state>\d)\$y")
_WIPE: Final = "\r\x1b[K"
_LONGEST: Final = 512
"""Bytes of an answer, with what is typed meanwhile."""


@dataclass(frozen=True, slots=True)
class TerminalAnswers:
    """What a terminal has said of itself."""

    widths: Mapping[str, int] = field(default_factory=dict)
    """Columns by character; empty if it did not answer."""
    has_mouse: bool | None = None
    """Whether it tells of clicks; None if it did not say."""


def ask_terminal(
    descriptor: int, write: Callable[[str], None], characters: Sequence[str], patience: float = PATIENCE
) -> TerminalAnswers:
    """Measure characters on a terminal, on a line that is empty, and wipe them away.

    ``descriptor`` is read, ``write`` reaches the same terminal. A terminal that does not answer the first
    question is asked nothing more.
    """
    if not has_termios:
        return TerminalAnswers()
    widths: dict[str, int] = {}
    with _unechoed(descriptor):
        for character in characters:
            write(f"\r{character}{_WHERE}")
            match = _answer(descriptor, patience)[1]
            if match is None:
                break
            widths[character] = int(match["column"]) - 1
        has_mouse = _asked_for_mouse(descriptor, write, patience) if widths else None
        write(_WIPE)
    return TerminalAnswers(widths, has_mouse)


def _asked_for_mouse(descriptor: int, write: Callable[[str], None], patience: float) -> bool | None:
    """The answer of a terminal that knows the question; one that does not still says where its cursor is."""
    write(f"{_MOUSE}{_WHERE}")
    text, _ = _answer(descriptor, patience)
    mode = _MODE.search(text)
    return None if mode is None else mode["state"] not in (b"0", b"4")


def _answer(descriptor: int, patience: float) -> tuple[bytes, re.Match[bytes] | None]:
    """What comes until the terminal has said where its cursor is, and that; None: it did not in time."""
    text, until = b"", time.monotonic() + patience
    while len(text) < _LONGEST and (left := until - time.monotonic()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            read = os.read(descriptor, _LONGEST)
            text += read
            if (match := _PLACE.search(text)) is not None or not read:
                return text, match
    return text, None


@contextmanager
def _unechoed(descriptor: int) -> Iterator[None]:
    """Let answers come at once, and not on the screen."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
