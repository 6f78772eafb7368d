"""Catching up: what the store has of a room, and this node has not shown yet."""

import logging
from collections.abc import Sequence

from pente_core.room import apply
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import RoomLogReader, in_newest_format, read_events
from pente_server.store import Store

_log = logging.getLogger(__name__)


class CatchUp:
    """Brings loaded rooms up to what is committed, and tells the observer of it.

    Its methods are for those who work on a room alone; they may raise UnknownRoom and StoreUnavailable.
    """

    def __init__(self, store: Store, room_log: RoomLogReader, observer: RoomObserver) -> None:
        self._store = store
        self._room_log = room_log
        self._observer = observer

    async def be_current(self, loaded: LoadedRoom) -> None:
        """Know what was in the store when the room was asked for, or later."""
        if not loaded.is_fresh:
            await self.catch_up(loaded)

    async def catch_up(self, loaded: LoadedRoom) -> bool:
        """Take in what is in the store; whether that was anything."""
        return self.take(loaded, await self._store.read(loaded.id, loaded.room.version))

    def take(self, loaded: LoadedRoom, bodies: Sequence[bytes]) -> bool:
        """Take in what was committed next; whether that was anything."""
        before = loaded.room
        events = read_events(loaded.id, bodies, before.created.format)
        for event in events:
            loaded.room = apply(loaded.room, event)
        if events:
            shown = in_newest_format(before, events, bodies)
            self._observer.advanced(Advance(loaded.id, before, loaded.room, events, shown))
        return bool(events)

    def announce(self, loaded: LoadedRoom) -> None:
        """Tell of a room that nobody here may have heard of."""
        self._observer.advanced(Advance(loaded.id, None, loaded.room, (), ()))

    async def roll_back(self, loaded: LoadedRoom) -> None:
        """Go back to what the store has: after a crash, one that is not strict may have less than it told."""
        _log.error("the store has lost the last events of room %s", loaded.id)
        loaded.room = await self._room_log.room(loaded.id)
        self._observer.rolled_back(loaded.id, loaded.room)
