"""What the server asks of its archive: finished games, found by player, ruleset, date and position.

Like the store it knows nothing of Pente: a game is an encoded entry and a list of visits to positions, each
with what is to be counted there. Filing is idempotent, so that a game whose filing was broken off by the
death of a node or of the store is filed again, and is counted once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType, Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId

PositionKey = NewType("PositionKey", bytes)
"""Names a position of a ruleset, and its images: 8 bytes."""

SortKey = NewType("SortKey", bytes)
"""Where a game stands in every list: 6 bytes for its end, the newest first, and its id."""

_LAST_MOMENT: Final = (1 << 48) - 1


def sort_key(end: Instant, room: str = "") -> SortKey:
    """Where a game stands that ended then; without a room, where the first of that millisecond would.

    >>> sort_key(Instant(2), "later") < sort_key(Instant(1), "earlier")
    True
    """
    return SortKey((_LAST_MOMENT - min(max(end, 0), _LAST_MOMENT)).to_bytes(6, "big") + room.encode())


def room_of_sort_key(place_: SortKey) -> RoomId:
    """The game that stands there."""
    return RoomId(place_[6:].decode())


class ListKind(StrEnum):
    """The lists in which games stand."""

    ALL = "all"
    PLAYER = "player"
    RULESET = "ruleset"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class GameList:
    """One list of games."""

    list: ListKind = ListKind.ALL
    name: bytes = b""
    """The player's id, the ruleset as text, or a `PositionKey`."""


@dataclass(frozen=True, slots=True)
class PositionVisit:
    """A position that came about in a game."""

    key: PositionKey
    tally: bytes = b""
    """What is counted there once for this game; empty: nothing."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A finished game as the archive takes it."""

    room: RoomId
    end: Instant
    entry: bytes
    players: tuple[PlayerId, ...]
    ruleset: str
    visits: tuple[PositionVisit, ...]


class ArchiveStore(Protocol):
    """Every method may raise StoreUnavailable, and may then be called again.

    The first three are about games that `Store.commit` has noted as over and to be filed.
    """

    async def unfiled(self, until: Instant) -> Sequence[RoomId]:
        """Finished games that are to be filed, noted up to then; at most some hundreds at a time."""
        ...

    async def postpone(self, room: RoomId, until: Instant) -> None:
        """Count an unfiled game as noted then; one that was filed meanwhile stays so."""
        ...

    async def filed(self, room: RoomId) -> None:
        """All that is to be done with a finished game was done."""
        ...

    async def file(self, game: ArchivedGame) -> None:
        """Keep a game and find it everywhere. Again: with the new entry, and nothing is counted twice."""
        ...

    async def places(self, shelf: GameList, after: SortKey, before: SortKey, count: int) -> Sequence[SortKey]:
        """The first games of a list that stand strictly between two places; ``before`` empty: all behind."""
        ...

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        """The entries of games, in this order."""
        ...

    async def tallies(self, key: PositionKey) -> Mapping[bytes, int]:
        """What was counted at a position, and how often."""
        ...
