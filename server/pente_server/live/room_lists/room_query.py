"""Queries for live rooms: which lists a filter reads, and which of their rooms it lets through.

A filter with conditions on the ruleset, speed, status and players' kind has a list of its own. So have a
player's rooms, those where a player is connected, and ratings; conditions on top of these are checked room by
room, and a request looks at a limited number of them.
"""

import heapq
import re
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, NamedTuple

from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rating import Speed, speed_of
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomFilter, RoomSummary
from pente_server.limits.errors import RequestDenied
from pente_server.live.room_lists.room_directory import AT_ONCE, BEGINNING, RoomDirectory, shown_to
from pente_server.rooms.room_listing import BAND, SEEN_LATER, player_list, public_list, rating_list
from pente_server.store.archive_store import SortKey, room_of_sort_key, sort_key

MOST_LISTED: Final = 100
MOST_LOOKED_AT: Final = 500
"""How many rooms one request reads."""
MOST_BANDS: Final = 5
"""A wider range of ratings is checked room by room."""
_NOBODY: Final = PlayerId("")
_TOLD: Final = 6 + 4
"""How many bytes of the place of a room that the viewer does not see a cursor may reveal."""

_LIVE: Final = tuple(speed for speed in Speed if speed is not Speed.CORRESPONDENCE)
_LIVE_SHARE: Final = 4
"""One place of so many is for open rooms for live games, on the first page."""

Places = Callable[[SortKey, int], Awaitable[Sequence[SortKey]]]
"""Reads the next places of a list after one."""


class RoomPage(NamedTuple):
    """A part of the answer to a query, newest first."""

    rows: list[ListedRoom]
    cursor: str
    """Where to continue; empty: this is the end."""


