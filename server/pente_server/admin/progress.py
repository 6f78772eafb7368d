"""Progress of something that may take long, for a person at a terminal."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TextIO, TypeVar

EVERY: Final = 1.0
"""Seconds from the start to the first line, and between two lines."""

_Thing = TypeVar("_Thing")


class Progress:
    """Says now and then how far something is, if ``out`` is a terminal. Mutable.

    What is done within a second passes without a word.
    """

    def __init__(self, out: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out
        self._clock = clock
        self._next = clock() + EVERY
        self._is_seen = out.isatty()

    def at(self, done: int, of: int, what: str) -> None:
        """So many are done; ``of`` is how many there are in all, or about that many."""
        now = self._clock()
        if now >= self._next:
            self._next = now + EVERY
            if self._is_seen:
                print(f"{done:,} of {max(of, done):,} {what}", file=self._out, flush=True)

    def each(self, things: Sequence[_Thing], what: str) -> Iterator[_Thing]:
        """The things, one after the other; each is done when the next one is asked for."""
        for done, thing in enumerate(things):
            self.at(done, len(things), what)
            yield thing
