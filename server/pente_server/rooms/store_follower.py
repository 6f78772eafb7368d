"""Following the store: what other nodes commit, and what became of commits that got no answer."""

from collections.abc import Callable
from contextlib import suppress

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.room_cache import RoomCache, for_each
from pente_server.rooms.room_log import UnknownRoom
from pente_server.rooms.unconfirmed import UnconfirmedCommits
from pente_server.store import Wakeup


class StoreFollower:
    """Its methods raise StoreUnavailable, and may then be called again."""

    def __init__(
        self,
        rooms: RoomCache,
        catch_up: CatchUp,
        unconfirmed: UnconfirmedCommits,
        now: Callable[[], Instant],
    ) -> None:
        self._rooms = rooms
        self._catch_up = catch_up
        self._unconfirmed = unconfirmed
        self._now = now

    async def woken(self, wakeup: Wakeup) -> None:
        """Take in what another node has committed, for a room that is needed here, or about to be.

        Whoever works on a room may have read it before that commit and listen to it after this wake-up.
        """
        room_id = wakeup.room
        if room_id is None:
            return
        self._rooms.written_elsewhere(room_id)
        if not self._rooms.is_needed(room_id):
            return
        with suppress(UnknownRoom):
            async with await self._rooms.get(room_id) as loaded:
                if wakeup.first == loaded.room.version + 1:
                    self._catch_up.take(loaded, wakeup.events)
                elif wakeup.first > loaded.room.version:
                    await self._catch_up.catch_up(loaded)

    async def refresh(self) -> None:
        """Read what was missed in every room that is loaded."""
        self._rooms.all_written_elsewhere()
        await for_each(self._rooms, self._refresh_room)

    async def _refresh_room(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.be_current(loaded)

    async def find_out(self) -> None:
        """Tell what became of commits that got no answer.

        A network that heals may deliver what was given up long ago, so that each is looked for again, ever
        more rarely.
        """
        for room_id, commit in self._unconfirmed.due(self._now()):
            with suppress(UnknownRoom):  # when it was not created after all
                await self._look_for(room_id)
            self._unconfirmed.checked(room_id, commit, self._now())

    async def _look_for(self, room_id: RoomId) -> None:
        if room_id in self._rooms:
            await self._refresh_room(room_id)
            return
        async with await self._rooms.get(room_id) as loaded:
            self._catch_up.announce(loaded)
