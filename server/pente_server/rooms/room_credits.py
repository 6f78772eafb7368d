"""Clock credits: nobody in a room is charged for an outage, nor for the time that it takes to come back."""

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
"""What is credited beyond the outage itself, for clients to come back."""


class RoomCredits:
    """Sets the clocks of rooms right. ``owed`` are the outages that a room may not have been credited yet."""

    def __init__(
        self,
        store: Store,
        rooms: RoomCache,
        recorder: Recorder,
        owed: Callable[[], Sequence[Outage]],
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._recorder = recorder
        self.owed = owed
        self._now = now

    async def apply_everywhere(self) -> None:
        """Credit what is owed in all live rooms. Raises StoreUnavailable."""
        clocks = [room_id for body in await self._store.live() if (room_id := has_clock(body)) is not None]
        await for_each(clocks, self._apply_in)

    async def _apply_in(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            await self.apply(loaded)

    async def apply(self, loaded: LoadedRoom) -> None:
        """Credit what is owed in one room, which the caller works on alone. It is done once, whoever does it.

        Raises UnknownRoom and StoreUnavailable.
        """
        for outage in self.owed():
            command = credit_command(outage)
            for _ in range(ATTEMPTS):
                if not needs_credit(loaded.room, outage):
                    break
                taken = step(loaded.room, command, by=None, now=self._now())
                await self._recorder.commit(loaded, taken, f"forgive:{outage.start}:{outage.end}")


def credit_command(outage: Outage) -> CreditOutage:
    """What a room is to be told of an outage."""
    return CreditOutage(outage.start, later(outage.end, TIME_TO_RETURN))


def needs_credit(room: Room, outage: Outage) -> bool:
    """Whether a clock in the room runs during an outage, or the time to return, and was not set right yet.

    One that runs since a move after the outage is not concerned.
    """
    clock = room.clock
    is_concerned = clock.is_timed and clock.running is not None and room.active < outage.end
    return is_concerned and clock.since < later(outage.end, TIME_TO_RETURN)
