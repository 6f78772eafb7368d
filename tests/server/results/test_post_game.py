"""What follows from the end of a game is done, and again when it could not be, and for every game."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerKind, RoomId
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.codec import encode_event
from pente_server.node import Node
from pente_server.results import post_game
from pente_server.results.post_game import PAUSE, FinishedRoom, PostGameJob, PostGameJobs
from pente_server.rooms.retention import BOT_GAMES_KEPT
from pente_server.store import Commit, Store, StoreUnavailable
from pente_server.store.archive_store import ArchiveList, SortKey, room_of_sort_key
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.games.finished_games import PEOPLE, finished_room
from tests.support.peer import a_game, peer_stack, peers, serving
from tests.support.waiting import until

FOR_EVER = Instant(1 << 45)
EMPTY = Game.new(ruleset_from("pente"))


@pytest.fixture(autouse=True)
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_game, "SWEEP_EVERY", 0.005)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


async def left_behind(store: MemoryStore, *games: FinishedRoom) -> None:
    """Games whose ends were committed by a node that is no more."""
    for game in games:
        bodies = tuple(map(encode_event, game.events))
        await store.commit(Commit(game.id, 0, "the end", bodies, None, is_over=True))


async def filed(store: Store) -> list[RoomId]:
    return [
        room_of_sort_key(each)
        for each in await store.archive.places(ArchiveList(), SortKey(b""), SortKey(b""), 100)
    ]


@asynccontextmanager
async def working(
    store: MemoryStore, *filers: PostGameJob, seconds_later: int = 60
) -> AsyncIterator[PostGameJobs]:
    """Post-game jobs at work, so much later."""
    now: Callable[[], Instant] = lambda: Instant(MemoryDatabase().now() + 1000 * seconds_later)  # noqa: E731
    at_work = PostGameJobs(store, filers, now=now)
    task = asyncio.create_task(at_work.run())
    try:
        yield at_work
    finally:
        task.cancel()
        await asyncio.wait([task])


def noting(notes: list[RoomId], *errors: Exception) -> Callable[[FinishedRoom], Coroutine[None, None, None]]:
    """A filer that notes what it gets, and fails at first with these errors."""
    failures = iter(errors)

    async def file(game: FinishedRoom) -> None:
        notes.append(game.id)
        if (error := next(failures, None)) is not None:
            raise error

    return file


class TestNode:
    async def test_a_game_is_in_the_archive_as_soon_as_it_is_over(self) -> None:
        async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob)
            await alice.act(room, cmd.Resign())

            await until(lambda: _is_done(served.node.store))
            assert await filed(served.node.store) == [room]

    async def test_games_of_bots_are_not(self) -> None:
        async with serving() as served, peer_stack(served.url, 3) as (one, other, person):
            for peer, kind in ((one, PlayerKind.BOT), (other, PlayerKind.BOT), (person, PlayerKind.PERSON)):
                await peer.hello("", kind=kind)
            await one.act(await a_game(one, other), cmd.Resign())
            room = await a_game(person, one)
            await person.act(room, cmd.Resign())
            await until(lambda: _is_any(served.node.store))

            assert await filed(served.node.store) == [room]

    @pytest.mark.parametrize(("keeps", "expected"), [(False, BOT_GAMES_KEPT), (True, None)])
    async def test_the_host_may_keep_the_games_of_bots(self, keeps: bool, expected: Millis | None) -> None:
        node = Node(MemoryStore(), keeps_bot_games=keeps)
        bots = [replace(player, kind=PlayerKind.BOT) for player in PEOPLE]

        assert node.retention.of(finished_room(EMPTY, 0, players=bots).room) == expected
        assert node.retention.of(finished_room(EMPTY, 0, players=(PEOPLE[0], bots[1])).room) is None


class TestLeftBehind:
    async def test_every_game_of_a_node_that_died_is_found(self, store: MemoryStore) -> None:
        games, notes = [finished_room(EMPTY, 0) for _ in range(20)], list[RoomId]()
        await left_behind(store, *games)

        async with working(store, noting(notes)):
            await until(lambda: _is_done(store))

        assert sorted(notes) == sorted(game.id for game in games)

    async def test_many_do_not_wait_for_as_many_sweeps(
        self, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(post_game, "SWEEP_EVERY", 3600)
        unfiled = store.archive.unfiled

        async def a_few(until_: Instant) -> Sequence[RoomId]:
            return (await unfiled(until_))[:3]

        await left_behind(store, *(finished_room(EMPTY, 0) for _ in range(10)))
        monkeypatch.setattr(store.archive, "unfiled", a_few)

        async with working(store, noting([])):
            await until(lambda: _is_done(store))

    async def test_one_that_has_just_ended_is_left_to_its_node(self, store: MemoryStore) -> None:
        early, late = finished_room(EMPTY, 0), finished_room(EMPTY, 0)
        await left_behind(store, early)
        await store.archive.postpone(early.id, Instant(0))
        await left_behind(store, late)
        notes: list[RoomId] = []

        async with working(store, noting(notes), seconds_later=0):
            await until(lambda: bool(notes))

        assert notes == [early.id]

    async def test_a_room_whose_end_the_store_has_lost_is_not_filed(self, store: MemoryStore) -> None:
        game, notes = finished_room(EMPTY, 0), list[RoomId]()
        body = encode_event(game.events[0])
        await store.commit(Commit(game.id, 0, "the end", (body,), None, is_over=True))

        async with working(store, noting(notes)):
            await until(lambda: _is_done(store))

        assert notes == []


class TestFailure:
    async def test_while_the_store_is_away_nothing_is_forgotten(self, store: MemoryStore) -> None:
        game, first, second = finished_room(EMPTY, 0), list[RoomId](), list[RoomId]()
        await left_behind(store, game)

        away = noting(second, StoreUnavailable("away"), StoreUnavailable("away"))
        async with working(store, noting(first), away):
            await until(lambda: _is_done(store))

        assert first == second == [game.id] * 3

    async def test_a_game_that_cannot_be_filed_keeps_no_other_from_it(
        self, store: MemoryStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        games, notes = [finished_room(EMPTY, 0) for _ in range(3)], list[RoomId]()
        await left_behind(store, *games)
        unreadable = RoomId("unreadable")
        await store.commit(Commit(unreadable, 0, "the end", (b"?",), None, is_over=True))

        async with working(store, noting(notes, ZeroDivisionError("our bug"))):
            await until(lambda: _is_left(store, 2))

        assert len(notes) == 3
        left = await store.archive.unfiled(FOR_EVER)
        assert set(left) == {unreadable, notes[0]}
        assert all(room in caplog.text for room in left)
        assert not await store.archive.unfiled(Instant(MemoryDatabase().now() + 60_000 + PAUSE - 10_000))


async def _is_any(store: Store) -> bool:
    return bool(await filed(store))


async def _is_done(store: Store) -> bool:
    return await _is_left(store, 0)


async def _is_left(store: Store, count: int) -> bool:
    due = await store.archive.unfiled(Instant(MemoryDatabase().now() + 60_000))
    return len(due) == 0 and len(await store.archive.unfiled(FOR_EVER)) == count
