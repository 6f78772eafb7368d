"""How many moves a server takes when many games are played at once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.peer import Peer
from tests.bench.wire.process import Measured
from tests.bench.wire.reference import FRAME_BYTES, Echo
from tests.bench.wire.script import SCRIPTS, script
from tests.bench.wire.server import serving_echo, serving_kept, serving_memory
from tests.bench.wire.table import Table, play_all

ROOMS: Final = 50
WATCHERS: Final = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """What one round at all tables took."""

    moves: int
    wall: float
    cpu: float
    """Processor seconds of the server."""
    store: float
    """Processor seconds of the store's engine."""
    bytes: int
    """What came over the wire to watchers and frames of it; zero without watchers."""
    frames: int
    waits: Sequence[float]


class Hall:
    """Mutable: fifty tables with their players and watchers, all connected."""

    def __init__(self, server: Measured, store_seconds: Callable[[], float], watchers: int) -> None:
        self._server = server
        self._store_seconds = store_seconds
        self._watchers = watchers
        self._groups: list[tuple[tuple[Peer, Peer], list[Peer]]] = []

    async def enter(self) -> None:
        """Connect everybody."""
        for _ in range(ROOMS):
            peers = [await Peer.connect(self._server.port) for _ in range(2 + self._watchers)]
            for peer in peers:
                await peer.hello()
            self._groups.append(((peers[0], peers[1]), peers[2:]))

    async def round(self, moves: int) -> Sample:
        """Open rooms, play the same number of moves at each, and close them; only the moves count."""
        tables = [await Table.open(players, watchers) for players, watchers in self._groups]
        for n, table in enumerate(tables):
            table.prepare(script(n % SCRIPTS, moves))
        watchers = [peer for _, peers in self._groups for peer in peers]
        frames, bytes_ = sum(peer.frames for peer in watchers), sum(peer.bytes for peer in watchers)
        start, cpu, store = perf_counter(), self._server.cpu_seconds(), self._store_seconds()
        await play_all(tables)
        sample = Sample(
            moves=moves * ROOMS,
            wall=perf_counter() - start,
            cpu=self._server.cpu_seconds() - cpu,
            store=self._store_seconds() - store,
            bytes=sum(peer.bytes for peer in watchers) - bytes_,
            frames=sum(peer.frames for peer in watchers) - frames,
            waits=[wait for table in tables for wait in table.waits],
        )
        for table in tables:
            await table.close()
        return sample


@benchmark
def wire_throughput(run: Run) -> Iterator[Figure]:
    """Moves a second of 50 games at once, each move sent when the opponent has heard of the last."""
    samples, echo = asyncio.run(_sample(run))
    for name, taken in samples.items():
        wall = median(sample.moves / sample.wall for sample in taken)
        yield Figure(name, wall, "moves/s", note=_waits(taken))
    for name, taken in samples.items():
        cpu = median(sample.moves / sample.cpu for sample in taken)
        yield Figure(f"{name}, cpu", cpu, "moves/cpu-s", cpu / echo, "echo", _store(taken))
    watched = [sample for taken in samples.values() for sample in taken if sample.frames]
    size = median(sample.bytes / sample.frames for sample in watched)
    yield Figure("event of a move", size, "bytes", note="a frame with its header, as a watcher gets it")
    yield Figure("echo, cpu", echo, "frames/cpu-s", note=f"websockets, {ROOMS} at once, {FRAME_BYTES} bytes")


async def _sample(run: Run) -> tuple[dict[str, list[Sample]], float]:
    """Samples of every contestant, taken in turns, and what the reference sends back a CPU second."""
    moves, repeats = (60, 3) if run.quick else (200, max(3, run.repeats // 3))
    samples: dict[str, list[Sample]] = {}
    echoes: list[float] = []
    async with AsyncExitStack() as open_:
        halls = await open_.enter_async_context(_halls())
        echo = await open_.enter_async_context(_echo())
        for n in range(-1, repeats):
            for name, hall in halls.items():
                sample = await hall.round(moves)
                if n >= 0:  # the first warms up
                    samples.setdefault(name, []).append(sample)
            echoes.append(await echo(moves))
            run.progress(f"{n + 1}/{repeats} samples of {moves * ROOMS} moves")
    return samples, median(echoes[1:])


@asynccontextmanager
async def _halls() -> AsyncIterator[dict[str, Hall]]:
    async with serving_memory() as memory, serving_kept() as kept:
        halls = {}
        for watchers, suffix in ((0, ""), (WATCHERS, f", {WATCHERS} watchers")):
            halls[f"embedded store{suffix}"] = Hall(kept.server, kept.engine_seconds, watchers)
            halls[f"memory store{suffix}"] = Hall(memory, lambda: 0.0, watchers)
        for hall in halls.values():
            await hall.enter()
        yield halls


@asynccontextmanager
async def _echo() -> AsyncIterator[Callable[[int], "asyncio.Future[float]"]]:
    async with serving_echo() as server:
        echoes = [Echo(await Peer.connect(server.port)) for _ in range(ROOMS)]

        async def rate(rounds: int) -> float:
            cpu = server.cpu_seconds()
            await asyncio.gather(*(echo.times(2 * rounds) for echo in echoes))
            return 2 * rounds * ROOMS / (server.cpu_seconds() - cpu)

        yield lambda rounds: asyncio.ensure_future(rate(rounds))


def _waits(taken: Sequence[Sample]) -> str:
    waits = sorted(wait for sample in taken for wait in sample.waits)
    p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    return f"by the clock, driver on the same machine; a move takes {1000 * p50:.1f} ms, p99 {1000 * p99:.1f}"


def _store(taken: Sequence[Sample]) -> str:
    """What the engine uses beside the server."""
    store = median(sample.store / sample.moves for sample in taken)
    return f"and {1e6 * store:.0f} µs of the engine's time a move" if store else ""
