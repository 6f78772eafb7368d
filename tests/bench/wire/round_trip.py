"""How long a move is on its way to the opponent."""

import asyncio
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.embedded import EmbeddedStore
from pente_server.store import Commit
from pente_server.store.redis.store import RedisStore
from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.report import RESULTS
from tests.bench.run import Run
from tests.bench.wire.move_script import script
from tests.bench.wire.reference_clients import FRAME_BYTES, EchoClient
from tests.bench.wire.scripted_game import ScriptedGame
from tests.bench.wire.servers import serving_beside, serving_durable, serving_echo, serving_memory
from tests.support.raw_peer import RawPeer

MOVES: Final = 100
"""Moves in a sample."""
COMMIT_BYTES: Final = 700
"""About what the commit of a move adds to the engine's log on the disk."""


@benchmark
def wire_round_trip(run: Run) -> Iterator[Figure]:
    """From a move's sending to the opponent's hearing of it, in ms, on loopback, one game at a time."""
    times = asyncio.run(_sample(run))
    echo = median(times["echo"])
    for name, note in (
        ("embedded store", "Valkey with fsync of every commit"),
        ("two servers", "the opponent is at another one with the same store"),
        ("memory store", "keeps nothing"),
    ):
        took = times[name]
        yield Figure(f"{name}, p50", _ms(median(took)), "ms", median(took) / echo, "echo p50", note)
        yield Figure(f"{name}, p99", _ms(_p99(took)), "ms", _p99(took) / _p99(times["echo"]), "echo p99")
    commit, move = median(times["commit"]), median(times["embedded store"])
    yield Figure(
        "store's share, p50",
        100 * commit / move,
        "%",
        note=f"a like commit by RedisStore from another process takes {_ms(commit):.2f} ms",
    )
    yield Figure("fsync, p50", _ms(median(times["fsync"])), "ms", note="the same bytes to a file, fdatasync")
    yield Figure("echo, p50", _ms(echo), "ms", note=f"websockets, a frame of {FRAME_BYTES} bytes and back")
    yield Figure("echo, p99", _ms(_p99(times["echo"])), "ms")


async def _sample(run: Run) -> dict[str, list[float]]:
    """The times of all moves in seconds, of contestants that take turns."""
    times: dict[str, list[float]] = defaultdict(list)
    async with AsyncExitStack() as open_:
        echo = EchoClient(await RawPeer.connect((await open_.enter_async_context(serving_echo())).port))
        memory = await _players((await open_.enter_async_context(serving_memory())).port)
        kept = await open_.enter_async_context(serving_durable())
        embedded = await _players(kept.server.port)
        beside = await open_.enter_async_context(serving_beside(kept))
        apart = await _players(kept.server.port, beside.port)
        for n in range(-1, run.repeats):
            sample = {
                "echo": await echo.times(MOVES),
                "memory store": await _game(memory, n),
                "embedded store": await _game(embedded, n),
                "two servers": await _game(apart, n),
                "commit": await _commits(kept.engine, n),
                "fsync": _fsyncs(),
            }
            if n >= 0:  # the first warms up
                for name, took in sample.items():
                    times[name] += took
        run.progress(f"{run.repeats} samples of {MOVES} moves")
    return times


async def _players(port: int, other: int | None = None) -> tuple[RawPeer, RawPeer]:
    players = await RawPeer.connect(port), await RawPeer.connect(other or port)
    for player in players:
        await player.hello()
    return players


async def _game(players: tuple[RawPeer, RawPeer], number: int) -> Sequence[float]:
    table = await ScriptedGame.open(players)
    table.prepare(script(number % 10, MOVES))
    await table.play()
    await table.close()
    return table.waits


async def _commits(engine: EmbeddedStore, number: int) -> Sequence[float]:
    """How long commits like those of a move take, one after the other."""
    store = await RedisStore.connect(engine.url)
    room, took = RoomId(f"bench-room-{number}"), []
    try:
        for n in range(MOVES):
            change = Commit(room, n, f"{'p' * 32}:command-{n:08}", (bytes(150),), Instant(1 << 41))
            start = perf_counter()
            await store.commit(change)
            took.append(perf_counter() - start)
    finally:
        await store.close()
    return took


def _fsyncs() -> Sequence[float]:
    """How long the disk itself takes for as many writes of that size."""
    took = []
    with TemporaryFile(dir=RESULTS, buffering=0) as file:
        for _ in range(MOVES):
            start = perf_counter()
            file.write(bytes(COMMIT_BYTES))
            os.fdatasync(file.fileno())
            took.append(perf_counter() - start)
    return took


def _ms(seconds: float) -> float:
    return 1000 * seconds


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 99 // 100]
