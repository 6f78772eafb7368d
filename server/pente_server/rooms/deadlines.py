"""Deadlines: fallen flags, abandoned games, rooms that nobody joined.

The rooms that this node has touched are ticked on time; a sweep over the store finds those of nodes that
are gone. When several nodes tick a room, one of them commits and the others find nothing due.
"""

import asyncio
import heapq
import logging
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room, deadline
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Store, StoreUnavailable

SWEEP_EVERY: Final = 1.0
"""Seconds between two looks at the deadlines in the store."""
LONGEST_WAIT: Final = 5.0
"""Seconds after which the clock is looked at again: the store's may be set."""

_log = logging.getLogger(__name__)


class DeadlineScheduler(RoomObserver):
    """Mutable: the deadlines that this node knows, one a room."""

    def __init__(self, store: Store, keeper: Keeper, follower: StoreFollower, heartbeat: Heartbeat) -> None:
        self._store = store
        self._keeper = keeper
        self._follower = follower
        self._heartbeat = heartbeat
        self._deadlines: dict[RoomId, Instant] = {}
        self._queue: list[tuple[Instant, RoomId]] = []
        """A heap: for every room with a deadline an entry that is not later, and some that are outdated."""
        self._queued: dict[RoomId, Instant] = {}
        """The entry of a room that counts."""
        self._earlier = asyncio.Event()

    def __len__(self) -> int:
        """How much is remembered."""
        return max(len(self._deadlines), len(self._queue), len(self._queued))

    def advanced(self, advance: Advance) -> None:
        self.expect(advance.room_id, deadline(advance.after))

    def rolled_back(self, room_id: RoomId, room: Room) -> None:
        self.expect(room_id, deadline(room))

    def expect(self, room: RoomId, due: Instant | None) -> None:
        """Tick the room then, and no earlier any more; None: never."""
        if due is None:
            self._deadlines.pop(room, None)
            self._queued.pop(room, None)
            self._tidy()
            return
        self._deadlines[room] = due
        queued = self._queued.get(room)
        # Deadlines mostly move on, move by move: the entry is moved when its time has come.
        if queued is None or due < queued:
            self._push(room, due)

    def _push(self, room: RoomId, due: Instant) -> None:
        self._queued[room] = due
        heapq.heappush(self._queue, (due, room))
        if self._queue[0] == (due, room):
            self._earlier.set()

    def _tidy(self) -> None:
        if len(self._queue) > 2 * len(self._queued) + 64:
            self._queue = [(due, room) for room, due in self._queued.items()]
            heapq.heapify(self._queue)

    async def run(self) -> None:
        """Tick until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._on_time())
            tasks.create_task(self._sweep())

    async def _on_time(self) -> None:
        while True:
            self._earlier.clear()
            wait = (self._queue[0][0] - self._heartbeat.now()) / 1000 if self._queue else LONGEST_WAIT
            if wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._earlier.wait(), min(wait, LONGEST_WAIT))
                continue
            due, room = heapq.heappop(self._queue)
            if self._queued.get(room) == due:
                del self._queued[room]
                await self._reached(room, due)

    async def _reached(self, room: RoomId, due: Instant) -> None:
        latest = self._deadlines[room]
        if latest > due:
            self._push(room, latest)
        else:
            del self._deadlines[room]
            await self._tick(room)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                for room in await self._store.due(self._heartbeat.now()):
                    await self._tick(room)
                await self._follower.find_out()
            except StoreUnavailable:
                continue

    async def _tick(self, room: RoomId) -> None:
        """Tick a room, but not while nobody can play; the sweep comes back to it."""
        if not self._heartbeat.is_serving:
            return
        try:
            await self._keeper.tick(room)
        except StoreUnavailable:
            return
        except Exception:  # noqa: BLE001 -- one room that fails must not stop the clocks of all others
            _log.exception("room %s can't be ticked", room)
