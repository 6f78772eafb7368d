"""The archive of a store that keeps nothing."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pente_core.instant import Instant
from pente_protocol.messages import RoomId
from pente_server.store.archive import Filing, List, Place, PositionKey, Shelf, place


@dataclass(slots=True)
class Files:
    """What the archives of one process share. Mutable."""

    unfiled: dict[RoomId, Instant] = field(default_factory=dict)
    entries: dict[RoomId, bytes] = field(default_factory=dict)
    shelves: defaultdict[Shelf, list[Place]] = field(default_factory=lambda: defaultdict(list))
    tallies: defaultdict[PositionKey, Counter[bytes]] = field(default_factory=lambda: defaultdict(Counter))


class MemoryArchive:
    """An `Archive` in this process."""

    def __init__(self, files: Files) -> None:
        self._files = files

    async def unfiled(self, until: Instant) -> Sequence[RoomId]:
        return [room for room, noted in self._files.unfiled.items() if noted <= until]

    async def postpone(self, room: RoomId, until: Instant) -> None:
        if room in self._files.unfiled:
            self._files.unfiled[room] = until

    async def filed(self, room: RoomId) -> None:
        self._files.unfiled.pop(room, None)

    async def file(self, game: Filing) -> None:
        self._files.entries[game.room] = game.entry
        at = place(game.end, game.room)
        for visit in game.visits:
            if self._stands(Shelf(List.POSITION, visit.key), at) and visit.tally:
                self._files.tallies[visit.key][visit.tally] += 1
        self._stands(Shelf(), at)
        self._stands(Shelf(List.RULESET, game.ruleset.encode()), at)
        for player in game.players:
            self._stands(Shelf(List.PLAYER, player.encode()), at)

    def _stands(self, shelf: Shelf, at: Place) -> bool:
        """Put a game on a list; whether it was not there yet."""
        places = self._files.shelves[shelf]
        index = bisect_left(places, at)
        if index < len(places) and places[index] == at:
            return False
        insort(places, at)
        return True

    async def places(self, shelf: Shelf, after: Place, before: Place, count: int) -> Sequence[Place]:
        places = self._files.shelves.get(shelf, [])
        start = bisect_right(places, after)
        end = bisect_left(places, before) if before else len(places)
        return places[start : min(end, start + count)]

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        return [self._files.entries.get(room) for room in rooms]

    async def tallies(self, key: PositionKey) -> Mapping[bytes, int]:
        return dict(self._files.tallies.get(key, {}))
