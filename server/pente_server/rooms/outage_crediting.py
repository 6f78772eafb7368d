"""Clock credits: giving back the time of an outage, and the time that players need to reconnect."""

from collections.abc import Callable, Sequence
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.room import CreditOutage, Room, step
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.recorder import ATTEMPTS, Recorder
from pente_server.rooms.room_cache import RoomCache, for_each
from pente_server.rooms.room_summary import has_clock
from pente_server.store import Outage, Store

TIME_TO_RETURN: Final = Millis(2000)
"""The time credited in addition to the outage, for clients to reconnect."""


class RoomCredits:
    """Credits outages to the clocks of rooms. ``outages`` returns the outages to check each room for."""

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
        """Credit the outages in all live rooms with running clocks. Raises StoreUnavailable."""
        clocks = [room_id for body in await self._store.live() if (room_id := has_clock(body)) is not None]
        await for_each(clocks, self._apply_in)

    async def _apply_in(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            await self.apply(loaded)

    async def apply(self, loaded: LoadedRoom) -> None:
        """Credit the outages in one room, whose lock the caller must hold.

        The command id is derived from the outage, so that several nodes together credit it once. Raises
        UnknownRoom and StoreUnavailable.
        """
        for outage in self.outages():
            command = credit_command(outage)
            for _ in range(ATTEMPTS):
                if not needs_credit(loaded.room, outage):
                    break
                taken = step(loaded.room, command, by=None, now=self._now())
                await self._recorder.commit(loaded, taken, f"forgive:{outage.start}:{outage.end}")


def credit_command(outage: Outage) -> CreditOutage:
    """The command that credits an outage."""
    return CreditOutage(outage.start, later(outage.end, TIME_TO_RETURN))


def needs_credit(room: Room, outage: Outage) -> bool:
    """Whether a clock of the room was running during an outage or the time to return, and is not credited
    yet.

    A clock that was started by a move after the outage needs no credit.
    """
    clock = room.clock
    is_concerned = clock.is_timed and clock.running is not None and room.active < outage.end
    return is_concerned and clock.since < later(outage.end, TIME_TO_RETURN)
