"""Reviews in memory, the queue of games that wait for one, and puzzles."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace

from pente_core.clock.instant import Instant, later
from pente_core.identity import PlayerId, RoomId
from pente_server.store.reviews.puzzle_store import MOST_PUZZLES, StoredPuzzle
from pente_server.store.reviews.review_store import (
    ATTENDED,
    LEASE,
    MOST_ASKED,
    MOST_OF_ORIGIN,
    MOST_QUEUED,
    MOST_TRIES,
    QueuedReview,
)


@dataclass(slots=True)
class MemoryReviewData:
    """The reviews, the queue and the puzzles of all stores of one process. Mutable."""

    reviews: dict[RoomId, bytes] = field(default_factory=dict)
    queue: dict[RoomId, QueuedReview] = field(default_factory=dict)
    free_from: dict[RoomId, Instant] = field(default_factory=dict)
    """When each game of the queue can be given to a reviewer."""
    attended_until: Instant = Instant(0)
    puzzles: dict[str, StoredPuzzle] = field(default_factory=dict)
    """By the keys of their positions."""


class MemoryReviews:
    """A `ReviewStore` in memory."""

    def __init__(self, data: MemoryReviewData, logs: Container[RoomId], now: Callable[[], Instant]) -> None:
        """``logs`` has the rooms whose logs are kept; ``now`` is the common clock of the stores."""
        self._data = data
        self._logs = logs
        self._now = now

    async def ask(self, game: RoomId, asker: PlayerId, now: Instant, origin: str = "") -> bool:
        queue = self._data.queue
        if game in queue:
            return True
        asked = sum(each.asker == asker for each in queue.values())
        near = sum(each.origin == origin for each in queue.values()) if origin else 0
        if len(queue) >= MOST_QUEUED or asked >= MOST_ASKED or near >= MOST_OF_ORIGIN:
            return False
        queue[game] = QueuedReview(0, asker, origin)
        self._data.free_from[game] = now
        return True

    async def forget(self, asker: PlayerId) -> None:
        for game, queued in self._data.queue.items():
            if queued.asker == asker:
                self._data.queue[game] = replace(queued, asker=PlayerId(""))

    def queued(self, game: RoomId) -> QueuedReview | None:
        """What the queue has of a game."""
        return self._data.queue.get(game)

    async def is_waiting(self, game: RoomId) -> bool:
        return game in self._data.queue

    async def is_attended(self) -> bool:
        return self._now() < self._data.attended_until

    async def take(self, reviewer: PlayerId, now: Instant) -> RoomId | None:
        data = self._data
        self._attend()
        while (game := self._next(reviewer, now)) is not None:
            queued = data.queue[game]
            if queued.tries < MOST_TRIES:
                data.queue[game] = replace(queued, tries=queued.tries + 1, reviewer=reviewer)
                data.free_from[game] = later(now, LEASE)
                return game
            self._forget(game)
        return None

    def _next(self, reviewer: PlayerId, now: Instant) -> RoomId | None:
        data = self._data
        own = next((game for game, each in data.queue.items() if each.reviewer == reviewer), None)
        free = sorted((at, game) for game, at in data.free_from.items() if at <= now)
        return own or (free[0][1] if free else None)

    async def extend(self, game: RoomId, reviewer: PlayerId, now: Instant) -> bool:
        if not self._has(game, reviewer):
            return False
        self._data.free_from[game] = later(now, LEASE)
        return True

    async def drop(self, game: RoomId, reviewer: PlayerId) -> bool:
        if not self._has(game, reviewer):
            return False
        self._forget(game)
        return True

    def _has(self, game: RoomId, reviewer: PlayerId) -> bool:
        """Whether a game is this reviewer's, who is there then."""
        queued = self._data.queue.get(game)
        if queued is None or queued.reviewer != reviewer:
            return False
        self._attend()
        return True

    def _attend(self) -> None:
        self._data.attended_until = later(self._now(), ATTENDED)

    def _forget(self, game: RoomId) -> None:
        self._data.queue.pop(game, None)
        self._data.free_from.pop(game, None)

    async def put(self, game: RoomId, review: bytes) -> None:
        if game in self._logs:
            self._data.reviews[game] = review

    async def find(self, game: RoomId) -> bytes | None:
        return self._data.reviews.get(game)


class MemoryPuzzles:
    """A `PuzzleStore` in memory."""

    def __init__(self, puzzles: dict[str, StoredPuzzle]) -> None:
        self._puzzles = puzzles

    async def put(self, key: str, puzzle: bytes, now: Instant) -> bool:
        if key in self._puzzles:
            return False
        self._puzzles[key] = StoredPuzzle(now, puzzle)
        while len(self._puzzles) > MOST_PUZZLES:
            del self._puzzles[min(self._puzzles, key=lambda each: self._puzzles[each].at)]
        return True

    async def newest(self) -> Sequence[StoredPuzzle]:
        in_order = sorted(self._puzzles.items(), key=lambda each: (-each[1].at, each[0]))
        return [stored for _, stored in in_order]
