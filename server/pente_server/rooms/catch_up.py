"""Catching up: bringing rooms in memory to the version in the store."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce

from pente_core.identity import RoomId
from pente_core.room import Room, apply
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_log import IMPLAUSIBLE, RoomLogReader, UnknownRoom, in_newest_format
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.store import RoomWakeup
from pente_server.store.logs.log_marks import NO_MARKS, LogMarks

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

        The mark in the store shows whether they follow those that are known. If not, or if there is none, all
        of the log is compared, and in a doubtful room in any case.
        """
        if loaded.is_doubtful:
            return await self._compare(loaded)
        with self._parting(loaded):
            end = await self._room_log.read_end(loaded.id, loaded.room.version)
        marks = self._room_log.marks(loaded.marks, end.bodies)
        if not _is_proven(loaded, marks, end.checkpoint):
            return await self._compare(loaded)
        return self._apply(loaded, end.bodies, marks)

    async def follow(self, loaded: LoadedRoom, wakeup: RoomWakeup) -> bool:
        """Apply a commit of another node, or read what is missing; whether the room has changed."""
        known, last = loaded.room.version, wakeup.first + len(wakeup.events) - 1
        if loaded.is_doubtful or not (wakeup.first == known + 1 or last <= known):
            return await self.catch_up(loaded)
        events = wakeup.events if last > known else ()
        marks = self._room_log.marks(loaded.marks, events)
        if wakeup.mark and marks.at(last) not in (wakeup.mark, None):
            return await self.catch_up(loaded)
        return self._apply(loaded, events, marks)

    def announce(self, loaded: LoadedRoom) -> None:
        """Notify the observer of a room that may be new to this node."""
        self._observer.advanced(Advance(loaded.id, None, loaded.room, (), (), loaded.marks))

    def _apply(self, loaded: LoadedRoom, bodies: Sequence[bytes], marks: LogMarks) -> bool:
        """Apply the next events of the log, and notify the observer; whether there were any."""
        before = loaded.room
        with self._parting(loaded), self._room_log.isolating(loaded.id, *IMPLAUSIBLE):
            events = self._room_log.events(loaded.id, bodies, before.created.format)
            loaded.room, loaded.marks = reduce(apply, events, before), marks
        if events:
            shown = in_newest_format(before, events, bodies)
            self._observer.advanced(Advance(loaded.id, before, loaded.room, events, shown, marks))
        return bool(events)

    async def _compare(self, loaded: LoadedRoom) -> bool:
        """Compare the room with the whole log in the store; whether the room has changed.

        A store without strict durability may lose acknowledged commits when it crashes, and a backup that was
        restored lacks what happened since. Other events may have taken the place of the lost ones since. A
        log that comes from a program without marks gets its mark here.
        """
        loaded.is_doubtful = False  # first, as new doubt may come up meanwhile
        try:
            with self._parting(loaded):
                bodies, _, room = await self._room_log.whole(loaded.id)
                known = loaded.room.version
                start = self._room_log.marks(NO_MARKS, bodies[:known])
                marks = self._room_log.marks(start, bodies[known:])
                await self._room_log.put_mark(loaded.id, marks.checkpoint, bodies[-1])
        except BaseException:
            loaded.is_doubtful = True
            raise
        if start.newest == loaded.marks.newest:
            return self._apply(loaded, bodies[known:], marks)
        self._replace(loaded, room, marks)
        return True

    def _replace(self, loaded: LoadedRoom, room: Room, marks: LogMarks) -> None:
        before = loaded.room
        _log.error(
            "the store has another history of room %s: it is at version %d instead of %d, and at move %d"
            " instead of %d",
            *(loaded.id, room.version, before.version, len(room.game.turns), len(before.game.turns)),
        )
        loaded.room, loaded.marks = room, marks
        self._observer.rolled_back(loaded.id, room, marks.checkpoint)

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


def _is_proven(loaded: LoadedRoom, marks: LogMarks, stored: Checkpoint | None) -> bool:
    """Whether the mark in the store proves that the room's events are those in the store, as far as it goes.

    It may end before the last event: another node has committed while the log was read, or one that knows no
    marks. It must not end before those that are known.
    """
    return stored is not None and stored.version >= loaded.room.version and marks.is_after(stored)
