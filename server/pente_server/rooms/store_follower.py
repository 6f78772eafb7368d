"""Following the store: commits of other nodes, and own commits that got no answer."""

from collections.abc import Callable
from contextlib import suppress

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.room_cache import RoomCache, for_each
from pente_server.rooms.room_log import UnknownRoom
from pente_server.rooms.unconfirmed_commits import UnconfirmedCommits
from pente_server.store import Wakeup


class StoreFollower:
    """Keeps loaded rooms up to date. Its methods raise StoreUnavailable, and may then be called again."""

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

    async def handle_wakeup(self, wakeup: Wakeup) -> None:
        """Apply a commit of another node, if the room is needed at this node.

        A room without listeners is needed too while it is in use: a session may have read it before the
        commit, and will be attached after this wake-up.
        """
        room_id = wakeup.room
        if room_id is None:
            return
        self._rooms.mark_outdated(room_id)
        if not self._rooms.is_needed(room_id):
            return
        with suppress(UnknownRoom):
            async with await self._rooms.get(room_id) as loaded:
                if wakeup.first == loaded.room.version + 1 and not loaded.is_doubtful:
                    self._catch_up.apply(loaded, wakeup.events)
                elif wakeup.first > loaded.room.version or loaded.is_doubtful:  # an earlier one was lost
                    await self._catch_up.catch_up(loaded)

    async def refresh(self) -> None:
        """Read the missing events of every loaded room, after wake-ups may have been lost."""
        self._rooms.mark_all_outdated()
        await for_each(self._rooms, self._refresh_room)

    async def _refresh_room(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.ensure_current(loaded)

    def doubt(self) -> None:
        """Have every loaded room compared with its log before the next commit to it, or by `compare`."""
        self._rooms.doubt_all()

    async def compare(self) -> None:
        """Compare every loaded room with its log, after the store may have lost events."""
        self._rooms.mark_all_outdated()
        await for_each(self._rooms, self._compare_room)

    async def _compare_room(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            if loaded.is_doubtful:  # else a commit has had it compared
                await self._catch_up.compare(loaded)

    async def check_unconfirmed(self) -> None:
        """Check the rooms of commits that got no answer, and notify observers if they were carried out."""
        for room_id, commit in self._unconfirmed.due(self._now()):
            with suppress(UnknownRoom):  # the commit was to create the room, and failed
                await self._check_room(room_id)
            self._unconfirmed.checked(room_id, commit, self._now())

    async def _check_room(self, room_id: RoomId) -> None:
        if room_id in self._rooms:
            await self._refresh_room(room_id)
            return
        async with await self._rooms.get(room_id) as loaded:
            self._catch_up.announce(loaded)
