"""Deadlines of rooms: flags that fall, abandoned games, and rooms that nobody joined.

A node ticks the rooms that it has in its schedule on time, and sweeps the store for deadlines that other
nodes missed, as when they have died. When several nodes tick a room, one commits and the others find nothing
due.
"""

import asyncio
import heapq
import logging
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.room import Room, deadline
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Store, StoreUnavailable

SWEEP_EVERY: Final = 1.0
"""Seconds between two sweeps of the store."""
HORIZON: Final = Millis(3_600_000)
"""Later deadlines are found by a sweep of the store, up to `SWEEP_EVERY` late."""
LONGEST_WAIT: Final = 5.0
"""Seconds after which the clock is read again, as the clock of the store may have been set."""

_log = logging.getLogger(__name__)


class DeadlineScheduler(RoomObserver):
    """Ticks rooms at their deadlines. Mutable: the next deadline of each room that changed at this node."""

    def __init__(self, store: Store, keeper: Keeper, follower: StoreFollower, heartbeat: Heartbeat) -> None:
        self._store = store
        self._keeper = keeper
        self._follower = follower
        self._heartbeat = heartbeat
        self._deadlines: dict[RoomId, Instant] = {}
        self._queue: list[tuple[Instant, RoomId]] = []
        """A heap. Each room with a deadline has one valid entry, at its deadline or earlier.

        Outdated entries stay until they are reached or tidied up: removing from a heap is slow.
        """
        self._queued: dict[RoomId, Instant] = {}
        """The instant of each room's valid entry."""
        self._has_earlier = asyncio.Event()
        """Set when the first entry of the heap has changed."""

    def __len__(self) -> int:
        """The size of the largest internal collection, for tests of memory use."""
        return max(len(self._deadlines), len(self._queue), len(self._queued))

    def advanced(self, advance: Advance) -> None:
        self.schedule(advance.room_id, deadline(advance.after))

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:  # noqa: ARG002
        self.schedule(room_id, deadline(room))

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:  # noqa: ARG002 -- gone or damaged, it has no clock
        self.schedule(room_id, None)

    def schedule(self, room: RoomId, due: Instant | None) -> None:
        """Tick the room at ``due`` in place of its previous deadline; None: never.

        Far deadlines are left to the store, or the rooms of days would all be remembered here.
        """
        if due is None or due - self._heartbeat.now() > HORIZON:
            self._deadlines.pop(room, None)
            self._queued.pop(room, None)
            self._tidy()
            return
        self._deadlines[room] = due
        queued = self._queued.get(room)
        # Each move makes the deadline later: an entry that is too early is corrected when it is reached,
        # which is far cheaper than a new entry for every move.
        if queued is None or due < queued:
            self._push(room, due)

    def _push(self, room: RoomId, due: Instant) -> None:
        self._queued[room] = due
        heapq.heappush(self._queue, (due, room))
        if self._queue[0] == (due, room):
            self._has_earlier.set()

    def _tidy(self) -> None:
        """Drop outdated entries when there are more of them than valid ones."""
        if len(self._queue) > 2 * len(self._queued) + 64:
            self._queue = [(due, room) for room, due in self._queued.items()]
            heapq.heapify(self._queue)

    async def run(self) -> None:
        """Tick rooms of the schedule on time, until cancelled."""
        while True:
            self._has_earlier.clear()
            wait = (self._queue[0][0] - self._heartbeat.now()) / 1000 if self._queue else LONGEST_WAIT
            if wait > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(wait, LONGEST_WAIT)):
                        await self._has_earlier.wait()
                continue
            due, room = heapq.heappop(self._queue)
            if self._queued.get(room) == due:
                del self._queued[room]
                await self._handle_entry(room, due)

    async def _handle_entry(self, room: RoomId, due: Instant) -> None:
        """Tick the room, or put its entry back if its deadline has become later."""
        latest = self._deadlines[room]
        if latest > due:
            self._push(room, latest)
        else:
            del self._deadlines[room]
            await self._tick(room)

    async def sweep(self) -> None:
        """Tick rooms that are due in the store, and check unconfirmed commits, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                for room in await self._store.due(self._heartbeat.now()):
                    await self._tick(room)
                if self._heartbeat.is_serving:  # else a commit may be shown that is not on the store's disk
                    await self._follower.check_unconfirmed()
            except StoreUnavailable:
                continue

    async def _tick(self, room: RoomId) -> None:
        """Tick a room, unless the store is not reachable: then the next sweep finds its deadline again."""
        if not self._heartbeat.is_serving:
            return
        try:
            await self._keeper.tick(room)
        except StoreUnavailable:
            return
        except Exception:  # noqa: BLE001 -- a bug in one room must not stop the clocks of all others
            _log.exception("room %s can't be ticked", room)
