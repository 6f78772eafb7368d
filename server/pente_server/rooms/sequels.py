"""Sequels: the rooms of rematches and of second games of a set.

The last event of the old room has the id of the new one, which was drawn for it. That event and the opening
of the new room are two commits, as each room is a unit of its own in the store. The first commit also queues
the new room (`SequelStore`), so that a node opens it even if the one that named it dies.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import Room, opening
from pente_core.room import events as ev
from pente_server.rooms.loaded.room_log import DamagedRoom, RoomLogReader, UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.store import DamagedKey, Store, StoreUnavailable
from pente_server.store.logs.log_marks import LogMarks
from pente_server.store.sequel_store import NamedSequel

SWEEP_EVERY: Final = 3.0
"""Seconds between two looks for sequels that other nodes have named but not opened."""

_log = logging.getLogger(__name__)


PlayersOfSequel = Callable[[RoomId, Room, Sequence[ev.Event]], Awaitable[tuple[Identity | None, ...]]]
"""Returns the players of a finished room by seat, with their ratings as of now. It gets the room's whole log.

Raises StoreUnavailable.
"""


async def known_players(_id: RoomId, room: Room, _events: Sequence[ev.Event]) -> tuple[Identity | None, ...]:
    """The players as the room knows them."""
    return room.seats


class RoomLoader:
    """Loads rooms from the store, and opens sequels that were named but not opened."""

    def __init__(
        self,
        store: Store,
        room_log: RoomLogReader,
        create: Callable[[RoomId, Sequence[ev.Event], str], Awaitable[object]],
        log_format: Callable[[], int],
        now: Callable[[], Instant],
        *,
        players: PlayersOfSequel,
    ) -> None:
        """``create`` commits the first events of a room under a command id; their log has ``log_format``.
        ``players`` reads the players of a finished room anew.
        """
        self._players = players
        self._sequels = store.sequels
        self._room_log = room_log
        self._create = create
        self._log_format = log_format
        self._now = now

    async def load(self, room_id: RoomId) -> tuple[Room, LogMarks]:
        """The room as it is in the store, with its marks. Raises UnknownRoom and StoreUnavailable."""
        try:
            return await self._room_log.room_with_marks(room_id)
        except DamagedRoom:
            raise
        except UnknownRoom:
            if not await self._open_sequel(room_id):
                raise
        return await self._room_log.room_with_marks(room_id)

    async def _open_sequel(self, room_id: RoomId) -> bool:
        """Open a room if it is the sequel of another; whether it is.

        Any node does this on the first request for the room, if it comes before the room is taken from the
        queue. The command id is derived from the old room, so that it is opened once.
        """
        earlier = await self._sequels.predecessor(room_id)
        if earlier is None:
            return False
        try:
            _, log, room = await self._room_log.whole(earlier)
        except UnknownRoom:
            return False
        if room.sequel != room_id:
            return False
        players = await self._players(earlier, room, log)
        events = opening(room, earlier, self._now(), self._log_format(), players)
        await self._create(room_id, events, f"continue:{earlier}")
        return True


class SequelOpener(RoomObserver):
    """Opens the sequels of rooms that end. Mutable: its running tasks."""

    def __init__(self, store: Store, load: Callable[[RoomId], Awaitable[object]]) -> None:
        """``load`` loads a room, and opens it if it is a sequel that is not open yet."""
        self._store = store
        self._load = load
        self._failed: set[RoomId] = set()
        """Sequels that can't be opened: the sweeps of this node leave them alone."""
        self.tasks: set[asyncio.Task[None]] = set()

    def advanced(self, advance: Advance) -> None:
        if not advance.after.sequel:  # the usual case, without a loop over the events
            return
        for event in advance.events:
            if isinstance(event, ev.Continued):
                self._start(NamedSequel(advance.room_id, event.room))

    async def run(self) -> None:
        """Open the sequels that other nodes have named, until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # the heartbeat logs it
                await self.sweep()
            await asyncio.sleep(SWEEP_EVERY)

    async def sweep(self) -> None:
        """Open all queued sequels. Raises StoreUnavailable."""
        for named in await self._store.sequels.unopened():
            if named.sequel not in self._failed:
                await self._open(named)

    def _start(self, named: NamedSequel) -> None:
        task = asyncio.get_running_loop().create_task(self._open_now(named))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _open_now(self, named: NamedSequel) -> None:
        """Open a sequel. Errors of the store are ignored, as a sweep or a request opens it later."""
        with suppress(StoreUnavailable):
            await self._open(named)

    async def _open(self, named: NamedSequel) -> None:
        """Open a sequel, and take it from the queue. Raises StoreUnavailable."""
        try:
            await self._load(named.sequel)
        except UnknownRoom:
            if await self._has_log(named.room):
                _log.error("room %s can't be opened as the sequel of %s", named.sequel, named.room)
                self._failed.add(named.sequel)
                return
            # The log of the old room has expired, and with it all that could lead a player to the sequel.
        await self._store.sequels.opened(named)

    async def _has_log(self, room_id: RoomId) -> bool:
        """Whether a room has a log, be it damaged. Raises StoreUnavailable."""
        try:
            return bool(await self._store.read(room_id, 0))
        except DamagedKey:
            return True
