"""Following the store: commits of other nodes, and own commits that got no answer."""

from collections.abc import Callable
from contextlib import suppress

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_cache import RoomCache, for_each
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.loaded.unconfirmed_commits import UnconfirmedCommits
from pente_server.store import RoomWakeup, Store


class StoreFollower:
    """Keeps loaded rooms up to date. Its methods raise StoreUnavailable, and may then be called again."""

    def __init__(
        self,
        store: Store,
        rooms: RoomCache,
        catch_up: CatchUp,
        unconfirmed: UnconfirmedCommits,
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._catch_up = catch_up
        self._unconfirmed = unconfirmed
        self._now = now

    async def subscribe(self, loaded: LoadedRoom) -> None:
        """Have the commits of other nodes to a room reported for as long as it is in memory.

        The caller must have taken the room. What was committed between reading it and the store's
        confirmation is missing: the room has to be read again.
        """
        if not loaded.is_subscribed:
            await self._store.subscribe(loaded.id)
            loaded.is_subscribed, loaded.is_fresh = True, False

    async def handle_wakeup(self, wakeup: RoomWakeup) -> None:
        """Apply a commit of another node to a room in memory."""
        loaded = self._rooms.loaded(wakeup.room)
        if loaded is None:  # released, and the node is about to be unsubscribed
            return
        with suppress(UnknownRoom):
            async with loaded:
                await self._catch_up.follow(loaded, wakeup)

    async def refresh(self) -> None:
        """Read the missing events of every loaded room, after wake-ups may have been lost."""
        await for_each(self._rooms, self._refresh_room)

    async def _refresh_room(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.ensure_current(loaded)

    def doubt(self) -> None:
        """Have every loaded room compared with its log before the next commit to it, or by `compare`."""
        self._rooms.doubt_all()

    async def compare(self) -> None:
        """Compare every loaded room with its log, after the store may have lost events."""
        await for_each(self._rooms, self._compare_room)

    async def _compare_room(self, room_id: RoomId) -> None:
        async with await self._rooms.get(room_id) as loaded:
            if loaded.is_doubtful:  # else a commit has had it compared
                await self._catch_up.catch_up(loaded)

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
