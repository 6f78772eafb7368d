"""Progress of something that may take long, on stderr."""

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

EVERY: Final = 1.0
"""Seconds from the start to the first line, and between two lines."""


class Progress:
    """Says now and then how far something is. Mutable. What is done within a second passes without a word."""

    def __init__(self, out: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out
        self._clock = clock
        self._next = clock() + EVERY

    def at(self, done: int, of: int, what: str) -> None:
        """So many are done; ``of`` is how many there are in all, or about that many."""
        now = self._clock()
        if now >= self._next:
            self._next = now + EVERY
            print(f"{done:,} of {max(of, done):,} {what}", file=self._out, flush=True)
