"""How many moves a server takes when many games are played at once, and how long each is on its way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Final

from tests.bench.figure import Aim, Figure, ratio_of_at_least
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire.many_games import ManyGames, Sample
from tests.bench.wire.reference_clients import FRAME_BYTES
from tests.bench.wire.references import ECHOES, LEAN_TABLES, Rate, echo_rate, lean_rate
from tests.bench.wire.servers import serving_durable, serving_memory


@dataclass(frozen=True, slots=True)
class Cell:
    """A size of a hall. The order is that of the connections, all of which stay for the cells that follow."""

    rooms: int
    watchers: int
    """Of each room; each has a connection of its own."""
    moves: int
    """Of each room in a round."""
    share: int = 1
    """Large sizes take a part of the rounds: this one in so many."""
    is_whole: bool = False
    """Whether rated games between people are played to their end, and opening, filing and rating count."""

    def __str__(self) -> str:
        size = f"{self.rooms} rooms" + (f", {self.watchers} watchers each" if self.watchers else "")
        return f"{size}, whole rated games" if self.is_whole else size

    def round_of(self, hall: ManyGames) -> Callable[[], Awaitable[Sample]]:
        """What plays one round in a hall."""
        play = hall.whole_games if self.is_whole else hall.round
        return partial(play, self.rooms, self.watchers, self.moves)


GRID: Final = (
    Cell(50, 0, 60),
    Cell(50, 5, 60),
    Cell(50, 0, 60, is_whole=True),
    Cell(50, 5, 60, is_whole=True),
    Cell(500, 0, 12, 3),
    Cell(50, 50, 30, 3),
    Cell(500, 5, 12, 3),
    Cell(2000, 0, 4, 5),
)
"""Left out is what one machine can't drive from a core of its own: more than some 4,000 connections."""
QUICK: Final = 4
"""How many of them a quick run has."""

AIMS: Final[Mapping[tuple[str, str], Aim]] = {
    ("always", "50 rooms"): ratio_of_at_least(0.62),
    ("always", "50 rooms, 5 watchers each"): ratio_of_at_least(0.43),
}
"""By store and size; both of the lean server, which has no watchers."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The samples of one cell, those of a round at the same place in all lists."""

    by_store: Mapping[str, Sequence[Sample]]
    echo: Sequence[float]
    """Frames that the echo server sent back a CPU second."""
    lean: Sequence[float]
    """Moves that the lean server took a CPU second."""


@benchmark
def wire_throughput(run: Run) -> Iterator[Figure]:
    """Moves a second of many games at once, each move sent when the opponent has heard of the last."""
    taken = asyncio.run(_sample(run, GRID[:QUICK] if run.quick else GRID))
    for cell, samples in taken.items():
        for store in samples.by_store:
            yield _figure(store, cell, samples)
    cells = taken.values()
    watched = [sample for cell in cells for sample in cell.by_store["always"] if sample.frames]
    size = median(sample.bytes / sample.frames for sample in watched)
    yield Figure("event of a move", size, "bytes", note="a frame with its header, as a watcher gets it")
    lean = [rate for cell in cells for rate in cell.lean]
    echo = [rate for cell in cells for rate in cell.echo]
    note = f"{LEAN_TABLES} tables in memory, in asyncio's loop: no accounts, clocks, limits, rules or store"
    yield Figure("lean", median(lean), "moves/cpu-s", paired_ratio(lean, echo), "echo", note)
    note = f"websockets in asyncio's loop, {ECHOES} at once, {FRAME_BYTES} bytes"
    yield Figure("echo", median(echo), "frames/cpu-s", note=note)


async def _sample(run: Run, grid: Sequence[Cell]) -> dict[Cell, Taken]:
    """Rounds of every store and of the references, taken in turns."""
    taken: dict[Cell, Taken] = {}
    async with AsyncExitStack() as open_:
        halls = await open_.enter_async_context(_halls(is_quick=run.quick))
        echo = await open_.enter_async_context(echo_rate())
        lean = await open_.enter_async_context(lean_rate())
        for cell in grid:
            repeats = max(3, run.repeats // cell.share)
            taken[cell] = await _rounds(cell, halls, echo, lean, repeats)
            run.progress(f"{cell}: {repeats} rounds of {cell.moves * cell.rooms:,} moves")
    return taken


async def _rounds(cell: Cell, halls: Mapping[str, ManyGames], echo: Rate, lean: Rate, repeats: int) -> Taken:
    contestants: dict[str, Callable[[], Awaitable[Sample | float]]] = {"echo": echo, "lean": lean}
    for store, hall in halls.items():
        contestants[store] = cell.round_of(hall)
    samples = await in_turns(contestants, repeats)
    rates = {name: [each for each in samples[name] if isinstance(each, float)] for name in ("echo", "lean")}
    by_store = {name: [each for each in samples[name] if isinstance(each, Sample)] for name in halls}
    return Taken(by_store, rates["echo"], rates["lean"])


@asynccontextmanager
async def _halls(*, is_quick: bool) -> AsyncIterator[dict[str, ManyGames]]:
    async with AsyncExitStack() as open_:
        memory = await open_.enter_async_context(serving_memory())
        halls = {"memory": ManyGames([memory], lambda: 0.0)}
        for fsync in ("always",) if is_quick else ("everysec", "always"):
            durable = await open_.enter_async_context(serving_durable(fsync))
            halls[fsync] = ManyGames([durable.server], durable.engine_seconds)
        yield halls


def _figure(store: str, cell: Cell, taken: Taken) -> Figure:
    samples = taken.by_store[store]
    rates = [sample.rate for sample in samples]
    parts = {**parts_of(samples), "x echo": paired_ratio(rates, taken.echo)}
    words = [f"{parts['x echo']:.2f} x echo", f"{parts['moves/s']:,.0f} moves/s"]
    words.append(f"opponent {_times('opponent', parts)}")
    if samples[0].watched:
        words.append(f"last watcher {_times('last watcher', parts)}")
    if parts["engine, µs/move"]:
        words.append(f"engine {parts['engine, µs/move']:.0f} µs")
    ratio, aim = paired_ratio(rates, taken.lean), AIMS.get((store, str(cell)))
    name, note = f"{store}, {cell}", "; ".join(words)
    return Figure(name, median(rates), "moves/cpu-s", ratio, "lean", note, parts, aim)


def parts_of(samples: Sequence[Sample]) -> dict[str, float]:
    """What else is known of some rounds: medians, and percentiles of all moves."""
    parts = {
        "moves/s": median(sample.moves / sample.wall for sample in samples),
        "engine, µs/move": 1e6 * median(sample.engine / sample.moves for sample in samples),
    }
    for who, waits in (
        ("opponent", sorted(wait for sample in samples for wait in sample.heard)),
        ("last watcher", sorted(wait for sample in samples for wait in sample.watched)),
    ):
        for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)) if waits else ():
            parts[f"{who} {name}, ms"] = 1000 * waits[int(len(waits) * share)]
    return parts


def _times(who: str, parts: dict[str, float]) -> str:
    """Three percentiles.

    >>> _times("x", {"x p50, ms": 1.0, "x p99, ms": 2.25, "x p99.9, ms": 12.5})
    '1.0/2.2/12.5 ms'
    """
    return "/".join(f"{parts[f'{who} {name}, ms']:.1f}" for name in ("p50", "p99", "p99.9")) + " ms"
