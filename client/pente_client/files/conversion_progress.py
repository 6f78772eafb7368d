"""A count of games while many of them are read and written."""

from collections.abc import Callable
from typing import TextIO


class ConversionProgress:
    """Counts on a terminal, from the second second on. Mutable."""

    def __init__(self, out: TextIO, now: Callable[[], float]) -> None:
        """``now`` gives seconds from any moment on."""
        self._out = out
        self._now = now
        self._next = now() + 1 if out.isatty() else float("inf")
        self._width = 0

    def show(self, games: int) -> None:
        """Show the count, at most ten times a second."""
        if self._now() < self._next:
            return
        self._next = self._now() + 0.1
        text = f"{games} games"
        self._width = len(text)
        print(f"\r{text}", end="", file=self._out, flush=True)

    def clear(self) -> None:
        """Clear the line for other output."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=self._out, flush=True)
            self._width = 0
