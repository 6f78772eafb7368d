"""What a second server with the same rooms adds."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from random import Random
from statistics import median

from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.many_games import ManyGames, Sample
from tests.bench.wire.servers import serving_beside, serving_durable
from tests.bench.wire.throughput import parts_of

ROOMS = 50


@benchmark
def wire_nodes(run: Run) -> Iterator[Figure]:
    """Moves a second of 50 games on one server, and on two with the same store, each player on either."""
    by_count = asyncio.run(_sample(run))
    one = _rate(by_count[1])
    for count, samples in by_count.items():
        parts = parts_of(samples)
        cpu = median(sample.moves / sample.cpu for sample in samples)
        note = (
            f"{cpu:,.0f} moves a CPU second of all servers; opponent p50 {parts['opponent p50, ms']:.1f} ms,"
            f" p99 {parts['opponent p99, ms']:.1f}; driver and engine on the same machine"
        )
        rate = _rate(samples)
        name = "1 server" if count == 1 else f"{count} servers"
        yield Figure(name, rate, "moves/s", rate / one, "1 server", note, parts | {"moves/cpu-s": cpu})


async def _sample(run: Run) -> dict[int, list[Sample]]:
    """Rounds on one server and on both, in turns."""
    moves, repeats = (60, 3) if run.quick else (200, max(3, run.repeats // 5))
    by_count: dict[int, list[Sample]] = {1: [], 2: []}
    async with AsyncExitStack() as open_:
        kept = await open_.enter_async_context(serving_durable())
        beside = await open_.enter_async_context(serving_beside(kept))
        alone = await open_.enter_async_context(serving_durable())
        halls = {
            1: ManyGames([alone.server], alone.engine_seconds),
            2: ManyGames([kept.server, beside], kept.engine_seconds, Random(1).choice),
        }
        for n in range(-1, repeats):
            for count, hall in halls.items():
                sample = await hall.round(ROOMS, 0, moves)
                if n >= 0:  # the first warms up
                    by_count[count].append(sample)
        run.progress(f"{repeats} rounds of {moves * ROOMS:,} moves")
    return by_count


def _rate(samples: Sequence[Sample]) -> float:
    return median(sample.moves / sample.wall for sample in samples)
