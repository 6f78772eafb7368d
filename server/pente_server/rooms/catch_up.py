"""Catching up: bringing rooms in memory to the version in the store."""

import logging
from collections.abc import Sequence

from pente_core.room import apply
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import RoomLogReader, in_newest_format, read_events
from pente_server.store import Store

_log = logging.getLogger(__name__)


class CatchUp:
    """Applies committed events to loaded rooms, and notifies the observer.

    The caller must hold the lock of the room. All methods may raise UnknownRoom and StoreUnavailable.
    """

    def __init__(self, store: Store, room_log: RoomLogReader, observer: RoomObserver) -> None:
        self._store = store
        self._room_log = room_log
        self._observer = observer

    async def ensure_current(self, loaded: LoadedRoom) -> None:
        """Make the room at least as new as the store was when the caller asked for the room."""
        if not loaded.is_fresh:
            await self.catch_up(loaded)

    async def catch_up(self, loaded: LoadedRoom) -> bool:
        """Read and apply the events that are missing; whether there were any."""
        return self.apply(loaded, await self._store.read(loaded.id, loaded.room.version))

    def apply(self, loaded: LoadedRoom, bodies: Sequence[bytes]) -> bool:
        """Apply the next events of the log, and notify the observer; whether there were any."""
        before = loaded.room
        events = read_events(loaded.id, bodies, before.created.format)
        for event in events:
            loaded.room = apply(loaded.room, event)
        if events:
            shown = in_newest_format(before, events, bodies)
            self._observer.advanced(Advance(loaded.id, before, loaded.room, events, shown))
        return bool(events)

    def announce(self, loaded: LoadedRoom) -> None:
        """Notify the observer of a room that may be new to this node."""
        self._observer.advanced(Advance(loaded.id, None, loaded.room, (), ()))

    async def roll_back(self, loaded: LoadedRoom) -> None:
        """Replace the room by what the store has, after the store has lost events.

        A store without strict durability may lose acknowledged commits when it crashes.
        """
        _log.error("the store has lost the last events of room %s", loaded.id)
        loaded.room = await self._room_log.room(loaded.id)
        self._observer.rolled_back(loaded.id, loaded.room)
