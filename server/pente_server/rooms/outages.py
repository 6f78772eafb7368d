"""Outages of the service, which are credited to the clocks of all running games, and to waiting rooms.

A room is credited before its next command, so that a node can serve at once, however many rooms there are. In
the background the node credits all other rooms; then the outage is no longer pending. It stays known for a
while, as a network may still deliver commits from before the outage.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.room import Room, step
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.deadlines import shortens_wait
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_cache import RoomCache, for_each
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.rooms.recorder import ATTEMPTS, Recorder
from pente_server.rooms.room_listing import CLOCKS
from pente_server.store import Outage, Store, StoreUnavailable
from pente_server.store.archive_store import SortKey, room_of_sort_key

TIME_TO_RETURN: Final = Millis(2000)
"""The time credited in addition to the outage, for clients to reconnect."""
REMEMBERED_FOR: Final = 90.0
"""Seconds for which rooms are still checked for an outage that was credited everywhere."""
RETRY_AFTER: Final = 0.5
AT_ONCE: Final = 100
"""How many rooms with running clocks are looked up at once."""

_log = logging.getLogger(__name__)


class OutageCredits:
    """The outages that may not have been credited in every room yet. Mutable."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: list[Outage] = []
        self._known: list[Outage] = []
        self._has_pending = asyncio.Event()

    @property
    def pending(self) -> Sequence[Outage]:
        """The outages that have not been credited in every room yet."""
        return self._pending

    def known(self) -> Sequence[Outage]:
        """The outages to check each room for: the pending ones, and those credited a short time ago."""
        return self._known

    def forget(self) -> None:
        """Forget all outages: those of another store are reported by its heartbeats."""
        self._pending, self._known = [], []
        self._has_pending.clear()

    def record(self, outages: Sequence[Outage]) -> None:
        """Add outages that a heartbeat has found; known ones are ignored."""
        for outage in outages:
            if outage not in self._known:
                self._known.append(outage)
                duration = outage.end - outage.start
                _log.warning("the service was down for %d ms; crediting the clocks", duration)
                self._pending.append(outage)
                self._has_pending.set()

    async def apply(self, credit_all: Callable[[], Awaitable[None]]) -> None:
        """Credit outages until cancelled. ``credit_all`` credits all rooms; it may raise StoreUnavailable."""
        while True:
            await self._has_pending.wait()
            credited = tuple(self._pending)  # one that is recorded while this runs waits for the next round
            try:
                await credit_all()
                for outage in credited:
                    await self._store.outage_credited(outage)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_AFTER)
                continue
            self._pending = [outage for outage in self._pending if outage not in credited]
            for outage in credited:
                asyncio.get_running_loop().call_later(REMEMBERED_FOR, self._drop, outage)
            if not self._pending:
                self._has_pending.clear()

    def _drop(self, outage: Outage) -> None:
        if outage in self._known:
            self._known.remove(outage)


class RoomCredits:
    """Credits outages to rooms. ``outages`` returns the outages to check each room for."""

    def __init__(
        self,
        store: Store,
        rooms: RoomCache,
        recorder: Recorder,
        outages: Callable[[], Sequence[Outage]],
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._recorder = recorder
        self.outages = outages
        self._now = now

    async def apply_everywhere(self) -> None:
        """Credit the outages in all live rooms in which time runs against a player. Raises StoreUnavailable.

        In other waiting rooms they are credited before the room is next looked at, if something is due there.
        """
        after = SortKey(b"")
        while places := await self._store.room_lists.places(CLOCKS, after, AT_ONCE):
            after = places[-1]
            await for_each(map(room_of_sort_key, places), self._apply_in)

    async def _apply_in(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            await self.apply(loaded)

    async def apply(self, loaded: LoadedRoom) -> None:
        """Credit the outages in one room, which the caller must have taken.

        The command id is derived from the outage, so that several nodes together credit it once. Raises
        UnknownRoom and StoreUnavailable.
        """
        for outage in self.outages():
            command = credit_command(outage)
            for _ in range(ATTEMPTS):
                if not needs_credit(loaded.room, outage):
                    break
                taken = step(loaded.room, command, by=None, now=self._now())
                await self._recorder.commit(loaded, taken, CommandKey(f"forgive:{outage.start}:{outage.end}"))


def credit_command(outage: Outage) -> cmd.CreditOutage:
    """The command that credits an outage."""
    return cmd.CreditOutage(outage.start, later(outage.end, TIME_TO_RETURN))


def needs_credit(room: Room, outage: Outage) -> bool:
    """Whether an outage, with the time to return, is still to be credited to a room: to a clock that was
    running, or to players who are away from a room that waits, or for whom it waits.

    A clock that was started by a move after the outage needs no credit.
    """
    if room.status is ev.Status.WAITING:
        return shortens_wait(room, outage.start, later(outage.end, TIME_TO_RETURN))
    clock = room.clock
    is_concerned = clock.is_timed and clock.running is not None and room.active < outage.end
    return is_concerned and clock.since < later(outage.end, TIME_TO_RETURN)
