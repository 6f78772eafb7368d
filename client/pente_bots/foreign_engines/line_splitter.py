"""Lines of a program that may write anything."""

from collections import deque
from typing import Final

_LONGEST: Final = 4096
"""Bytes of a line; the rest is cut."""


class LineSplitter:
    r"""Cuts what a program writes into lines. Mutable.

    >>> splitter = LineSplitter(is_cr_an_end=True)
    >>> splitter.feed(b"7,7\r8,8\r\n9")
    >>> list(splitter.lines)
    ['7,7', '8,8', '']
    """

    def __init__(self, *, is_cr_an_end: bool, keep: int | None = None) -> None:
        """``is_cr_an_end``: whether a carriage return ends a line too; else it is left out. ``keep``: how
        many of the last lines are kept; None: all.
        """
        self._cr: Final = b"\n" if is_cr_an_end else b""
        self._part = b""
        self.lines: Final = deque[str](maxlen=keep)
        """The whole lines that were not taken yet, without control characters."""

    def feed(self, data: bytes) -> None:
        """Add what was read."""
        *lines, part = (self._part + data.replace(b"\r", self._cr)).split(b"\n")
        self._part = part[:_LONGEST]
        self.lines.extend(map(cleaned, lines))

    def finish(self) -> None:
        """Take what has no end as the last line."""
        self.feed(b"\n" if self._part else b"")


def cleaned(line: bytes) -> str:
    """A line as text that can be printed, cut to its longest length."""
    text = line[:_LONGEST].decode("utf-8", "replace")
    return "".join(char if char.isprintable() else " " for char in text).strip()
