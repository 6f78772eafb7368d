"""The rooms in a node's memory: loaded when somebody works on one, released when nobody wants it."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator

from pente_core.identity import RoomId
from pente_core.room import Room
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.room_log import UnknownRoom
from pente_server.store import StoreUnavailable

_log = logging.getLogger(__name__)


class RoomCache:
    """Mutable: the loaded rooms, and which are being loaded."""

    def __init__(
        self, load: Callable[[RoomId], Awaitable[Room]], is_wanted: Callable[[RoomId], bool]
    ) -> None:
        """``load`` reads a room from the store; ``is_wanted`` says whether anybody listens to it."""
        self._read = load
        self._is_wanted = is_wanted
        self._loaded: dict[RoomId, LoadedRoom] = {}
        self._reading: dict[RoomId, bool] = {}
        """The rooms that are just being read from the store, and whether others have written to them."""
        self._left = self.release  # one bound method for all rooms

    def __len__(self) -> int:
        return len(self._loaded)

    def __iter__(self) -> Iterator[RoomId]:
        """Those that are loaded now."""
        return iter(tuple(self._loaded))

    def __contains__(self, room_id: RoomId) -> bool:
        return room_id in self._loaded

    def known(self, room_id: RoomId) -> Room | None:
        """The room, if it is loaded; possibly a little behind."""
        loaded = self._loaded.get(room_id)
        return loaded.room if loaded else None

    async def get(self, room_id: RoomId) -> LoadedRoom:
        """The room, to be worked on at once. Raises UnknownRoom and StoreUnavailable."""
        return self._loaded.get(room_id) or await self.load(room_id)

    def loaded(self, room_id: RoomId) -> LoadedRoom | None:
        """The room, to be worked on at once, if it is loaded: `get` without a coroutine, for commands."""
        return self._loaded.get(room_id)

    async def load(self, room_id: RoomId) -> LoadedRoom:
        """Read a room that is not loaded. Raises UnknownRoom and StoreUnavailable."""
        self._reading.setdefault(room_id, False)
        try:
            room = await self._read(room_id)
        finally:  # a second one who reads it at the same time does not know what came before
            is_outdated = self._reading.pop(room_id, True)
        loaded = LoadedRoom(room_id, room, self._left, is_fresh=not is_outdated)
        return self._loaded.setdefault(room_id, loaded)

    def written_elsewhere(self, room_id: RoomId) -> None:
        """Another node has written to a room: what is being read of it may be outdated."""
        if room_id in self._reading:
            self._reading[room_id] = True

    def all_written_elsewhere(self) -> None:
        """Any room may have been written to by another node."""
        self._reading = dict.fromkeys(self._reading, True)

    def is_needed(self, room_id: RoomId) -> bool:
        """Whether somebody listens to a room, or works on it."""
        loaded = self._loaded.get(room_id)
        return self._is_wanted(room_id) or (loaded is not None and loaded.users > 0)

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless somebody works on it or wants it."""
        loaded = self._loaded.get(room_id)
        if loaded is not None and not loaded.users and not self._is_wanted(room_id):
            del self._loaded[room_id]


async def for_each(rooms: Iterable[RoomId], work: Callable[[RoomId], Awaitable[object]]) -> None:
    """Do something with each room, one after the other: players come first. Raises StoreUnavailable."""
    for room_id in tuple(rooms):
        try:
            await work(room_id)
        except StoreUnavailable:
            raise
        except UnknownRoom:
            continue
        except Exception:  # noqa: BLE001 -- our bug in one room must not keep the others waiting
            _log.exception("room %s can't be kept", room_id)
