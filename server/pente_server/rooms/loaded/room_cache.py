"""The rooms in a node's memory: loaded on first use, released when not in use and without listeners."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pente_core.identity import RoomId
from pente_core.room import Room
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store import StoreUnavailable
from pente_server.store.logs.log_marks import LogMarks

_log = logging.getLogger(__name__)


class _Reading:
    """A room is being read by a task; others wait for that."""

    def __init__(self, by: "asyncio.Task[Any] | None") -> None:
        self.by = by
        self.is_over = asyncio.Event()


class RoomCache:
    """The loaded rooms, and those that are being loaded. Mutable."""

    def __init__(
        self,
        load: Callable[[RoomId], Awaitable[tuple[Room, LogMarks]]],
        is_wanted: Callable[[RoomId], bool],
        unsubscribe: Callable[[RoomId], None],
    ) -> None:
        """``load`` reads a room from the store; ``is_wanted`` tells whether a room has listeners.

        ``unsubscribe`` is called for rooms that are not in memory any more, perhaps repeatedly: commits of
        other nodes to them need not be reported.
        """
        self._read = load
        self._is_wanted = is_wanted
        self._unsubscribe = unsubscribe
        self._loaded: dict[RoomId, LoadedRoom] = {}
        self._doubts = 0
        """How many times the store may have lost events."""
        self._on_idle = self.release  # bound once, as every room holds a reference
        self._being_read: dict[RoomId, _Reading] = {}
        self._kept: Counter[RoomId] = Counter()
        """How many users keep a room in memory between two uses."""

    def __len__(self) -> int:
        return len(self._loaded)

    def __iter__(self) -> Iterator[RoomId]:
        """The ids of the loaded rooms; a copy, so that rooms may be released meanwhile."""
        return iter(tuple(self._loaded))

    def __contains__(self, room_id: RoomId) -> bool:
        return room_id in self._loaded

    async def get(self, room_id: RoomId) -> LoadedRoom:
        """The room, loaded if necessary. Raises UnknownRoom and StoreUnavailable.

        Enter its context without awaiting anything else before, or it may be released meanwhile.
        """
        return self._loaded.get(room_id) or await self.load(room_id)

    def loaded(self, room_id: RoomId) -> LoadedRoom | None:
        """The room, if it is loaded: `get` without a coroutine, which would cost time in every command."""
        return self._loaded.get(room_id)

    async def load(self, room_id: RoomId) -> LoadedRoom:
        """Read a room that is not loaded. Raises UnknownRoom and StoreUnavailable.

        Those who ask while it is being read wait for that: a hundred viewers who come back at once need one
        replay. They read for themselves what could not be read, as there may be such a room by now. So does
        the reader itself: to read a room that was announced, and is not open yet, is to open it.
        """
        reader = asyncio.current_task()
        reading = self._being_read.get(room_id)
        if reading is not None and reading.by is not reader:
            await reading.is_over.wait()
            if (found := self._loaded.get(room_id)) is not None:
                return found
        reading = _Reading(reader)
        is_first = self._being_read.setdefault(room_id, reading) is reading
        try:
            return await self._load(room_id)
        finally:
            if is_first:
                del self._being_read[room_id]
                reading.is_over.set()

    async def _load(self, room_id: RoomId) -> LoadedRoom:
        doubts = self._doubts
        loaded = LoadedRoom(room_id, *await self._read(room_id), self._on_idle)
        loaded.is_doubtful = doubts != self._doubts
        return self._loaded.setdefault(room_id, loaded)

    @contextmanager
    def keeping(self, room_id: RoomId) -> Iterator[None]:
        """Keep a room that is used in the block in memory until its end, also between two uses."""
        self._kept[room_id] += 1
        try:
            yield
        finally:
            self._kept[room_id] -= 1
            if not self._kept[room_id]:
                del self._kept[room_id]
                self.release(room_id)

    def doubt_all(self) -> None:
        """Note that the store may have lost events of any room."""
        self._doubts += 1
        for loaded in self._loaded.values():
            loaded.is_doubtful = True

    def forget(self) -> None:
        """Drop all rooms, also those in use: what they decide is then refused by the store."""
        for room_id in self._loaded:
            self._unsubscribe(room_id)
        self._loaded.clear()
        self._doubts += 1

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless it is in use, or kept, or has listeners."""
        if room_id in self._kept:
            return
        loaded = self._loaded.get(room_id)
        if loaded is None or (loaded.is_idle and not self._is_wanted(room_id)):
            self._loaded.pop(room_id, None)
            self._unsubscribe(room_id)


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
