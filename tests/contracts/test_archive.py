"""What every archive keeps to: games are found where they belong, and counted once."""

import asyncio
from dataclasses import replace
from secrets import token_bytes, token_hex

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_server.store import Store, archive_store
from pente_server.store.archive_store import (
    ArchivedGame,
    ArchiveList,
    ListKind,
    PositionKey,
    PositionVisit,
    SortKey,
    room_of_sort_key,
)
from tests.contracts.store_opener import OpenStore
from tests.contracts.test_store import a_room, a_step

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOR_EVER = Instant(1 << 45)
FIRST, LAST = SortKey(b""), SortKey(b"")


def a_key() -> PositionKey:
    return PositionKey(token_bytes(8))


def a_game(end: int = 1_700_000_000_000, **changes: object) -> ArchivedGame:
    return replace(ArchivedGame(a_room(), Instant(end), b"entry", (), "pente", ()), **changes)  # type: ignore[arg-type]


async def listed(store: Store, shelf: ArchiveList, count: int = 100) -> list[RoomId]:
    return [room_of_sort_key(each) for each in await store.archive.places(shelf, FIRST, LAST, count)]


class TestUnfiled:
    async def test_what_ends_and_is_kept_is_to_be_filed(self, store: Store) -> None:
        kept, passing, live = a_room(), a_room(), a_room()

        await store.commit(replace(a_step(kept, 0), is_over=True))
        await store.commit(replace(a_step(passing, 0), is_over=True, expires_after=Millis(60_000)))
        await store.commit(a_step(live, 0))

        assert list(await store.archive.unfiled(FOR_EVER)) == [kept]

    async def test_it_is_so_until_it_was_filed_whatever_is_said_after_the_end(self, store: Store) -> None:
        room = a_room()
        await store.commit(replace(a_step(room, 0), is_over=True))
        await store.archive.filed(room)
        await store.archive.filed(room)

        await store.commit(replace(a_step(room, 1), is_over=True))

        assert not await store.archive.unfiled(FOR_EVER)

    async def test_the_moment_is_that_of_the_end(self, store: Store) -> None:
        start = (await store.beat(Millis(10**12))).now
        await store.commit(replace(a_step(a_room(), 0), is_over=True))

        assert not await store.archive.unfiled(Instant(start - 1))

    async def test_what_is_postponed_is_left_alone_till_then(self, store: Store) -> None:
        room, filed = a_room(), a_room()
        await store.commit(replace(a_step(room, 0), is_over=True))

        await store.archive.postpone(room, Instant(FOR_EVER - 1))
        await store.archive.postpone(filed, Instant(5))

        assert not await store.archive.unfiled(Instant(FOR_EVER - 2))
        assert list(await store.archive.unfiled(FOR_EVER)) == [room]


class TestLists:
    async def test_a_game_is_found_wherever_it_belongs(self, store: Store) -> None:
        ann, bob, key = PlayerId(token_hex(16)), PlayerId(token_hex(16)), a_key()
        game = a_game(players=(ann, bob), visits=(PositionVisit(key),))
        other = a_game(ruleset="gomoku", players=(bob,))

        await store.archive.file(game)
        await store.archive.file(other)

        assert set(await listed(store, ArchiveList())) == {game.room, other.room}
        assert await listed(store, ArchiveList(ListKind.PLAYER, ann.encode())) == [game.room]
        assert set(await listed(store, ArchiveList(ListKind.PLAYER, bob.encode()))) == {game.room, other.room}
        assert await listed(store, ArchiveList(ListKind.RULESET, b"gomoku")) == [other.room]
        assert await listed(store, ArchiveList(ListKind.POSITION, key)) == [game.room]
        assert await listed(store, ArchiveList(ListKind.POSITION, a_key())) == []
        assert list(await store.archive.entries([game.room, a_room(), other.room])) == [
            b"entry",
            None,
            b"entry",
        ]
        assert list(await store.archive.entries([])) == []

    async def test_the_newest_comes_first_and_pages_go_on(self, store: Store) -> None:
        games = [a_game(end) for end in (5, 1_700_000_000_000, 1_700_000_000_000, 1_800_000_000_001, 0)]
        for game in games:
            await store.archive.file(game)

        expected = sorted(games, key=lambda game: (-game.end, game.room))
        first = await store.archive.places(ArchiveList(), FIRST, LAST, 2)
        rest = await store.archive.places(ArchiveList(), first[-1], LAST, 9)
        assert [room_of_sort_key(each) for each in (*first, *rest)] == [game.room for game in expected]

    async def test_lists_of_positions_that_share_a_key_are_apart(self, store: Store) -> None:
        one, other = PositionKey(b"same...1"), PositionKey(b"same...2")
        edge = PositionKey(b"same" + b"\xff" * 4)
        games = [a_game(visits=(PositionVisit(key, b"abc"),)) for key in (one, other, edge)]
        for game in games:
            await store.archive.file(game)

        for key, game in zip((one, other, edge), games, strict=True):
            assert await listed(store, ArchiveList(ListKind.POSITION, key)) == [game.room]
            assert await store.archive.tallies(key) == {b"abc": 1}

    async def test_a_span_of_time(self, store: Store) -> None:
        games = [a_game(end) for end in (10, 20, 30)]
        for game in games:
            await store.archive.file(game)

        since_15_until_30 = await store.archive.places(
            ArchiveList(), archive_store.sort_key(Instant(29)), archive_store.sort_key(Instant(14)), 9
        )
        since_20 = await store.archive.places(ArchiveList(), FIRST, archive_store.sort_key(Instant(19)), 9)

        assert [room_of_sort_key(each) for each in since_15_until_30] == [games[1].room]
        assert [room_of_sort_key(each) for each in since_20] == [games[2].room, games[1].room]


class TestCounting:
    async def test_what_is_filed_again_counts_once(self, store: Store) -> None:
        key = a_key()
        game = a_game(
            players=(PlayerId(token_hex(16)),), visits=(PositionVisit(key, b"abc"), PositionVisit(a_key()))
        )

        for _ in range(3):
            await store.archive.file(game)
        await store.archive.file(replace(game, entry=b"better"))

        assert await store.archive.tallies(key) == {b"abc": 1}
        assert await listed(store, ArchiveList()) == [game.room]
        assert list(await store.archive.entries([game.room])) == [b"better"]

    async def test_what_was_broken_off_is_completed(self, store: Store) -> None:
        visits = tuple(PositionVisit(a_key(), b"abc") for _ in range(600))
        game = a_game(visits=visits)
        await store.archive.file(replace(game, visits=visits[:300]))

        await store.archive.file(game)

        assert [await store.archive.tallies(visit.key) for visit in visits] == [{b"abc": 1}] * 600

    async def test_many_nodes_at_once(self, place: OpenStore) -> None:
        key, stores = a_key(), [await place() for _ in range(4)]
        games = [
            a_game(visits=(PositionVisit(key, tally),)) for tally in (b"won", b"won", b"los", b"\x00\xff\n")
        ]

        await asyncio.gather(*(store.archive.file(game) for store in stores for game in games))

        assert await stores[0].archive.tallies(key) == {b"won": 2, b"los": 1, b"\x00\xff\n": 1}
        assert len(await listed(stores[0], ArchiveList(ListKind.POSITION, key))) == 4

    async def test_where_nothing_is_to_be_counted_a_game_is_found_all_the_same(self, store: Store) -> None:
        key = a_key()
        game = a_game(visits=(PositionVisit(key),))

        await store.archive.file(game)

        assert await store.archive.tallies(key) == {}
        assert await listed(store, ArchiveList(ListKind.POSITION, key)) == [game.room]
