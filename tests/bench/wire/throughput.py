"""How many moves a server takes when many games are played at once, and how long each is on its way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.many_games import ManyGames, Sample
from tests.bench.wire.reference_clients import FRAME_BYTES, EchoClient, MinimalServerGame
from tests.bench.wire.servers import serving_durable, serving_echo, serving_lean, serving_memory
from tests.support.raw_peer import RawPeer

ECHOES: Final = 50
"""Connections to the reference."""
LEAN_TABLES: Final = 50


@dataclass(frozen=True, slots=True)
class Cell:
    """A size of a hall. The order is that of the connections, all of which stay for the cells that follow."""

    rooms: int
    watchers: int
    """Of each room; each has a connection of its own."""
    moves: int
    """Of each room in a round."""

    def __str__(self) -> str:
        return f"{self.rooms} rooms" + (f", {self.watchers} watchers each" if self.watchers else "")


GRID: Final = (
    Cell(50, 0, 200),
    Cell(50, 5, 200),
    Cell(500, 0, 20),
    Cell(50, 50, 40),
    Cell(500, 5, 20),
    Cell(2000, 0, 6),
)
"""Left out is what one machine can't drive from a core of its own: more than some 4,000 connections."""
QUICK: Final = (Cell(50, 0, 60), Cell(50, 5, 60))


@dataclass(frozen=True, slots=True)
class Taken:
    """The samples of one cell. Mutable."""

    by_store: dict[str, list[Sample]] = field(default_factory=dict)
    echoes: list[float] = field(default_factory=list)
    """Frames that the reference sent back a CPU second, in between."""
    lean: list[float] = field(default_factory=list)
    """Moves that the lean server took a CPU second, in between."""


@benchmark
def wire_throughput(run: Run) -> Iterator[Figure]:
    """Moves a second of many games at once, each move sent when the opponent has heard of the last."""
    grid = QUICK if run.quick else GRID
    taken = asyncio.run(_sample(run, grid))
    for cell in grid:
        echo = median(taken[cell].echoes)
        for store, samples in taken[cell].by_store.items():
            yield _figure(f"{store}, {cell}", samples, echo)
    watched = [sample for cell in grid for sample in taken[cell].by_store["always"] if sample.frames]
    size = median(sample.bytes / sample.frames for sample in watched)
    yield Figure("event of a move", size, "bytes", note="a frame with its header, as a watcher gets it")
    echo = median(echo for cell in grid for echo in taken[cell].echoes)
    note = f"websockets in asyncio's loop, {ECHOES} at once, {FRAME_BYTES} bytes"
    yield Figure("echo", echo, "frames/cpu-s", note=note)
    lean = median(stones for cell in grid for stones in taken[cell].lean)
    note = f"{LEAN_TABLES} tables in memory, in asyncio's loop: no accounts, clocks, limits, rules or store"
    yield Figure("lean server", lean, "moves/cpu-s", lean / echo, "echo", note=note)


async def _sample(run: Run, grid: Sequence[Cell]) -> dict[Cell, Taken]:
    """Samples of every store, taken in turns, and what the reference does in between."""
    repeats = 3 if run.quick else max(3, run.repeats // 5)
    taken: dict[Cell, Taken] = {cell: Taken() for cell in grid}
    async with AsyncExitStack() as open_:
        halls = await open_.enter_async_context(_halls())
        echo = await open_.enter_async_context(_echo())
        lean = await open_.enter_async_context(_lean())
        for cell in grid:
            for n in range(-1, repeats):
                for store, hall in halls.items():
                    sample = await hall.round(cell.rooms, cell.watchers, cell.moves)
                    if n >= 0:  # the first warms up
                        taken[cell].by_store.setdefault(store, []).append(sample)
                taken[cell].echoes.append(await echo(100))
                taken[cell].lean.append(await lean(100))
            run.progress(f"{cell}: {repeats} rounds of {cell.moves * cell.rooms:,} moves")
    return taken


@asynccontextmanager
async def _halls() -> AsyncIterator[dict[str, ManyGames]]:
    async with serving_memory() as memory, serving_durable("everysec") as lax, serving_durable() as strict:
        yield {
            "memory": ManyGames([memory], lambda: 0.0),
            "everysec": ManyGames([lax.server], lax.engine_seconds),
            "always": ManyGames([strict.server], strict.engine_seconds),
        }


@asynccontextmanager
async def _echo() -> AsyncIterator[Callable[[int], "asyncio.Future[float]"]]:
    async with serving_echo() as server:
        echoes = [EchoClient(await RawPeer.connect(server.port)) for _ in range(ECHOES)]

        async def rate(rounds: int) -> float:
            cpu = server.cpu_seconds()
            await asyncio.gather(*(echo.times(2 * rounds) for echo in echoes))
            return 2 * rounds * ECHOES / (server.cpu_seconds() - cpu)

        yield lambda rounds: asyncio.ensure_future(rate(rounds))


@asynccontextmanager
async def _lean() -> AsyncIterator[Callable[[int], "asyncio.Future[float]"]]:
    async with serving_lean() as server:
        tables = [
            MinimalServerGame((await RawPeer.connect(server.port), await RawPeer.connect(server.port)))
            for _ in range(LEAN_TABLES)
        ]

        async def rate(stones: int) -> float:
            cpu = server.cpu_seconds()
            await asyncio.gather(*(table.play(stones) for table in tables))
            return stones * LEAN_TABLES / (server.cpu_seconds() - cpu)

        yield lambda stones: asyncio.ensure_future(rate(stones))


def _figure(name: str, samples: Sequence[Sample], echo: float) -> Figure:
    value = median(sample.moves / sample.cpu for sample in samples)
    parts = parts_of(samples)
    words = [f"{parts['moves/s']:,.0f} moves/s", f"opponent {_times('opponent', parts)}"]
    if samples[0].watched:
        words.append(f"last watcher {_times('last watcher', parts)}")
    if parts["engine, µs/move"]:
        words.append(f"engine {parts['engine, µs/move']:.0f} µs")
    return Figure(name, value, "moves/cpu-s", value / echo, "echo", "; ".join(words), parts)


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
