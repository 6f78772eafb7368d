"""The room directory: answers which rooms are live, from the lists in the store.

No node holds the live rooms. An answer reads the entries of its rooms only, and adds who is connected.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import end_shown_at, is_seen_later
from pente_core.room import events as ev
from pente_core.rules.ruleset import Swap
from pente_core.value import replace
from pente_protocol.codec import decode_summary
from pente_protocol.errors import ProtocolError
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomSummary
from pente_server.rooms.room_listing import (
    UNSHOWN,
    decode_activity,
    has_seat,
    has_unshown_end,
    listing_of,
    members,
    player_list,
    public_list,
    shows_course,
    watchable_list,
)
from pente_server.store.archive_store import SortKey, room_of_sort_key
from pente_server.store.room_list_store import RoomEntry, RoomListStore

BEGINNING: Final = SortKey(b"")
AT_ONCE: Final = 100
"""How many rooms are read at once."""
MOST_OF_PLAYER: Final = 1000
"""Rooms of one player that are looked at, the newest. Other players can add to them by invitations."""
MOST_SIDES: Final = 4
MOST_WATCHABLE: Final = 50
"""Games that a node which starts considers for TV."""

_log = logging.getLogger(__name__)


class RoomDirectory:
    """Reads the lists of live rooms. Its methods raise StoreUnavailable. Mutable: the last count of rooms."""

    def __init__(
        self,
        lists: RoomListStore,
        is_present: Callable[[RoomId, PlayerId], bool],
        now: Callable[[], Instant],
    ) -> None:
        """``is_present`` tells whether a player with a seat is connected to a room, at any node."""
        self._lists = lists
        self.is_present = is_present
        self._now = now
        self.rooms = 0
        """The number of live rooms that are not private, as of the last `recount`."""
        self._listing = asyncio.Lock()
        self._is_listed = False

    async def places(self, name: str, after: SortKey, count: int) -> Sequence[SortKey]:
        """The next places in a list."""
        return await self._lists.places(name, after, count)

    async def recount(self) -> None:
        self.rooms = await self._lists.count(public_list())

    async def summaries(self, rooms: Sequence[RoomId]) -> dict[RoomId, RoomSummary]:
        """The summaries of those rooms that are live."""
        entries = await self._lists.entries(rooms)
        found = (None if entry is None else decoded(entry.summary) for entry in entries)
        return {room.id: room for room in found if room is not None and not has_unshown_end(room)}

    async def summary(self, room: RoomId) -> RoomSummary | None:
        """The summary of a room; None: it is not live."""
        return (await self.summaries([room])).get(room)

    async def rows(self, rooms: Sequence[RoomId]) -> list[ListedRoom]:
        """The entries of those rooms that are live, or seem so, with everything: see `shown_to`."""
        entries = await self._lists.entries(rooms)
        rows = [
            await self._row(room, entry)
            for entry in entries
            if entry is not None and (room := decoded(entry.summary)) is not None
        ]
        return [row for row in rows if not self._is_end_shown(row)]

    def _is_end_shown(self, row: ListedRoom) -> bool:
        """Whether a game is over, and everybody may know that by now."""
        ended = row.activity.last_activity
        return has_unshown_end(row.room) and end_shown_at(row.room.options, ended) <= self._now()

    async def unlist_shown(self) -> None:
        """Take games off the lists whose ends everybody may know by now."""
        places = await self._lists.places(UNSHOWN, BEGINNING, AT_ONCE)
        rooms = [room_of_sort_key(place) for place in places]
        hidden = {row.room.id for row in await self.rows(rooms)}
        for room_id, entry in zip(rooms, await self._lists.entries(rooms), strict=True):
            if room_id not in hidden and entry is not None:
                await self._lists.unlist(room_id, entry.summary)

    async def _row(self, room: RoomSummary, entry: RoomEntry) -> ListedRoom:
        activity = decode_activity(entry.activity) or RoomActivity()
        seats = (player is not None and self.is_present(room.id, player.id) for player in room.seats)
        return ListedRoom(room, replace(activity, present=tuple(seats)))

    async def next_page(self, name: str, after: SortKey) -> tuple[list[RoomSummary], SortKey | None]:
        """The next rooms of a list, and where to continue; None: this is the end."""
        places = await self._lists.places(name, after, AT_ONCE)
        rooms = await self.summaries([room_of_sort_key(place) for place in places])
        return list(rooms.values()), places[-1] if len(places) == AT_ONCE else None

    async def of_player(self, player: PlayerId) -> list[RoomSummary]:
        """The live rooms in which a player has a seat or an invitation, the newest first."""
        places = await self._lists.places(player_list(player), BEGINNING, MOST_OF_PLAYER)
        found = await self.summaries([room_of_sort_key(place) for place in places])
        return [room for room in found.values() if player in members(room)]

    async def seats_of(self, player: PlayerId) -> set[RoomId]:
        """The live rooms in which a player has a seat."""
        return {room.id for room in await self.of_player(player) if has_seat(room, player)}

    async def open_invitations(
        self, player: PlayerId, blocked: AbstractSet[PlayerId] = frozenset()
    ) -> list[PlayerId]:
        """The hosts of the waiting rooms where a player has an invitation and no seat yet.

        Those in ``blocked`` are left out.
        """
        rooms = await self.of_player(player)
        waiting = [room for room in rooms if room.status is ev.Status.WAITING and not has_seat(room, player)]
        return [room.host.id for room in waiting if room.host.id not in blocked]

    async def watchable(self) -> list[ListedRoom]:
        """Some games that anybody may watch: those with most people first, then the newest."""
        rooms: list[RoomId] = []
        for people in range(MOST_SIDES, -1, -1):
            places = await self._lists.places(watchable_list(people), BEGINNING, MOST_WATCHABLE - len(rooms))
            rooms += map(room_of_sort_key, places)
            if len(rooms) >= MOST_WATCHABLE:
                break
        return await self.rows(rooms)

    async def list_outdated(self) -> None:
        """List the rooms that an older version has written, in parts; without effect once it is done."""
        async with self._listing:
            if self._is_listed:
                return
            self._is_listed = True  # first, as `forget` may be called meanwhile
            try:
                await self._list_outdated()
            except BaseException:
                self._is_listed = False
                raise

    def forget(self) -> None:
        """Note that rooms may have to be listed: another store has taken the place of the one before, or a
        backup of an older version was restored.
        """
        self._is_listed = False

    async def _list_outdated(self) -> None:
        cursor, listed = -1, 0
        while cursor:
            page = await self._lists.outdated(max(cursor, 0))
            cursor = page.cursor
            for room_id, summary in page.rooms:
                if (room := decoded(summary)) is not None and room.id == room_id:
                    await self._lists.relist(room_id, summary, listing_of(room))
                    listed += 1
        if listed:
            _log.info("listed %d rooms of an older version", listed)


def shown_to(row: ListedRoom, viewer: PlayerId | None) -> ListedRoom | None:
    """A row as a viewer may see it; no viewer: as everybody may. Only viewers of a game know its course, and
    where they see it later, only its players. None: the game is over, as its players know.
    """
    room = row.room
    if has_unshown_end(room):
        if _is_seated(room, viewer):
            return None
        row = replace(row, room=(room := replace(room, status=ev.Status.PLAYING)))
    if shows_course(room) or viewer in members(room):
        return row
    is_behind = room.options.viewer_delay is not None and not _is_seated(room, viewer)
    if is_behind and room.status is ev.Status.PLAYING:
        row = _as_at_the_start(row)
    activity = row.activity
    return replace(row, activity=RoomActivity(last_activity=activity.last_activity, present=activity.present))


def _as_at_the_start(row: ListedRoom) -> ListedRoom:
    """A row without what happens in its game.

    Where seats may be exchanged, the players stand in an order that says nothing about them.
    """
    room, activity = row.room, row.activity
    if is_seen_later(room.options):  # who is there now would tell of the end
        activity = replace(activity, present=tuple(player is not None for player in room.seats))
    if room.ruleset.swap is not Swap.NONE:
        order = sorted(range(len(room.seats)), key=lambda seat: _id_of(room.seats[seat]))
        present = tuple(activity.present[seat] for seat in order) if activity.present else ()
        activity = replace(activity, present=present)
        room = replace(room, seats=tuple(room.seats[seat] for seat in order))
    return ListedRoom(replace(room, out=()), replace(activity, last_activity=room.created_at))


def _is_seated(room: RoomSummary, viewer: PlayerId | None) -> bool:
    """Whether a player has a seat, or had one before they were out of the game."""
    return any(player is not None and player.id == viewer for player in room.seats)


def _id_of(player: Identity | None) -> PlayerId:
    return PlayerId("") if player is None else player.id


def newest_of(
    player: PlayerId, rooms: Iterable[RoomSummary], most: int, blocked: AbstractSet[PlayerId]
) -> list[RoomSummary]:
    """Up to ``most`` of a player's rooms, the oldest first.

    Seats go before invitations, which any player can send in any number; then the newest. Invitations of
    hosts in ``blocked`` are left out.
    """
    kept = [room for room in rooms if has_seat(room, player) or room.host.id not in blocked]
    kept.sort(key=lambda room: (has_seat(room, player), room.created_at))
    return sorted(kept[-most:], key=lambda room: room.created_at)


def decoded(body: bytes) -> RoomSummary | None:
    """A summary; None, and logged, if this version can't read it."""
    try:
        return decode_summary(body)
    except ProtocolError as error:
        _log.error("a room in the store can't be read: %s", error)
        return None
