"""After the end of a game: whatever dies, what has to be done then is done, and counts once.

The commit that ends a game also notes it as unfiled, if its log is kept. Each node files what ended there at
once; a sweep finds what other nodes left behind when they died. Several nodes may file a game at the same
time, or one of them twice: every job has to give the same result then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.room import Event, Finished, Room, Status, replay
from pente_protocol.errors import ProtocolError
from pente_protocol.logs.format_versions import read_log
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.retention import Retention
from pente_server.store import Store, StoreUnavailable

SWEEP_EVERY: Final = 3.0
"""Seconds between two looks for games that were left behind."""
LEFT_BEHIND: Final = Millis(3000)
"""How long after its end a game is taken for one that its node did not file."""
PAUSE: Final = Millis(10 * 60 * 1000)
"""How long a game is left alone that could not be filed, so that it keeps no other from it."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FinishedRoom:
    """A room whose game is over, with its whole log."""

    id: RoomId
    room: Room
    events: tuple[Event, ...]

    @property
    def finished(self) -> Finished:
        """The event that ended the game."""
        return next(event for event in self.events if isinstance(event, Finished))


PostGameJob = Callable[[FinishedRoom], Awaitable[None]]
"""Does something that follows from a finished game, at least once, perhaps several times at once.

It may raise StoreUnavailable; it is called again then, as after every other error.
"""


class PostGameJobs(RoomObserver):
    """Mutable: the games that ended here and are not filed yet. ``jobs`` are done one after the other."""

    def __init__(
        self,
        store: Store,
        jobs: Sequence[PostGameJob],
        *,
        now: Callable[[], Instant],
        retention: Retention | None = None,
    ) -> None:
        self._store = store
        self._jobs = jobs
        self._retention = retention or Retention()
        self._now = now
        self._ended: asyncio.Queue[RoomId] = asyncio.Queue()

    def advanced(self, advance: Advance) -> None:
        room = advance.after
        if room.status is not Status.FINISHED or self._retention.of(room) is not None:
            return
        if any(isinstance(event, Finished) for event in advance.events):
            self.expect(advance.room_id)

    def expect(self, room_id: RoomId) -> None:
        """File a game whose end was just committed here; its log is kept."""
        self._ended.put_nowait(room_id)

    async def run(self) -> None:
        """File until cancelled."""
        loop = asyncio.get_running_loop()
        sweep_at = loop.time()
        while True:
            try:
                async with asyncio.timeout_at(sweep_at):
                    room_id = await self._ended.get()
            except TimeoutError:
                is_more = await self._sweep()
                sweep_at = loop.time() + (0 if is_more else SWEEP_EVERY)
            else:
                await self._file(room_id)

    async def _sweep(self) -> bool:
        """File some of what was left behind, as long as the store is there; whether there may be more."""
        try:
            left = await self._store.archive.unfiled(Instant(self._now() - LEFT_BEHIND))
        except StoreUnavailable:
            return False
        for room_id in left:
            if not await self._file(room_id):
                return False
        return bool(left)

    async def _file(self, room_id: RoomId) -> bool:
        """File a game, or leave it for later; whether the store is there."""
        try:
            try:
                ended = await self._read(room_id)
                if ended is not None:
                    for job in self._jobs:
                        await job(ended)
                await self._store.archive.filed(room_id)
            except StoreUnavailable:
                raise
            except Exception:  # noqa: BLE001 -- one game that can't be filed must not keep the others from it
                _log.exception("room %s can't be filed; it is tried again later", room_id)
                await self._store.archive.postpone(room_id, later(self._now(), PAUSE))
        except StoreUnavailable:
            return False
        return True

    async def _read(self, room_id: RoomId) -> FinishedRoom | None:
        """The game, as the store has it; None when there is none, or it is not over (after all).

        Raises StoreUnavailable, and ProtocolError for a log of another version of the server.
        """
        events = read_log(await self._store.read(room_id, 0))
        if not any(isinstance(event, Finished) for event in events):
            return None
        try:
            return FinishedRoom(room_id, replay(events), events)
        except ValueError as error:
            raise ProtocolError(f"room {room_id} has no log: {error}") from None
