"""The storage interface for lists of live rooms: which rooms are in a list, and what each one shows.

Like the rest of the store it knows nothing about Pente. A room is in any number of lists, whose names the
server chooses; `Store.commit` writes them together with the summary from which they were derived. All lists
have one order, that of `SortKey`, so that one cursor continues any of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, Final, NamedTuple, Protocol

import msgpack

from pente_core.identity import RoomId
from pente_server.store.archive_store import SortKey

LISTS_VERSION: Final = b"1"
"""Changes whenever the same summary leads to other lists: all rooms are then listed anew."""
OUTDATED_AT_ONCE: Final = 200
"""About how many rooms one call of `RoomListStore.outdated` looks at."""
_DIGEST: Final = 40


@dataclass(frozen=True, slots=True)
class Listing:
    """The lists that a room is in, and its place in all of them."""

    place: SortKey
    names: tuple[str, ...]

    def record(self, summary: bytes) -> bytes:
        """What the store keeps of a listing, to undo it, and to notice when the summary has changed since."""
        # Lua's msgpack knows neither the types for binary data nor those for short strings.
        packed: bytes = msgpack.packb((self.place, self.names), use_bin_type=False)
        return digest_of(summary) + packed


def digest_of(summary: bytes) -> bytes:
    """Identifies a summary and the way in which it is listed, as 40 hex digits; no secret depends on it."""
    return sha1(LISTS_VERSION + summary, usedforsecurity=False).hexdigest().encode()


def listing_in(record: bytes) -> Listing:
    """The listing in a record. Raises ValueError."""
    try:
        content: Any = msgpack.unpackb(record[_DIGEST:], raw=True)
        place, names = content
        return Listing(SortKey(place), tuple(name.decode() for name in names))
    except (ValueError, TypeError, AttributeError, msgpack.UnpackException) as error:
        raise ValueError(f"no listing: {error}") from None


class RoomEntry(NamedTuple):
    """What the store shows of a live room, encoded."""

    summary: bytes
    activity: bytes
    """As in the room's last commit; empty if it is not known."""


class OutdatedPage(NamedTuple):
    """A part of the rooms whose lists are not those of their summaries."""

    cursor: int
    """Where to continue; 0: this is the last part."""
    rooms: Sequence[tuple[RoomId, bytes]]
    """Each with its summary."""


class RoomListStore(Protocol):
    """Lists of live rooms. Every method may raise StoreUnavailable; it is then safe to call it again."""

    async def places(self, name: str, after: SortKey, count: int) -> Sequence[SortKey]:
        """The first ``count`` rooms of a list that come after a place; empty: from the beginning.

        The cost depends on ``count``, not on the length of the list.
        """
        ...

    async def count(self, name: str) -> int:
        """The number of rooms in a list."""
        ...

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[RoomEntry | None]:
        """What is known of each room; None for a room that is not live."""
        ...

    async def outdated(self, cursor: int) -> OutdatedPage:
        """Rooms that are not in the lists of their summaries, part by part, from cursor 0.

        Only a store that an older version has written to has any. Rooms that are in lists though they are
        over leave them.
        """
        ...

    async def relist(self, room: RoomId, summary: bytes, listing: Listing) -> None:
        """Put a room on the lists of a summary, unless it has another one by now."""
        ...

    async def unlist(self, room: RoomId, summary: bytes) -> None:
        """Forget a room that is over and still in lists, unless it has another summary by now."""
        ...
