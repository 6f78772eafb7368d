"""What moves at one server cost another one with the same store."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final

from tests.bench.figure import Figure, at_most
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire import requests
from tests.bench.wire.many_games import connect_guest, in_groups
from tests.bench.wire.move_script import SCRIPTS, script
from tests.bench.wire.scripted_game import ScriptedGame, play_all
from tests.bench.wire.servers import serving_beside, serving_durable
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.process import Measured

ROOMS: Final = 50
MOVES: Final = 100
"""Of each room in a round."""
BROWSERS: Final = 5
"""Who has the lobby open at the other server."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one round cost."""

    other: float
    """Microseconds of the other server's processor time for each move, without those it needs idle."""
    playing: float
    """Microseconds of the server's own where the games are."""


@benchmark
def wire_other_node(run: Run) -> Iterator[Figure]:
    """Processor time that a move costs a server with the same store, where none of the players is."""
    costs, idle = asyncio.run(_sample(run))
    for name, samples in costs.items():
        other, playing = [cost.other for cost in samples], [cost.playing for cost in samples]
        note = f"{ROOMS} rooms; the server with the players needs {median(playing):.0f} µs"
        aim = at_most(1) if name == "no listener" else None
        ratio = paired_ratio(other, playing)
        yield Figure(name, median(other), "µs/move", ratio, "the players' server", note, aim=aim)
    yield Figure("idle", idle, "µs/s", note="what the other server needs without moves, taken off above")


async def _sample(run: Run) -> tuple[dict[str, list[Cost]], float]:
    async with _two_servers() as nodes:
        idles: list[float] = []
        contestants: dict[str, Callable[[], Awaitable[Cost]]] = {
            "no listener": partial(nodes.round, idles),
            f"{BROWSERS} in the lobby": partial(nodes.round, idles, is_browsed=True),
            "a viewer a room": partial(nodes.round, idles, is_watched=True),
        }
        costs = await in_turns(contestants, run.repeats)
    run.progress(f"{run.repeats} rounds of {MOVES * ROOMS:,} moves")
    return costs, 1e6 * median(idles)


@asynccontextmanager
async def _two_servers() -> AsyncIterator["_TwoServers"]:
    async with serving_durable() as kept, serving_beside(kept) as other:
        players = await in_groups([kept.server] * 2 * ROOMS, connect_guest)
        viewers = await in_groups([other] * ROOMS, connect_guest)
        browsers = await in_groups([other] * BROWSERS, connect_guest)
        yield _TwoServers(kept.server, other, players, viewers, browsers)


@dataclass(frozen=True, slots=True)
class _TwoServers:
    playing: Measured
    other: Measured
    players: Sequence[RawPeer]
    viewers: Sequence[RawPeer]
    browsers: Sequence[RawPeer] = field(default_factory=tuple)

    async def round(self, idles: list[float], *, is_browsed: bool = False, is_watched: bool = False) -> Cost:
        """Play in all rooms, and then let as much time pass without a move; adds to what idling takes."""
        for browser in self.browsers if is_browsed else ():
            await browser.request(requests.BROWSE)
        tables = await self._open(is_watched=is_watched)
        start, playing, other = perf_counter(), self.playing.cpu_seconds(), self.other.cpu_seconds()
        await play_all(tables)
        wall, playing = perf_counter() - start, self.playing.cpu_seconds() - playing
        other = self.other.cpu_seconds() - other
        idle = await self._idle(wall)
        idles.append(idle / wall)
        await in_groups(tables, ScriptedGame.close)
        for browser in self.browsers if is_browsed else ():
            await browser.request(requests.UNBROWSE)
        moves = ROOMS * MOVES
        return Cost(other=1e6 * (other - idle) / moves, playing=1e6 * playing / moves)

    async def _open(self, *, is_watched: bool) -> list[ScriptedGame]:
        seats = [self.players[2 * n : 2 * n + 2] for n in range(ROOMS)]
        viewers = [[viewer] if is_watched else [] for viewer in self.viewers]
        seated = list(zip(seats, viewers, strict=True))
        tables = await in_groups(seated, lambda each: ScriptedGame.open((each[0][0], each[0][1]), each[1]))
        for n, table in enumerate(tables):
            table.prepare(script(n % SCRIPTS, MOVES))
        return tables

    async def _idle(self, seconds: float) -> float:
        cpu = self.other.cpu_seconds()
        await asyncio.sleep(seconds)
        return self.other.cpu_seconds() - cpu
