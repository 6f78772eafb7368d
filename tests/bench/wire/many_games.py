"""A hall of tables: many games at once on one server, or spread over several."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, TypeVar

from tests.bench.wire.move_script import SCRIPTS, script
from tests.bench.wire.scripted_game import ScriptedGame, play_all
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.process import Measured

AT_ONCE: Final = 50
"""How many connect, sit down or leave at the same time."""

_T = TypeVar("_T")
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Sample:
    """What one round at all tables took."""

    moves: int
    wall: float
    cpu: float
    """Processor seconds of the server, or of all."""
    engine: float
    """Processor seconds of the store's engine."""
    bytes: int
    """What came over the wire to watchers and frames of it; zero without watchers."""
    frames: int
    heard: Sequence[float]
    """Seconds from each move's sending to the opponent's hearing of it."""
    watched: Sequence[float]
    """The same to the last watcher's; nothing without watchers."""

    @property
    def rate(self) -> float:
        """Moves a second of processor time."""
        return self.moves / self.cpu


class ManyGames:
    """Mutable: peers who have come in, and sit down at tables as they are needed.

    Each connects to the servers in turn by ``choose``, as a plain balancer would send them.
    """

    def __init__(
        self,
        servers: Sequence[Measured],
        engine_seconds: Callable[[], float],
        choose: Callable[[Sequence[Measured]], Measured] = lambda servers: servers[0],
    ) -> None:
        self._servers = servers
        self._engine_seconds = engine_seconds
        self._choose = choose
        self._peers: list[RawPeer] = []

    async def fill(self, people: int) -> None:
        """Let people in until there are so many."""
        missing = range(people - len(self._peers))
        self._peers += await in_groups([self._choose(self._servers) for _ in missing], connect_guest)

    async def round(self, rooms: int, watchers: int, moves: int) -> Sample:
        """Open rooms, play so many moves at each, and close them; only the moves count."""
        await self.fill(rooms * (2 + watchers))
        seats = [self._peers[n : n + 2 + watchers] for n in range(0, rooms * (2 + watchers), 2 + watchers)]
        tables = await in_groups(seats, lambda peers: ScriptedGame.open((peers[0], peers[1]), peers[2:]))
        for n, table in enumerate(tables):
            table.prepare(script(n % SCRIPTS, moves))
        sample = await self._play(tables, [peer for peers in seats for peer in peers[2:]], rooms * moves)
        await in_groups(tables, ScriptedGame.close)
        return sample

    async def _play(self, tables: Sequence[ScriptedGame], watchers: Sequence[RawPeer], moves: int) -> Sample:
        frames, bytes_ = sum(peer.frames for peer in watchers), sum(peer.bytes for peer in watchers)
        start, cpu, engine = perf_counter(), self._cpu_seconds(), self._engine_seconds()
        await play_all(tables)
        return Sample(
            moves=moves,
            wall=perf_counter() - start,
            cpu=self._cpu_seconds() - cpu,
            engine=self._engine_seconds() - engine,
            bytes=sum(peer.bytes for peer in watchers) - bytes_,
            frames=sum(peer.frames for peer in watchers) - frames,
            heard=[wait for table in tables for wait in table.waits],
            watched=[wait for table in tables for wait in table.watched],
        )

    def _cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self._servers)


async def connect_guest(server: Measured) -> RawPeer:
    """A guest who has said hello."""
    peer = await RawPeer.connect(server.port)
    await peer.hello()
    return peer


async def in_groups(items: Sequence[_T], work: Callable[[_T], Awaitable[_R]]) -> list[_R]:
    """What comes of work on each item, some of it at the same time."""
    done: list[_R] = []
    for first in range(0, len(items), AT_ONCE):
        done += await asyncio.gather(*map(work, items[first : first + AT_ONCE]))
    return done