@dataclass(frozen=True, slots=True)
class RoomQueries:
    """Answers queries. Its methods raise StoreUnavailable."""

    directory: RoomDirectory
    attended: Callable[[ev.Status | None, SortKey, int], Sequence[SortKey]]
    """The places of rooms in which a player is connected, see `Presence.attended_rooms`."""
    private: Callable[[PlayerId], Iterable[SortKey]]
    """The places of a connected player's private rooms, which are in no list of filters."""

    async def page(
        self,
        which: RoomFilter,
        viewer: PlayerId | None,
        cursor: str = "",
        most: int = MOST_LISTED,
        *,
        named: PlayerId | None = None,
        on_read: Callable[[int], None] = lambda _: None,
    ) -> RoomPage:
        """The rooms that match a filter and that ``viewer`` may see.

        ``named`` has the name in the filter. ``on_read`` is called with the numbers of rooms that are read.
        There may be fewer rooms than ``most`` before the end. On the first page open rooms for live games
        have a share of the places. Raises RequestDenied for an invalid cursor.
        """
        page = await self._page(which, viewer, cursor, most, named=named, on_read=on_read)
        if cursor or not page.cursor or named is not None or not _may_hide_live_rooms(which):
            return page
        return await self._with_live_rooms(page, which, viewer, most, on_read)

    async def _with_live_rooms(
        self,
        page: RoomPage,
        which: RoomFilter,
        viewer: PlayerId | None,
        most: int,
        on_read: Callable[[int], None],
    ) -> RoomPage:
        """A first page in which open rooms for live games have the last places, if they would come later.

        Correspondence rooms wait for days, and many of them would hide the others. The next page goes on
        behind the row before these, so that they are in two pages.
        """
        lists = [public_list(ev.Status.WAITING, which.ruleset, speed, which.kind) for speed in _LIVE]
        places = await _merged([self._reader(name) for name in lists])(BEGINNING, most)
        on_read(len(places))
        listed = {row.room.id for row in page.rows}
        found = await self._rows([each for each in places if room_of_sort_key(each) not in listed], viewer)
        live = [row for row in found.values() if fits(which, row, viewer)][: most // _LIVE_SHARE]
        kept = page.rows[: most - len(live)]
        if not kept or len(kept) == len(page.rows):
            return RoomPage([*page.rows, *live], page.cursor)
        last = kept[-1].room
        return RoomPage([*kept, *live], sort_key(last.created_at, last.id).hex())

    async def _page(
        self,
        which: RoomFilter,
        viewer: PlayerId | None,
        cursor: str,
        most: int,
        *,
        named: PlayerId | None,
        on_read: Callable[[int], None],
    ) -> RoomPage:
        after, read = _place(cursor), self._places(which, viewer, named)
        rows: list[ListedRoom] = []
        for _ in range(0, MOST_LOOKED_AT, AT_ONCE):
            places = await read(after, AT_ONCE)
            on_read(len(places))
            found = await self._rows(places, viewer)
            for place in places:
                row = found.get(room_of_sort_key(place))
                is_visible = row is not None and _is_visible(row.room, viewer)
                after = place if is_visible else SortKey(place[:_TOLD] + b"\xff")
                if row is not None and is_visible and fits(which, row, viewer):
                    rows.append(row)
                if len(rows) == most:
                    return RoomPage(rows, after.hex())
            if len(places) < AT_ONCE:
                return RoomPage(rows, "")
        return RoomPage(rows, after.hex())

    async def _rows(self, places: Sequence[SortKey], viewer: PlayerId | None) -> dict[RoomId, ListedRoom]:
        rows = await self.directory.rows([room_of_sort_key(place) for place in places])
        return {row.room.id: shown for row in rows if (shown := shown_to(row, viewer)) is not None}

    def _places(self, which: RoomFilter, viewer: PlayerId | None, named: PlayerId | None) -> Places:
        """The list that has all matching rooms, and few others."""
        if which.my_turn:
            return self._reader(player_list(viewer or _NOBODY))
        if named is not None:
            return self._reader(player_list(named))
        if which.present:
            return _merged([self._attended(which.status), self._reader(SEEN_LATER)])
        lists = [self._reader(name) for name in _lists_for(which)]
        return _merged([*lists, _known(() if viewer is None else self.private(viewer))])

    def _reader(self, name: str) -> Places:
        return lambda after, count: self.directory.places(name, after, count)

    def _attended(self, status: ev.Status | None) -> Places:
        async def read(after: SortKey, count: int) -> Sequence[SortKey]:
            return self.attended(status, after, count)

        return read


def _may_hide_live_rooms(which: RoomFilter) -> bool:
    """Whether a list may have both correspondence rooms and open rooms for live games."""
    is_of_all = which.speed is None and which.status in (None, ev.Status.WAITING)
    return is_of_all and not (which.my_turn or which.present or which.player)


def _lists_for(which: RoomFilter) -> list[str]:
    """The lists of rooms that are not private for a filter."""
    low, high = which.rating_from, which.rating_below
    if low is not None and high is not None and (high - 1) // BAND - low // BAND < MOST_BANDS:
        return [rating_list(band, which.status) for band in range(low // BAND, (high - 1) // BAND + 1)]
    return [public_list(which.status, which.ruleset, which.speed, which.kind)]


def _known(places: Iterable[SortKey]) -> Places:
    """A list in memory."""
    in_order = sorted(places)

    async def read(after: SortKey, count: int) -> Sequence[SortKey]:
        start = bisect_right(in_order, after)
        return in_order[start : start + count]

    return read


def _merged(lists: Sequence[Places]) -> Places:
    """Several lists as one."""

    async def read(after: SortKey, count: int) -> Sequence[SortKey]:
        parts = [await places(after, count) for places in lists]
        return list(islice(dict.fromkeys(heapq.merge(*parts)), count))

    return read


def _place(cursor: str) -> SortKey:
    """The place in a cursor. Raises RequestDenied."""
    if not re.fullmatch("([0-9a-f]{2}){0,46}", cursor):
        text = "This cursor is not from a list of rooms. List them from the beginning."
        raise RequestDenied(ErrorCode.BAD_CURSOR, text)
    return SortKey(bytes.fromhex(cursor))


def fits(which: RoomFilter, row: ListedRoom, viewer: PlayerId | None) -> bool:
    """Whether a row matches a filter, and may be shown to a viewer; None: to everybody."""
    return (
        matches_filter(which, row.room, viewer)
        and (not which.my_turn or _is_turn_of(viewer, row))
        and (not which.present or _is_present(row.room, row.activity))
    )


def matches_filter(which: RoomFilter, room: RoomSummary, viewer: PlayerId | None = None) -> bool:
    """Whether a room matches what a filter says of its stable part, and may be shown to a player.

    A private room is shown to its players and invited players only.
    """
    ref = which.player.casefold()
    return (
        (not which.ruleset or room.ruleset.base == which.ruleset)
        and (which.status is None or room.status is which.status)
        and (which.speed is None or speed_of(room.time) is which.speed)
        and _is_visible(room, viewer)
        and (not ref or any(ref in (player.id, player.name.casefold()) for player in _members(room)))
        and (which.kind is None or any(player.kind is which.kind for player in filter(None, room.seats)))
        and (which.rating_from is which.rating_below is None or any(map(_is_rated_so(which), room.seats)))
    )


def _is_visible(room: RoomSummary, viewer: PlayerId | None) -> bool:
    return not room.options.private or any(player.id == viewer for player in _members(room))


def _is_rated_so(which: RoomFilter) -> Callable[[Identity | None], bool]:
    low, high = which.rating_from, which.rating_below

    def is_within(player: Identity | None) -> bool:
        rating = None if player is None else player.rating
        return rating is not None and (low is None or low <= rating) and (high is None or rating < high)

    return is_within


def _is_turn_of(viewer: PlayerId | None, row: ListedRoom) -> bool:
    seat = row.activity.to_act
    player = None if seat is None or seat >= len(row.room.seats) else row.room.seats[seat]
    return player is not None and player.id == viewer


def _is_present(room: RoomSummary, activity: RoomActivity) -> bool:
    """Whether the host of an open room is connected to it, or a player of a game."""
    here = [
        player for player, is_here in zip(room.seats, activity.present, strict=False) if is_here and player
    ]
    return bool(here) if room.status is ev.Status.PLAYING else room.host.id in {player.id for player in here}


def _members(room: RoomSummary) -> Iterator[Identity]:
    """The players who have an invitation or a seat, unless they are out of the game."""
    return chain(room.players, room.invited)
