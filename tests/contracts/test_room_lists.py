"""Lists of live rooms: what every store keeps to."""

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.store import Commit, Conflict, Store
from pente_server.store.archive_store import SortKey, room_of_sort_key, sort_key
from pente_server.store.room_list_store import Listing, RoomEntry, listing_in
from tests.contracts.store_opener import OpenStore
from tests.contracts.test_store import a_room, a_step

pytestmark = pytest.mark.asyncio(loop_scope="module")

BEGINNING = SortKey(b"")


def opening(room: RoomId, *names: str, at: int = 0, summary: bytes = b"open") -> Commit:
    """The commit that opens a room, which is in some lists."""
    step = replace(a_step(room, 0), summary=summary, activity=b"move 0")
    return replace(step, listing=Listing(sort_key(Instant(at), room), names))


async def rooms_in(store: Store, name: str, after: SortKey = BEGINNING, count: int = 10) -> list[RoomId]:
    return [room_of_sort_key(place) for place in await store.room_lists.places(name, after, count)]


async def outdated(store: Store) -> dict[RoomId, bytes]:
    found: dict[RoomId, bytes] = {}
    cursor = -1
    while cursor:
        page = await store.room_lists.outdated(max(cursor, 0))
        found |= dict(page.rooms)
        cursor = page.cursor
    return found


async def test_a_commit_lists_a_room_and_another_lists_it_elsewhere(store: Store) -> None:
    room = a_room()
    await store.commit(opening(room, "all", "waiting"))
    assert await rooms_in(store, "all") == await rooms_in(store, "waiting") == [room]

    listing = Listing(sort_key(Instant(0), room), ("all", "playing"))
    await store.commit(replace(a_step(room, 1), summary=b"full", listing=listing))

    assert await rooms_in(store, "all") == await rooms_in(store, "playing") == [room]
    assert await rooms_in(store, "waiting") == []
    assert [await store.room_lists.count(name) for name in ("all", "playing", "waiting")] == [1, 1, 0]


async def test_a_room_that_is_over_is_in_no_list(store: Store) -> None:
    room = a_room()
    await store.commit(opening(room, "all"))
    await store.commit(replace(a_step(room, 1), is_over=True))
    assert await rooms_in(store, "all") == []
    assert list(await store.room_lists.entries([room])) == [None]
    assert await outdated(store) == {}


async def test_a_commit_that_conflicts_lists_nothing(store: Store) -> None:
    room = a_room()
    await store.commit(opening(room, "all"))
    other = replace(opening(room, "other"), command=token_hex(8))
    assert await store.commit(other) == Conflict(1)
    assert await rooms_in(store, "other") == []


async def test_entries_are_what_the_last_commits_said(store: Store) -> None:
    one, other, unknown = a_room(), a_room(), a_room()
    await store.commit(opening(one, summary=b"one"))
    await store.commit(opening(other, summary=b"other"))
    await store.commit(replace(a_step(one, 1), activity=b"move 1"))
    await store.commit(a_step(other, 1))

    assert list(await store.room_lists.entries([other, unknown, one])) == [
        RoomEntry(b"other", b"move 0"),
        None,
        RoomEntry(b"one", b"move 1"),
    ]
    assert list(await store.room_lists.entries([])) == []


async def test_lists_come_newest_first_in_pages(store: Store) -> None:
    rooms = [a_room() for _ in range(300)]
    for at, room in enumerate(rooms):
        await store.commit(opening(room, "all", at=at // 3))
    wanted = sorted(rooms, key=lambda room: sort_key(Instant(rooms.index(room) // 3), room))

    found: list[RoomId] = []
    page: Sequence[SortKey] = [BEGINNING]
    while page:
        page = await store.room_lists.places("all", page[-1], 90)
        found += map(room_of_sort_key, page)

    assert found == wanted
    assert await rooms_in(store, "all", count=1000) == wanted
    assert await rooms_in(store, "all", count=3) == wanted[:3]
    assert await store.room_lists.count("all") == 300


async def test_rooms_without_a_listing_are_found_and_listed(store: Store) -> None:
    rooms = [a_room() for _ in range(3)]
    for room in rooms:
        await store.commit(replace(opening(room), listing=None, summary=room.encode()))
    current = a_room()
    await store.commit(opening(current, "all"))
    assert await outdated(store) == {room: room.encode() for room in rooms}

    first, changed, over = rooms
    listing = {room: Listing(sort_key(Instant(0), room), ("all",)) for room in rooms}
    await store.commit(replace(a_step(changed, 1), summary=b"changed"))
    await store.commit(replace(a_step(over, 1), is_over=True))
    for room in rooms:
        await store.room_lists.relist(room, room.encode(), listing[room])

    assert set(await rooms_in(store, "all")) == {first, current}
    assert await outdated(store) == {changed: b"changed"}


async def test_a_listing_is_outdated_when_its_summary_has_changed(store: Store) -> None:
    room = a_room()
    await store.commit(opening(room, "all"))
    await store.commit(replace(a_step(room, 1), summary=b"of an older version"))
    assert await outdated(store) == {room: b"of an older version"}
    await store.room_lists.relist(
        room, b"of an older version", Listing(sort_key(Instant(0), room), ("other",))
    )
    assert await rooms_in(store, "all") == []
    assert await rooms_in(store, "other") == [room]


async def test_a_room_that_is_over_stays_in_lists_for_those_who_may_not_know_yet(place: OpenStore) -> None:
    store, other = await place(), await place()
    room = a_room()
    await store.commit(opening(room, "all"))
    listing = Listing(sort_key(Instant(0), room), ("all", "unshown"))
    over = replace(a_step(room, 1), is_over=True, summary=b"over", listing=listing, activity=b"end")
    await store.commit(over)
    await store.commit(
        replace(a_step(room, 2), is_over=True, summary=b"over", listing=listing, activity=b"chat")
    )

    assert await store.finished(10) == [room]
    assert await rooms_in(other, "all") == await rooms_in(other, "unshown") == [room]
    assert list(await other.room_lists.entries([room])) == [RoomEntry(b"over", b"chat")]
    await other.room_lists.unlist(room, b"another summary")
    assert await rooms_in(store, "all") == [room]

    await other.room_lists.unlist(room, b"over")
    assert await rooms_in(store, "all") == await rooms_in(store, "unshown") == []
    assert list(await store.room_lists.entries([room])) == [None]


async def test_all_nodes_see_the_same_lists(place: OpenStore) -> None:
    one, other = await place(), await place()
    room = a_room()
    await one.commit(opening(room, "all"))
    assert await rooms_in(other, "all") == [room]


async def test_a_record_has_the_listing() -> None:
    listing = Listing(sort_key(Instant(5), "room-1"), ("all", "x" * 40))
    assert listing_in(listing.record(b"summary")) == listing
    for broken in (b"", b"x" * 40, b"x" * 41, b"x" * 40 + b"\x92\x01\x02"):
        with pytest.raises(ValueError, match="no listing"):
            listing_in(broken)
