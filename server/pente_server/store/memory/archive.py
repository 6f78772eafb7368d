"""The archive in memory."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.store.archive_store import (
    ArchivedGame,
    ArchiveList,
    ListKind,
    PositionKey,
    SortKey,
    sort_key,
)


@dataclass(slots=True)
class MemoryArchiveData:
    """Archive data shared by the stores of one process. Mutable."""

    unfiled: dict[RoomId, Instant] = field(default_factory=dict)
    entries: dict[RoomId, bytes] = field(default_factory=dict)
    shelves: defaultdict[ArchiveList, list[SortKey]] = field(default_factory=lambda: defaultdict(list))
    tallies: defaultdict[PositionKey, Counter[bytes]] = field(default_factory=lambda: defaultdict(Counter))


class MemoryArchive:
    """An `ArchiveStore` in memory."""

    def __init__(self, files: MemoryArchiveData) -> None:
        self._files = files

    async def unfiled(self, until: Instant) -> Sequence[RoomId]:
        return [room for room, noted in self._files.unfiled.items() if noted <= until]

    async def postpone(self, room: RoomId, until: Instant) -> None:
        if room in self._files.unfiled:
            self._files.unfiled[room] = until

    async def filed(self, room: RoomId) -> None:
        self._files.unfiled.pop(room, None)

    async def file(self, game: ArchivedGame) -> None:
        self._files.entries[game.room] = game.entry
        at = sort_key(game.end, game.room)
        for visit in game.visits:
            if self._stands(ArchiveList(ListKind.POSITION, visit.key), at) and visit.tally:
                self._files.tallies[visit.key][visit.tally] += 1
        if game.is_for_all:
            self._stands(ArchiveList(), at)
            self._stands(ArchiveList(ListKind.RULESET, game.ruleset.encode()), at)
        for player in game.players:
            self._stands(ArchiveList(ListKind.PLAYER, player.encode()), at)

    def _stands(self, shelf: ArchiveList, at: SortKey) -> bool:
        """Add a game to a list; return whether it was new there."""
        places = self._files.shelves[shelf]
        index = bisect_left(places, at)
        if index < len(places) and places[index] == at:
            return False
        insort(places, at)
        return True

    async def places(
        self, shelf: ArchiveList, after: SortKey, before: SortKey, count: int
    ) -> Sequence[SortKey]:
        places = self._files.shelves.get(shelf, [])
        start = bisect_right(places, after)
        end = bisect_left(places, before) if before else len(places)
        return places[start : min(end, start + count)]

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        return [self._files.entries.get(room) for room in rooms]

    async def tallies(self, key: PositionKey) -> Mapping[bytes, int]:
        return dict(self._files.tallies.get(key, {}))
