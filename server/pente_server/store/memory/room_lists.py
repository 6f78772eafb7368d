"""Lists of live rooms in memory."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pente_core.identity import RoomId
from pente_server.store.archive_store import SortKey
from pente_server.store.room_list_store import Listing, OutdatedPage, RoomEntry, digest_of


@dataclass(slots=True)
class MemoryRoomData:
    """The live rooms of the stores of one process. Mutable."""

    live: dict[RoomId, bytes] = field(default_factory=dict)
    activity: dict[RoomId, bytes] = field(default_factory=dict)
    listed: dict[RoomId, tuple[bytes, Listing]] = field(default_factory=dict)
    """The listing of each room, with the digest of the summary that it is of."""
    lists: dict[str, list[SortKey]] = field(default_factory=dict)
    """Sorted."""

    def list(self, room: RoomId, summary: bytes, listing: Listing) -> None:
        """Put a room on the lists of a summary, in place of those before."""
        self.unlist(room)
        self.listed[room] = digest_of(summary), listing
        for name in listing.names:
            insort(self.lists.setdefault(name, []), listing.place)

    def unlist(self, room: RoomId) -> None:
        """Take a room off all lists."""
        if (known := self.listed.pop(room, None)) is None:
            return
        for name in known[1].names:
            places = self.lists[name]
            del places[bisect_left(places, known[1].place)]
            if not places:
                del self.lists[name]

    def end(self, room: RoomId) -> None:
        """Forget a room that is over."""
        self.unlist(room)
        self.live.pop(room, None)
        self.activity.pop(room, None)


class MemoryRoomLists:
    """A `RoomListStore` in memory."""

    def __init__(self, rooms: MemoryRoomData, check: Callable[[], None]) -> None:
        """``check`` raises StoreReplaced while another store answers."""
        self._rooms = rooms
        self._check = check

    async def places(self, name: str, after: SortKey, count: int) -> Sequence[SortKey]:
        self._check()
        places = self._rooms.lists.get(name, [])
        start = bisect_right(places, after)
        return places[start : start + count]

    async def count(self, name: str) -> int:
        self._check()
        return len(self._rooms.lists.get(name, ()))

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[RoomEntry | None]:
        self._check()
        return [self._entry(room) for room in rooms]

    def _entry(self, room: RoomId) -> RoomEntry | None:
        summary = self._rooms.live.get(room)
        return None if summary is None else RoomEntry(summary, self._rooms.activity.get(room, b""))

    async def outdated(self, cursor: int) -> OutdatedPage:  # noqa: ARG002 -- there is only one part
        known = self._rooms.listed
        rooms = [
            (room, summary)
            for room, summary in self._rooms.live.items()
            if room not in known or known[room][0] != digest_of(summary)
        ]
        return OutdatedPage(0, rooms)

    async def relist(self, room: RoomId, summary: bytes, listing: Listing) -> None:
        if self._rooms.live.get(room) == summary:
            self._rooms.list(room, summary, listing)

    async def unlist(self, room: RoomId, summary: bytes) -> None:
        if self._rooms.live.get(room) == summary:
            self._rooms.end(room)
