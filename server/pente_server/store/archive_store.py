"""The storage interface for the archive: finished games by player, ruleset, date and position.

Like the rest of the store it knows nothing about Pente: a game is an encoded entry and a list of visited
positions, each with an encoded tally. Filing is idempotent: a game whose filing was interrupted by a crash
of the node or the store is filed again, and still counts once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType, Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId

PositionKey = NewType("PositionKey", bytes)
"""Identifies a position under a ruleset, and its symmetric images: 8 bytes."""

SortKey = NewType("SortKey", bytes)
"""The order of games in every list: 6 bytes for the end time, inverted so the newest is first, and the id."""

_LAST_MOMENT: Final = (1 << 48) - 1


def sort_key(end: Instant, room: str = "") -> SortKey:
    """The sort key of a game that ended at ``end``; without a room, the lowest key of that millisecond.

    >>> sort_key(Instant(2), "later") < sort_key(Instant(1), "earlier")
    True
    """
    return SortKey((_LAST_MOMENT - min(max(end, 0), _LAST_MOMENT)).to_bytes(6, "big") + room.encode())


def room_of_sort_key(place_: SortKey) -> RoomId:
    """The room id contained in a game's sort key."""
    return RoomId(place_[6:].decode())


class ListKind(StrEnum):
    """The kinds of list that games are filed in."""

    ALL = "all"
    PLAYER = "player"
    RULESET = "ruleset"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class ArchiveList:
    """One list of archived games."""

    list: ListKind = ListKind.ALL
    name: bytes = b""
    """The player's id, the ruleset as text, or a `PositionKey`; empty for ``ALL``."""


@dataclass(frozen=True, slots=True)
class PositionVisit:
    """A position reached in a game."""

    key: PositionKey
    tally: bytes = b""
    """The encoded tally to count once for this game; empty: nothing is counted."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A finished game as it is filed in the archive."""

    room: RoomId
    end: Instant
    entry: bytes
    players: tuple[PlayerId, ...]
    ruleset: str
    visits: tuple[PositionVisit, ...]
    is_for_all: bool = True
    """Whether it is in the lists of all games and of its ruleset, beside those of its players."""


class ArchiveStore(Protocol):
    """Finished games, and the queue of those still to be filed.

    Every method may raise StoreUnavailable; it is then safe to call it again. `unfiled`, `postpone` and
    `filed` work on the queue, to which `Store.commit` adds a room when its game ends.
    """

    async def unfiled(self, until: Instant) -> Sequence[RoomId]:
        """Finished games queued at or before ``until``; not necessarily all of them in one call."""
        ...

    async def postpone(self, room: RoomId, until: Instant) -> None:
        """Requeue an unfiled game as of ``until``. No effect if it has been filed meanwhile."""
        ...

    async def filed(self, room: RoomId) -> None:
        """Remove a game from the queue: it is archived, and everything else due at its end is done."""
        ...

    async def file(self, game: ArchivedGame) -> None:
        """Store a game and add it to its lists. Filing it again replaces the entry; nothing counts twice."""
        ...

    async def places(
        self, shelf: ArchiveList, after: SortKey, before: SortKey, count: int
    ) -> Sequence[SortKey]:
        """Up to ``count`` sort keys of a list strictly between two keys; ``before`` empty: no upper bound."""
        ...

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        """The encoded entries of games, in the same order; None for games that are not archived."""
        ...

    async def tallies(self, key: PositionKey) -> Mapping[bytes, int]:
        """The tallies of a position, and how often each was counted."""
        ...
