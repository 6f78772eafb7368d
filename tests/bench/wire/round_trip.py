"""How long a move is on its way to the opponent."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
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
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire.many_games import connect_guest
from tests.bench.wire.move_script import SCRIPTS, script
from tests.bench.wire.reference_clients import FRAME_BYTES, EchoClient
from tests.bench.wire.scripted_game import ScriptedGame
from tests.bench.wire.servers import serving_beside, serving_durable, serving_echo, serving_memory
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.process import Measured

MOVES: Final = 100
"""Moves in a sample."""
COMMIT_BYTES: Final = 700
"""About what the commit of a move adds to the engine's log on the disk."""

Rounds = Sequence[Sequence[float]]
"""The seconds that each move of each round took."""

_ROOMS: Final = count()


@benchmark
def wire_round_trip(run: Run) -> Iterator[Figure]:
    """From a move's sending to the opponent's hearing of it, in ms, on loopback, one game at a time."""
    rounds = asyncio.run(_sample(run))
    for name, note in (
        ("embedded store", "Valkey with fsync of every commit"),
        ("two servers", "the opponent is at another one with the same store"),
        ("memory store", "keeps nothing"),
    ):
        yield from percentiles(name, rounds[name], "echo", rounds["echo"], note)
    commit, move = p50_of_rounds(rounds["commit"]), p50_of_rounds(rounds["embedded store"])
    note = f"a like commit by RedisStore from another process takes {median(commit):.2f} ms"
    yield Figure("store's share, p50", 100 * paired_ratio(commit, move), "%", note=note)
    note = "the same bytes to a file, fdatasync"
    yield Figure("fsync, p50", median(p50_of_rounds(rounds["fsync"])), "ms", note=note)
    echo, note = rounds["echo"], f"websockets, a frame of {FRAME_BYTES} bytes and back"
    yield Figure("echo, p50", median(p50_of_rounds(echo)), "ms", note=note)
    yield Figure("echo, p99", _p99(echo), "ms")


def percentiles(
    name: str, rounds: Rounds, reference: str, reference_rounds: Rounds, note: str = ""
) -> Iterator[Figure]:
    """The p50 with the median of the ratios of rounds, and the p99 of all rounds together."""
    p50, p99 = p50_of_rounds(rounds), _p99(rounds)
    ratio = paired_ratio(p50, p50_of_rounds(reference_rounds))
    yield Figure(f"{name}, p50", median(p50), "ms", ratio, f"{reference} p50", note)
    yield Figure(f"{name}, p99", p99, "ms", p99 / _p99(reference_rounds), f"{reference} p99")


def p50_of_rounds(rounds: Rounds) -> list[float]:
    """The median of each round, in ms."""
    return [1000 * median(took) for took in rounds]


def _p99(rounds: Rounds) -> float:
    """Of all rounds together, in ms: a single one is too short to have one."""
    values = sorted(value for took in rounds for value in took)
    return 1000 * values[len(values) * 99 // 100]


async def _sample(run: Run) -> dict[str, list[Sequence[float]]]:
    """The times of all moves in seconds, by round, of contestants that take turns."""
    async with AsyncExitStack() as open_:
        port = (await open_.enter_async_context(serving_echo())).port
        echo = EchoClient(await RawPeer.connect(port, is_greeted=False))
        memory = await open_.enter_async_context(serving_memory())
        kept = await open_.enter_async_context(serving_durable())
        beside = await open_.enter_async_context(serving_beside(kept))
        contestants: dict[str, Callable[[], Awaitable[Sequence[float]]]] = {
            "echo": partial(echo.times, MOVES),
            "memory store": await one_game(memory, memory),
            "embedded store": await one_game(kept.server, kept.server),
            "two servers": await one_game(kept.server, beside),
            "commit": partial(_commits, kept.engine),
            "fsync": _fsyncs,
        }
        rounds = await in_turns(contestants, run.repeats)
    run.progress(f"{run.repeats} samples of {MOVES} moves")
    return rounds


async def one_game(*servers: Measured) -> Callable[[], Awaitable[Sequence[float]]]:
    """Seat a player at each of two servers; what plays one game more, and says how long each move took."""
    first, second = [await connect_guest(server) for server in servers]
    numbers = count()

    async def play() -> Sequence[float]:
        table = await ScriptedGame.open((first, second))
        table.prepare(script(next(numbers) % SCRIPTS, MOVES))
        await table.play()
        await table.close()
        return table.waits

    return play


async def _commits(engine: EmbeddedStore) -> Sequence[float]:
    """How long commits like those of a move take, one after the other."""
    store = await RedisStore.connect(engine.url)
    room, took = RoomId(f"bench-room-{next(_ROOMS)}"), []
    try:
        for n in range(MOVES):
            change = Commit(room, n, f"{'p' * 32}:command-{n:08}", (bytes(150),), Instant(1 << 41))
            start = perf_counter()
            await store.commit(change)
            took.append(perf_counter() - start)
    finally:
        await store.close()
    return took


async def _fsyncs() -> Sequence[float]:
    """How long the disk itself takes for as many writes of that size."""
    took = []
    with TemporaryFile(dir=RESULTS, buffering=0) as file:
        for _ in range(MOVES):
            start = perf_counter()
            file.write(bytes(COMMIT_BYTES))
            os.fdatasync(file.fileno())
            took.append(perf_counter() - start)
    return took
