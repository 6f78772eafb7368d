"""A node or its store is killed between the end of a game and its filing, at every step of it."""

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import pytest

from pente_core.clock.instant import Instant
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_protocol.codec import encode_event
from pente_protocol.messages.base import RequestId
from pente_server.results import post_game
from pente_server.results.archive import archived_game, explore_position
from pente_server.results.post_game import FinishedRoom
from pente_server.store import Commit
from pente_server.store.archive_store import ArchiveList, SortKey, room_of_sort_key
from pente_server.store.redis import archive
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire.server import RedisServer
from tests.chaos.kills import killed_post_game
from tests.support.games.finished_games import finished_room
from tests.support.games.random_games import replayed
from tests.support.games.real_games import load_real_games
from tests.support.valkey import ALWAYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until

FOR_EVER = Instant(1 << 45)
STEPS = range(2, 8)
"""Requests to the store at which something dies: the log, the entry, twice positions, the lists, and that the
game is filed. The first asks what is unfiled."""

_T = TypeVar("_T")


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


def a_game(number: int) -> FinishedRoom:
    real = load_real_games()[number]
    turns = tuple(parse_point(move, 19) for move in real.moves)
    return finished_room(replayed(real.rules, turns), real.winner)


async def finish(store: RedisStore, game: FinishedRoom) -> None:
    """Commit a game that is over, by a node that then does nothing more."""
    bodies = tuple(map(encode_event, game.events))
    await store.commit(Commit(game.id, 0, "the end", bodies, None, is_over=True))


async def file_the_rest(store: RedisStore) -> None:
    """Do what any other node does."""
    node = asyncio.create_task(killed_post_game.file_all(store))
    await until(lambda: _is_filed(store))
    await _end(node)


async def _end(node: "asyncio.Task[None]") -> None:
    while not node.done():  # redis-py swallows some cancellations, while it connects
        node.cancel()
        await asyncio.wait([node], timeout=0.1)


async def _is_filed(store: RedisStore) -> bool:
    return not await store.archive.unfiled(FOR_EVER)


async def assert_counted_once(store: RedisStore, *games: FinishedRoom) -> None:
    """All is there, and nothing twice."""
    places = await store.archive.places(ArchiveList(), SortKey(b""), SortKey(b""), 100)
    assert sorted(map(room_of_sort_key, places)) == sorted(game.id for game in games)
    counts: Counter[tuple[bytes, bytes]] = Counter()
    for game in games:
        filed = await archived_game(game)
        assert list(await store.archive.entries([game.id])) == [filed.entry]
        counts.update((visit.key, visit.tally) for visit in filed.visits)
    for key in {key for key, _ in counts}:
        tallies = await store.archive.tallies(key)  # type: ignore[arg-type]
        assert {(key, tally): count for tally, count in tallies.items()} == {
            each: count for each, count in counts.items() if each[0] == key
        }


async def test_a_node_is_killed_after_every_step_of_filing(valkey: Valkey) -> None:
    game = a_game(0)

    async def kill(step: int) -> None:
        url = valkey.url.replace("/0", f"/{step}")
        async with redis_store(url) as store:
            await finish(store, game)
            node = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.chaos.kills.killed_post_game", url, str(step))
            )
            assert await node.wait() == -signal.SIGKILL

            await file_the_rest(store)

            await assert_counted_once(store, game)
            start = Position.initial(game.room.created.ruleset)
            assert (await explore_position(store.archive, RequestId(1), start)).games == 1

    for two in zip(STEPS[::2], STEPS[1::2], strict=True):
        await asyncio.gather(*map(kill, two))


@pytest.mark.parametrize("is_carried_out", [False, True])
async def test_the_store_is_killed_at_every_step_of_filing(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch, is_carried_out: bool
) -> None:
    monkeypatch.setattr(post_game, "SWEEP_EVERY", 0.01)
    monkeypatch.setattr(archive, "VISITS_AT_ONCE", killed_post_game.VISITS_AT_ONCE)
    games: list[FinishedRoom] = []
    for step in STEPS:
        async with redis_store(valkey.url) as store, redis_store(valkey.url) as watcher:
            games.append(a_game(step % 3))
            await finish(watcher, games[-1])
            is_dead = killing(store, valkey, monkeypatch, step, is_carried_out=is_carried_out)

            node = asyncio.create_task(killed_post_game.file_all(store))
            await until(is_dead.is_set)
            await asyncio.to_thread(valkey.start)
            await until(lambda watcher=watcher: _is_filed(watcher))  # type: ignore[misc]
            await _end(node)

            await assert_counted_once(watcher, *games)


def killing(
    store: RedisStore, valkey: Valkey, monkeypatch: pytest.MonkeyPatch, step: int, *, is_carried_out: bool
) -> asyncio.Event:
    """Kill the server at the so manieth request of this store, before or after it was carried out."""
    ask, asked, is_dead = RedisServer.ask_now, 0, asyncio.Event()

    async def counted(self: RedisServer, question: Callable[[], Awaitable[_T]]) -> _T:
        async def fatal() -> _T:
            nonlocal asked
            asked += 1
            if asked != step:
                return await question()
            if is_carried_out:
                await question()
            valkey.kill()
            is_dead.set()
            raise ConnectionResetError("cut")

        return await ask(self, fatal if self is store._server else question)

    monkeypatch.setattr(RedisServer, "ask_now", counted)
    return is_dead
