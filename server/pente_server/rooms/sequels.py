"""Sequels: the rooms of rematches and of second games of a set.

The last event of the old room has the id of the new one. That event and the opening of the new room are two
commits, as each room is a unit of its own in the store: a node that observes the first makes the second.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Continued, Event, Room, opening, predecessor_id
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import RoomLogReader, UnknownRoom
from pente_server.store import StoreUnavailable


class RoomLoader:
    """Loads rooms from the store, and opens sequels that were named but not opened."""

    def __init__(
        self,
        room_log: RoomLogReader,
        create: Callable[[RoomId, Sequence[Event], str], Awaitable[object]],
        now: Callable[[], Instant],
    ) -> None:
        """``create`` commits the first events of a room under a command id."""
        self._room_log = room_log
        self._create = create
        self._now = now

    async def load(self, room_id: RoomId) -> Room:
        """The room as it is in the store. Raises UnknownRoom and StoreUnavailable."""
        try:
            return await self._room_log.room(room_id)
        except UnknownRoom:
            if not await self._open_sequel(room_id):
                raise
        return await self._room_log.room(room_id)

    async def _open_sequel(self, room_id: RoomId) -> bool:
        """Open a room if it is the sequel of another; whether it is.

        Any node does this on the first request for the room, so that no sequel is lost when a node dies
        between the two commits. The command id is derived from the old room, so that it is opened once.
        """
        earlier = predecessor_id(room_id)
        if earlier is None:
            return False
        try:
            room = await self._room_log.room(RoomId(earlier))
        except UnknownRoom:
            return False
        if room.sequel != room_id:
            return False
        await self._create(room_id, opening(room, earlier, self._now()), f"continue:{earlier}")
        return True


class SequelOpener(RoomObserver):
    """Opens the sequels of rooms that end. Mutable: its running tasks."""

    def __init__(self, load: Callable[[RoomId], Awaitable[object]]) -> None:
        """``load`` loads a room, and opens it if it is a sequel that is not open yet."""
        self._load = load
        self.tasks: set[asyncio.Task[None]] = set()

    def advanced(self, advance: Advance) -> None:
        if not advance.after.sequel:  # the usual case, without a loop over the events
            return
        for event in advance.events:
            if isinstance(event, Continued):
                self._start(RoomId(event.room))

    def _start(self, sequel: RoomId) -> None:
        task = asyncio.get_running_loop().create_task(self._open(sequel))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _open(self, sequel: RoomId) -> None:
        """Open a room. Errors are ignored, as the first request for the room opens it too."""
        with suppress(StoreUnavailable, UnknownRoom):
            await self._load(sequel)
