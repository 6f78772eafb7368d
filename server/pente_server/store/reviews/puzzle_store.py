"""The storage interface for puzzles from the server's own games: the newest ones, each position once.

Like the rest of the store it knows nothing about Pente: a puzzle is encoded bytes, and has a key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, Self

from pente_core.clock.instant import Instant

MOST_PUZZLES: Final = 100
"""How many puzzles are kept."""


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A puzzle as it is stored: ``AT PUZZLE``."""

    at: Instant
    """When it was stored."""
    puzzle: bytes

    def __bytes__(self) -> bytes:
        return b"%d %b" % (self.at, self.puzzle)

    @classmethod
    def parse(cls, body: bytes) -> Self:
        """The inverse of ``bytes``. Raises ValueError."""
        at, _, puzzle = body.partition(b" ")
        return cls(Instant(int(at)), puzzle)


class PuzzleStore(Protocol):
    """Puzzles. Every method may raise StoreUnavailable; it is then safe to call it again."""

    async def put(self, key: str, puzzle: bytes, now: Instant) -> bool:
        """Keep a puzzle, unless there is one with its key; the oldest makes room for it.

        False if there is one.
        """
        ...

    async def newest(self) -> Sequence[StoredPuzzle]:
        """All puzzles, the newest first; of one moment in the order of their keys."""
        ...
