"""Catching up: bringing rooms in memory to the version in the store."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce

from pente_core.identity import RoomId
from pente_core.room import Room, apply, replay
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import IMPLAUSIBLE, RoomLogReader, UnknownRoom, in_newest_format

_log = logging.getLogger(__name__)


class CatchUp:
    """Applies committed events to loaded rooms, and notifies the observer.

    The caller must have taken the room. All methods may raise UnknownRoom and StoreUnavailable.
    """

    def __init__(self, room_log: RoomLogReader, observer: RoomObserver) -> None:
        self._room_log = room_log
        self._observer = observer

    async def ensure_current(self, loaded: LoadedRoom) -> None:
        """Make the room at least as new as the store was when the caller asked for the room."""
        if loaded.is_doubtful or not loaded.is_fresh:
            await self.catch_up(loaded)

    async def catch_up(self, loaded: LoadedRoom) -> bool:
        """Read and apply the events that are missing; whether the room has changed.

        Reads the last known event too: when even that is missing, the store has lost events. A doubtful room
        is compared instead.
        """
        if loaded.is_doubtful:
            return await self.compare(loaded)
        with self._parting(loaded):
            bodies = await self._room_log.read(loaded.id, loaded.room.version - 1)
        if not bodies:
            return await self.compare(loaded)
        return self.apply(loaded, bodies[1:])

    def apply(self, loaded: LoadedRoom, bodies: Sequence[bytes]) -> bool:
        """Apply the next events of the log, and notify the observer; whether there were any."""
        before = loaded.room
        with self._parting(loaded), self._room_log.isolating(loaded.id, *IMPLAUSIBLE):
            events = self._room_log.events(loaded.id, bodies, before.created.format)
            loaded.room = reduce(apply, events, before)
        if events:
            shown = in_newest_format(before, events, bodies)
            self._observer.advanced(Advance(loaded.id, before, loaded.room, events, shown))
        return bool(events)

    def announce(self, loaded: LoadedRoom) -> None:
        """Notify the observer of a room that may be new to this node."""
        self._observer.advanced(Advance(loaded.id, None, loaded.room, (), ()))

    async def compare(self, loaded: LoadedRoom) -> bool:
        """Compare all of the room with the log in the store; whether the room has changed.

        It ends the doubt that came up when the store may have lost events: one without strict durability may
        lose acknowledged commits when it crashes, and a backup that was restored lacks what happened since.
        Other events may have taken the place of the lost ones since, so that the versions alone say nothing.
        """
        loaded.is_doubtful = False  # first, as new doubt may come up meanwhile
        try:
            with self._parting(loaded):
                bodies, events, room = await self._room_log.whole(loaded.id)
                known = loaded.room.version
                is_same = (room if room.version == known else replay(events[:known])) == loaded.room
        except BaseException:
            loaded.is_doubtful = True
            raise
        if is_same:
            return self.apply(loaded, bodies[known:])
        self._replace(loaded, room)
        return True

    def _replace(self, loaded: LoadedRoom, room: Room) -> None:
        before = loaded.room
        _log.error(
            "the store has lost the last events of room %s: it is at version %d instead of %d, and at move %d"
            " instead of %d",
            *(loaded.id, room.version, before.version, len(room.game.turns), len(before.game.turns)),
        )
        loaded.room = room
        self._observer.rolled_back(loaded.id, room)

    @contextmanager
    def recording(self, room_id: RoomId) -> Iterator[None]:
        """Notify the observer when a commit in the block shows that the room is damaged."""
        try:
            with self._room_log.isolating(room_id):
                yield
        except UnknownRoom as error:
            self._observer.lost(room_id, error)
            raise

    @contextmanager
    def _parting(self, loaded: LoadedRoom) -> Iterator[None]:
        """Notify the observer when the room turns out to be gone or damaged in the block."""
        try:
            yield
        except UnknownRoom as error:
            self._observer.lost(loaded.id, error)
            raise
