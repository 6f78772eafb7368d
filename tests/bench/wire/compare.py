"""Servers of two checkouts in turns: what a change has brought."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from statistics import median
from typing import Final

from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire.checkout import HERE, Checkout
from tests.bench.wire.many_games import ManyGames, Sample
from tests.bench.wire.memory import Amounts, weigh
from tests.bench.wire.round_trip import one_game, percentiles
from tests.bench.wire.servers import DurableServer, serving_durable
from tests.bench.wire.throughput import parts_of

ROOMS: Final = 50
MOVES: Final = 60
HERE_NAME, THERE_NAME = "this checkout", "the other"


@benchmark
def compare(run: Run) -> Iterator[Figure]:
    """The servers of this checkout and of another in turns, with the driver and the libraries of this one."""
    assert run.against is not None
    checkouts = {HERE_NAME: HERE, THERE_NAME: Checkout(run.against.resolve())}
    for watchers in (0, 5):
        yield from _throughput(watchers, asyncio.run(_games(run, checkouts, watchers)))
    rounds = asyncio.run(_round_trips(run, checkouts))
    for name, checkout in checkouts.items():
        label = f"round trip, one game, {name}"
        yield from percentiles(label, rounds[name], THERE_NAME, rounds[THERE_NAME], str(checkout.root))
    yield from asyncio.run(_memory(run, checkouts))


def _throughput(watchers: int, samples: Mapping[str, list[Sample]]) -> Iterator[Figure]:
    there = [sample.rate for sample in samples[THERE_NAME]]
    for name, own in samples.items():
        rates, parts = [sample.rate for sample in own], parts_of(own)
        note = f"opponent p50 {parts['opponent p50, ms']:.1f} ms, p99 {parts['opponent p99, ms']:.1f}"
        size = f"{ROOMS} rooms" + (f", {watchers} watchers each" if watchers else "")
        ratio = paired_ratio(rates, there)
        yield Figure(f"{size}, {name}", median(rates), "moves/cpu-s", ratio, THERE_NAME, note, parts)


async def _games(run: Run, checkouts: Mapping[str, Checkout], watchers: int) -> dict[str, list[Sample]]:
    async with serving_both(checkouts) as servers:
        halls = {name: ManyGames([each.server], each.engine_seconds) for name, each in servers.items()}
        contestants = {name: partial(hall.round, ROOMS, watchers, MOVES) for name, hall in halls.items()}
        samples = await in_turns(contestants, run.repeats)
    run.progress(f"{watchers} watchers: {run.repeats} rounds of {ROOMS * MOVES:,} moves")
    return samples


async def _round_trips(run: Run, checkouts: Mapping[str, Checkout]) -> dict[str, list[Sequence[float]]]:
    async with serving_both(checkouts) as servers:
        contestants = {name: await one_game(each.server, each.server) for name, each in servers.items()}
        rounds = await in_turns(contestants, run.repeats)
    run.progress(f"{run.repeats} games alone")
    return rounds


async def _memory(run: Run, checkouts: Mapping[str, Checkout]) -> list[Figure]:
    async with serving_both(checkouts) as servers:
        weights = {name: await weigh(each.server, Amounts.of(run)) for name, each in servers.items()}
    there, figures = weights[THERE_NAME], []
    for name, own in weights.items():
        ratio = own.connection / there.connection
        figures.append(Figure(f"idle connection, {name}", own.connection, "KiB", ratio, THERE_NAME))
        figures.append(Figure(f"live room, {name}", own.room, "KiB", own.room / there.room, THERE_NAME))
    return figures


@asynccontextmanager
async def serving_both(checkouts: Mapping[str, Checkout]) -> AsyncIterator[dict[str, DurableServer]]:
    """A server of each checkout, with an engine of its own."""
    async with AsyncExitStack() as open_:
        yield {
            name: await open_.enter_async_context(serving_durable(checkout=checkout))
            for name, checkout in checkouts.items()
        }
