"""Sequels: a rematch, or the second game of a set, is a room of its own.

The last event of the old room names it. That event and the opening of the new room are two commits: the node
that hears of the one does the other.
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
    """Reads rooms from the store, and opens those that the end of another one has only named."""

    def __init__(
        self,
        room_log: RoomLogReader,
        create: Callable[[RoomId, Sequence[Event], str], Awaitable[object]],
        now: Callable[[], Instant],
    ) -> None:
        """``create`` records the first events of a room, under the id of a command."""
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
        """Open a room that another was `Continued` in, if it is one; whoever comes first does that.

        So it is not lost when a node dies after the one commit and before the other.
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
    """Mutable: the sequels that are being opened."""

    def __init__(self, load: Callable[[RoomId], Awaitable[object]]) -> None:
        """``load`` gets a room to be there."""
        self._load = load
        self.tasks: set[asyncio.Task[None]] = set()

    def advanced(self, advance: Advance) -> None:
        if not advance.after.sequel:  # as after nearly all moves
            return
        for event in advance.events:
            if isinstance(event, Continued):
                self._start(RoomId(event.room))

    def _start(self, sequel: RoomId) -> None:
        task = asyncio.get_running_loop().create_task(self._open(sequel))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _open(self, sequel: RoomId) -> None:
        """Make sure that a room exists; whoever looks for it later does the same."""
        with suppress(StoreUnavailable, UnknownRoom):
            await self._load(sequel)
