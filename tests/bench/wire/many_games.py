"""A hall of tables: many games at once on one server, or spread over several."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Final, TypeVar

from pente_core.identity import PlayerKind
from tests.bench.wire.move_script import SCRIPTS, script, won_script
from tests.bench.wire.scripted_game import ScriptedGame, play_all
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.process import Measured

AT_ONCE: Final = 50
"""How many connect, sit down or leave at the same time."""

_NAMES: Final = count()
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
        self._peers: dict[PlayerKind, list[RawPeer]] = {kind: [] for kind in PlayerKind}

    async def fill(self, people: int, kind: PlayerKind = PlayerKind.BOT) -> None:
        """Let players in until there are so many of a kind."""
        missing = range(people - len(self._peers[kind]))
        servers = [self._choose(self._servers) for _ in missing]
        connect = connect_person if kind is PlayerKind.PERSON else connect_guest
        self._peers[kind] += await in_groups(servers, connect)

    async def round(self, rooms: int, watchers: int, moves: int) -> Sample:
        """Open rooms, play so many moves at each, and close them; only the moves count."""
        seats = await self._seats(rooms, watchers, PlayerKind.BOT)
        tables = await _open(seats)
        for n, table in enumerate(tables):
            table.prepare(script(n % SCRIPTS, moves))
        sample = await self._measure(_played(tables), seats, rooms * moves)
        await in_groups(tables, ScriptedGame.close)
        return sample

    async def whole_games(self, rooms: int, watchers: int, moves: int) -> Sample:
        """Play rated games between people that end with so many moves; all counts, from opening to leaving.

        Bots of players are not rated among themselves.
        """
        seats = await self._seats(rooms, watchers, PlayerKind.PERSON)
        return await self._measure(_whole(seats, moves), seats, rooms * moves)

    async def _seats(self, rooms: int, watchers: int, kind: PlayerKind) -> Sequence[Sequence[RawPeer]]:
        """The players and watchers of each room."""
        size = 2 + watchers
        await self.fill(rooms * size, kind)
        return [self._peers[kind][n : n + size] for n in range(0, rooms * size, size)]

    async def _measure(
        self, work: Awaitable[Sequence[ScriptedGame]], seats: Sequence[Sequence[RawPeer]], moves: int
    ) -> Sample:
        watchers = [peer for peers in seats for peer in peers[2:]]
        frames, bytes_ = sum(peer.frames for peer in watchers), sum(peer.bytes for peer in watchers)
        start, cpu, engine = perf_counter(), self._cpu_seconds(), self._engine_seconds()
        tables = await work
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


async def _open(seats: Sequence[Sequence[RawPeer]], *, is_rated: bool = False) -> Sequence[ScriptedGame]:
    return await in_groups(
        seats, lambda peers: ScriptedGame.open((peers[0], peers[1]), peers[2:], is_rated=is_rated)
    )


async def _played(tables: Sequence[ScriptedGame]) -> Sequence[ScriptedGame]:
    await play_all(tables)
    return tables


async def _whole(seats: Sequence[Sequence[RawPeer]], moves: int) -> Sequence[ScriptedGame]:
    """Open a rated game for each, play it to its end, and leave when it is filed and rated."""
    tables = await _open(seats, is_rated=True)
    for n, table in enumerate(tables):
        table.prepare(won_script(n % SCRIPTS, moves))
    await play_all(tables)
    await in_groups(tables, ScriptedGame.close)
    return tables


async def connect_guest(server: Measured) -> RawPeer:
    """A guest who has said hello."""
    peer = await RawPeer.connect(server.port)
    await peer.hello()
    return peer


async def connect_person(server: Measured) -> RawPeer:
    """A person with a name, whose games can be rated."""
    peer = await RawPeer.connect(server.port)
    await peer.sign_in(f"p{next(_NAMES)}", PlayerKind.PERSON)
    return peer


async def in_groups(items: Sequence[_T], work: Callable[[_T], Awaitable[_R]]) -> list[_R]:
    """What comes of work on each item, some of it at the same time."""
    done: list[_R] = []
    for first in range(0, len(items), AT_ONCE):
        done += await asyncio.gather(*map(work, items[first : first + AT_ONCE]))
    return done
