"""The rooms in a node's memory: loaded on first use, released when not in use and without listeners."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator

from pente_core.identity import RoomId
from pente_core.room import Room
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.room_log import UnknownRoom
from pente_server.store import StoreUnavailable

_log = logging.getLogger(__name__)


class RoomCache:
    """The loaded rooms, and those that are being loaded. Mutable."""

    def __init__(
        self, load: Callable[[RoomId], Awaitable[Room]], is_wanted: Callable[[RoomId], bool]
    ) -> None:
        """``load`` reads a room from the store; ``is_wanted`` tells whether a room has listeners."""
        self._read = load
        self._is_wanted = is_wanted
        self._loaded: dict[RoomId, LoadedRoom] = {}
        self._reading: dict[RoomId, bool] = {}
        """The rooms that are being read from the store, and whether other nodes have committed meanwhile."""
        self._doubts = 0
        """How many times the store may have lost events."""
        self._on_idle = self.release  # bound once, as every room holds a reference

    def __len__(self) -> int:
        return len(self._loaded)

    def __iter__(self) -> Iterator[RoomId]:
        """The ids of the loaded rooms; a copy, so that rooms may be released meanwhile."""
        return iter(tuple(self._loaded))

    def __contains__(self, room_id: RoomId) -> bool:
        return room_id in self._loaded

    def known(self, room_id: RoomId) -> Room | None:
        """The room, if it is loaded; possibly a little behind the store."""
        loaded = self._loaded.get(room_id)
        return loaded.room if loaded else None

    async def get(self, room_id: RoomId) -> LoadedRoom:
        """The room, loaded if necessary. Raises UnknownRoom and StoreUnavailable.

        Enter its context without awaiting anything else before, or it may be released meanwhile.
        """
        return self._loaded.get(room_id) or await self.load(room_id)

    def loaded(self, room_id: RoomId) -> LoadedRoom | None:
        """The room, if it is loaded: `get` without a coroutine, which would cost time in every command."""
        return self._loaded.get(room_id)

    async def load(self, room_id: RoomId) -> LoadedRoom:
        """Read a room that is not loaded. Raises UnknownRoom and StoreUnavailable."""
        self._reading.setdefault(room_id, False)
        doubts = self._doubts
        try:
            room = await self._read(room_id)
        finally:
            # Two tasks may load a room at the same time, with one mark between them. The second to finish
            # finds none, and has to take its copy for outdated.
            is_outdated = self._reading.pop(room_id, True)
        loaded = LoadedRoom(room_id, room, self._on_idle, is_fresh=not is_outdated)
        loaded.is_doubtful = doubts != self._doubts
        return self._loaded.setdefault(room_id, loaded)

    def mark_outdated(self, room_id: RoomId) -> None:
        """Note a commit by another node: if the room is being read, the result may be outdated."""
        if room_id in self._reading:
            self._reading[room_id] = True

    def mark_all_outdated(self) -> None:
        """Note that other nodes may have committed in any room."""
        self._reading = dict.fromkeys(self._reading, True)

    def doubt_all(self) -> None:
        """Note that the store may have lost events of any room."""
        self._doubts += 1
        for loaded in self._loaded.values():
            loaded.is_doubtful = True

    def is_needed(self, room_id: RoomId) -> bool:
        """Whether a room has listeners, or is in use."""
        loaded = self._loaded.get(room_id)
        return self._is_wanted(room_id) or (loaded is not None and not loaded.is_idle)

    def forget(self) -> None:
        """Drop all rooms, also those in use: what they decide is then refused by the store."""
        self._loaded.clear()
        self._doubts += 1
        self.mark_all_outdated()

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless it is in use or has listeners."""
        loaded = self._loaded.get(room_id)
        if loaded is not None and loaded.is_idle and not self._is_wanted(room_id):
            del self._loaded[room_id]


async def for_each(rooms: Iterable[RoomId], work: Callable[[RoomId], Awaitable[object]]) -> None:
    """Run ``work`` for each room, one after the other, so that commands of players don't have to wait.

    Unknown rooms are skipped. Raises StoreUnavailable.
    """
    for room_id in tuple(rooms):
        try:
            await work(room_id)
        except StoreUnavailable:
            raise
        except UnknownRoom:
            continue
        except Exception:  # noqa: BLE001 -- a bug in one room must not affect the others
            _log.exception("background work in room %s failed", room_id)
