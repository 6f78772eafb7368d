"""The storage interface for reviews: those that were made, and the queue of games that wait for one.

Like the rest of the store it knows nothing about Pente: a review is encoded bytes. A reviewer is an account,
which has at most one game of the queue at a time. It has to say again and again that it is at work; when it
does not, its game goes to another one, and after some such tries to nobody.
"""

from dataclasses import dataclass
from typing import Final, Protocol, Self

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId

MOST_QUEUED: Final = 200
"""How many games the queue may have."""
MOST_ASKED: Final = 5
"""How many games of the queue one player may have asked for."""
MOST_OF_ORIGIN: Final = 20
"""How many games of the queue the players of one origin may have asked for."""
MOST_TRIES: Final = 3
"""How often a game is given to reviewers."""
LEASE: Final = Millis(2 * 60 * 1000)
"""How long a reviewer has a game without saying that it is at work."""
ATTENDED: Final = Millis(2 * 60 * 1000)
"""How long a reviewer counts as there after it has asked for work, or said that it is at work."""


@dataclass(frozen=True, slots=True)
class QueuedReview:
    """What the queue has of a game, as text: ``TRIES ASKER/ORIGIN REVIEWER``."""

    tries: int
    """How often it was given to a reviewer."""
    asker: PlayerId
    """Empty: the account was deleted."""
    origin: str = ""
    """What those have in common who ask from one address; empty: nothing that counts."""
    reviewer: str = ""
    """Who has it; empty: nobody yet."""

    def __str__(self) -> str:
        return f"{self.tries} {self.asker}/{self.origin} {self.reviewer}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of ``str``. Raises ValueError."""
        tries, who, reviewer = text.split(" ")
        asker, _, origin = who.partition("/")
        return cls(int(tries), PlayerId(asker), origin, reviewer)


class ReviewStore(Protocol):
    """Reviews, and the queue of games that wait for one.

    ``now`` is the store's clock. Every method may raise StoreUnavailable; it is then safe to call it again.
    """

    async def ask(self, game: RoomId, asker: PlayerId, now: Instant, origin: str = "") -> bool:
        """Add a game to the queue, unless it is there.

        False when it is full, or the asker's part of it, or that of all who ask from one origin.
        """
        ...

    async def forget(self, asker: PlayerId) -> None:
        """Forget that a player has asked for games, which stay in the queue: others may wait for them too."""
        ...

    async def is_waiting(self, game: RoomId) -> bool:
        """Whether a game is in the queue, also while a reviewer has it."""
        ...

    async def is_attended(self) -> bool:
        """Whether a reviewer has asked for work, or has extended or dropped its game, within `ATTENDED`."""
        ...

    async def take(self, reviewer: PlayerId, now: Instant) -> RoomId | None:
        """Give a reviewer the game that it has already, or else the oldest one; None: none waits.

        A game that was given away `MOST_TRIES` times is dropped instead.
        """
        ...

    async def extend(self, game: RoomId, reviewer: PlayerId, now: Instant) -> bool:
        """Let a reviewer have its game for `LEASE` more. False if it is not this reviewer's."""
        ...

    async def drop(self, game: RoomId, reviewer: PlayerId) -> bool:
        """Take a reviewer's game off the queue. False if it is not this reviewer's."""
        ...

    async def put(self, game: RoomId, review: bytes) -> None:
        """Keep a review in place of any earlier one, as long as the log of the game, which must be there."""
        ...

    async def find(self, game: RoomId) -> bytes | None:
        """The encoded review of a game."""
        ...
