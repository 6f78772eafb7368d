"""Lists of live rooms in Redis or Valkey.

A list has a part in each partition, as a commit writes to one partition only. Rooms are spread evenly, so a
page takes a few places of each part, and then more of those parts where that was not enough.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from pente_core.identity import RoomId
from pente_server.store.archive_store import SortKey
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer
from pente_server.store.room_list_store import (
    LISTS_VERSION,
    OUTDATED_AT_ONCE,
    Listing,
    OutdatedPage,
    RoomEntry,
)

_MORE: Final = 4
"""How many more places of a part are read at once than its share of a page."""


class RedisRoomLists:
    """A `RoomListStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._outdated = server.script("listing.lua", "outdated.lua")
        self._relist = server.script("listing.lua", "relist.lua")

    async def places(self, name: str, after: SortKey, count: int) -> Sequence[SortKey]:
        share = count // len(self._keys.tags) + _MORE
        parts: dict[str, list[SortKey]] = {}
        page, starts = list[SortKey](), dict.fromkeys(self._keys.tags, after)
        while starts:
            read = await self._read_on(name, starts, share)
            for tag, found in read.items():
                parts.setdefault(tag, []).extend(found)
            page = sorted(chain.from_iterable(parts.values()))[:count]
            # A part that was read only to a place within the page may have more that belong there.
            starts = {
                tag: found[-1]
                for tag, found in read.items()
                if len(found) == share and (len(page) < count or found[-1] <= page[-1])
            }
        if not page:
            await self._server.confirm()
        return page

    async def _read_on(
        self, name: str, starts: Mapping[str, SortKey], share: int
    ) -> dict[str, Sequence[SortKey]]:
        """The next places of those parts that have any, after where each starts, up to a share of a page."""
        span = ("+", "LIMIT", 0, share)
        answers = await self._server.read_each(
            [
                ("ZRANGEBYLEX", keys.room_list(tag, name), b"(" + start if start else b"-", *span)
                for tag, start in starts.items()
            ]
        )
        return {tag: found for tag, found in zip(starts, answers, strict=True) if found}

    async def count(self, name: str) -> int:
        counts = await self._server.read_each(
            [("ZCARD", keys.room_list(tag, name)) for tag in self._keys.tags]
        )
        total = sum(count or 0 for count in counts)
        if not total:
            await self._server.confirm()
        return total

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[RoomEntry | None]:
        by_tag: dict[str, list[RoomId]] = {}
        for room in rooms:
            by_tag.setdefault(self._keys.tag(room), []).append(room)
        if not by_tag:
            return []
        answers = await self._server.read_each(
            [
                ("HMGET", key(tag), *wanted)
                for tag, wanted in by_tag.items()
                for key in (keys.live, keys.activity)
            ]
        )
        found: dict[RoomId, RoomEntry] = {}
        for wanted, summaries, activities in zip(by_tag.values(), answers[::2], answers[1::2], strict=True):
            for room, summary, activity in zip(
                wanted, summaries or (), activities or [None] * len(wanted), strict=False
            ):
                if summary is not None:
                    found[room] = RoomEntry(summary, (activity or b"").partition(b" ")[2])
        if len(found) < len(set(rooms)):
            await self._server.confirm()
        return [found.get(room) for room in rooms]

    async def outdated(self, cursor: int) -> OutdatedPage:
        tags = self._keys.tags
        within, number = divmod(cursor, len(tags))
        tag = tags[number]
        after, flat = await self._ask_outdated(tag, within)
        rooms = [
            (RoomId(room.decode()), summary) for room, summary in zip(flat[::2], flat[1::2], strict=True)
        ]
        if after:
            return OutdatedPage(after * len(tags) + number, rooms)
        return OutdatedPage((number + 1) % len(tags), rooms)

    async def _ask_outdated(self, tag: str, within: int) -> tuple[int, list[Any]]:
        names = [keys.live(tag), keys.listed(tag), keys.activity(tag)]
        arguments = [within, OUTDATED_AT_ONCE, LISTS_VERSION, keys.room_list(tag, "")]
        after, flat = await self._server.ask(lambda: self._outdated(keys=names, args=arguments))
        return int(after), flat

    async def relist(self, room: RoomId, summary: bytes, listing: Listing) -> None:
        await self._list(room, summary, listing.record(summary))

    async def unlist(self, room: RoomId, summary: bytes) -> None:
        await self._list(room, summary, b"")

    async def _list(self, room: RoomId, summary: bytes, record: bytes) -> None:
        tag = self._keys.tag(room)
        names = [keys.live(tag), keys.listed(tag), keys.activity(tag)]
        arguments = [room, summary, record, keys.room_list(tag, "")]
        await self._server.ask(lambda: self._relist(keys=names, args=arguments))
