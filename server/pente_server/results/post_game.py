"""Post-game jobs, which are completed for every finished game even if nodes or the store crash.

The commit that ends a game also marks it as unfiled, if its log is kept. A node files the games that end
there at once; a sweep finds those that other nodes did not file before they died. A game may be filed several
times, even by several nodes at once, so jobs must be idempotent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.room import Room, end_shown_at, replay
from pente_core.room import events as ev
from pente_protocol.errors import ProtocolError
from pente_protocol.logs.format_versions import read_log
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.retention import Retention
from pente_server.store import DamagedKey, Store, StoreUnavailable

SWEEP_EVERY: Final = 3.0
"""Seconds between two sweeps for unfiled games."""
LEFT_BEHIND: Final = Millis(3000)
"""How long after its end an unfiled game is left to its own node."""
PAUSE: Final = Millis(10 * 60 * 1000)
"""How long a game whose filing failed is skipped, so that it does not delay the others."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FinishedRoom:
    """A room whose game is over, with its whole log."""

    id: RoomId
    room: Room
    events: tuple[ev.Event, ...]

    @property
    def finished(self) -> ev.Finished:
        """The event that ended the game."""
        return next(event for event in self.events if isinstance(event, ev.Finished))

    @property
    def shown_at(self) -> Instant:
        """When everybody may know the end."""
        return end_shown_at(self.room.created.options, self.finished.at)


PostGameJob = Callable[[FinishedRoom], Awaitable[None]]
"""Processes a finished game. May be called several times for a game, even concurrently.

It may raise StoreUnavailable. After any error it is called again later.
"""


class PostGameJobs(RoomObserver):
    """Files finished games: runs ``jobs`` for each, one after the other. Mutable: a queue of games."""

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
        if room.status is not ev.Status.FINISHED or self._retention.of(room) is not None:
            return
        if any(isinstance(event, ev.Finished) for event in advance.events):
            self.enqueue(advance.room_id)

    def enqueue(self, room_id: RoomId) -> None:
        """File a game whose end was just committed and whose log is kept."""
        self._ended.put_nowait(room_id)

    async def run(self) -> None:
        """File games until cancelled."""
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
        """File some of the unfiled games; whether there may be more. False if the store is not reachable."""
        try:
            unfiled = await self._store.archive.unfiled(Instant(self._now() - LEFT_BEHIND))
        except StoreUnavailable:
            return False
        for room_id in unfiled:
            if not await self._file(room_id):
                return False
        return bool(unfiled)

    async def _file(self, room_id: RoomId) -> bool:
        """File a game, or postpone it after an error; False when the store is not reachable."""
        try:
            try:
                ended = await self._read(room_id)
                if ended is not None and ended.shown_at > self._now():
                    await self._store.archive.postpone(room_id, Instant(ended.shown_at - LEFT_BEHIND))
                    return True
                if ended is not None:
                    for job in self._jobs:
                        await job(ended)
                await self._store.archive.filed(room_id)
            except StoreUnavailable:
                raise
            except (DamagedKey, ProtocolError) as error:
                _log.error("room %s can't be filed: %s; `pente admin check` says what to do", room_id, error)
                await self._store.archive.postpone(room_id, later(self._now(), PAUSE))
            except Exception:  # noqa: BLE001 -- one game that can't be filed must not block the others
                _log.exception("room %s can't be filed; trying again later", room_id)
                await self._store.archive.postpone(room_id, later(self._now(), PAUSE))
        except StoreUnavailable:
            return False
        return True

    async def _read(self, room_id: RoomId) -> FinishedRoom | None:
        """The game from the store; None if there is none, or it is not over (the store may have lost events).

        Raises StoreUnavailable, and ProtocolError for a log of another version of the server.
        """
        events = read_log(await self._store.read(room_id, 0))
        if not any(isinstance(event, ev.Finished) for event in events):
            return None
        try:
            return FinishedRoom(room_id, replay(events), events)
        except ValueError as error:
            raise ProtocolError(f"room {room_id} has no log: {error}") from None
