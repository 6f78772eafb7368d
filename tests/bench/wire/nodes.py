"""What a second server with the same rooms adds."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from statistics import median
from typing import Final

from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire.many_games import ManyGames, Sample
from tests.bench.wire.servers import serving_beside, serving_durable
from tests.bench.wire.throughput import parts_of

ROOMS: Final = 50
MOVES: Final = 60


@benchmark
def wire_nodes(run: Run) -> Iterator[Figure]:
    """Moves a second of 50 games on one server, and on two with the same store, each player on either."""
    by_count = asyncio.run(_sample(run))
    one = _rates(by_count["1 server"])
    for name, samples in by_count.items():
        parts = parts_of(samples)
        cpu = median(sample.rate for sample in samples)
        note = (
            f"{cpu:,.0f} moves a CPU second of all servers; opponent p50 {parts['opponent p50, ms']:.1f} ms,"
            f" p99 {parts['opponent p99, ms']:.1f}; driver and engine on the same machine"
        )
        rates = _rates(samples)
        ratio, parts = paired_ratio(rates, one), parts | {"moves/cpu-s": cpu}
        yield Figure(name, median(rates), "moves/s", ratio, "1 server", note, parts)


async def _sample(run: Run) -> dict[str, list[Sample]]:
    """Rounds on one server and on both, in turns."""
    async with AsyncExitStack() as open_:
        kept = await open_.enter_async_context(serving_durable())
        beside = await open_.enter_async_context(serving_beside(kept))
        alone = await open_.enter_async_context(serving_durable())
        halls = {
            "1 server": ManyGames([alone.server], alone.engine_seconds),
            "2 servers": ManyGames([kept.server, beside], kept.engine_seconds, Random(1).choice),
        }
        contestants = {name: partial(hall.round, ROOMS, 0, MOVES) for name, hall in halls.items()}
        samples = await in_turns(contestants, run.repeats)
    run.progress(f"{run.repeats} rounds of {MOVES * ROOMS:,} moves")
    return samples


def _rates(samples: Sequence[Sample]) -> list[float]:
    return [sample.moves / sample.wall for sample in samples]
