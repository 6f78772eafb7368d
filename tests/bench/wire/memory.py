"""What a server remembers of those who are there."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.bench.figure import Figure, at_most
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.many_games import connect_guest, in_groups
from tests.bench.wire.move_script import SCRIPTS, script
from tests.bench.wire.scripted_game import ScriptedGame, play_all
from tests.bench.wire.servers import serving_durable, serving_echo
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.process import Measured

MOVES: Final = 40
"""How far the games have got in rooms that are weighed."""
PEOPLE: Final = 20
WARM: Final = 5
"""Games that each of them plays first, for what all rooms share: buffers, and tables of points."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What one more of each adds to a server's resident memory, in KiB, on average."""

    connection: float
    """That said hello, and no more."""
    room: float


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many are weighed."""

    connections: int
    rooms: int
    """Of each pair of players."""

    @classmethod
    def of(cls, run: Run) -> "Amounts":
        return cls(400, 30) if run.quick else cls(1000, 100)


@benchmark
def wire_memory(run: Run) -> Iterator[Figure]:
    """What an idle connection and a live room add to the server's resident memory."""
    amounts = Amounts.of(run)
    weight, echo = asyncio.run(_weigh_both(amounts))
    note = f"{amounts.connections} that said hello"
    ratio = weight.connection / echo
    yield Figure("idle connection", weight.connection, "KiB", ratio, "echo", note, aim=at_most(18))
    note = f"{amounts.rooms * PEOPLE // 2} with games of {MOVES} moves of {PEOPLE} players"
    yield Figure("live room", weight.room, "KiB", note=note, aim=at_most(6))
    yield Figure("echo's connection", echo, "KiB", note="websockets with the same settings")


async def _weigh_both(amounts: Amounts) -> tuple[Weight, float]:
    """The server's, and KiB of a connection of the reference."""
    async with serving_durable() as kept, serving_echo() as reference:
        return await weigh(kept.server, amounts), await _weigh_echo(reference, amounts.connections)


async def weigh(server: Measured, amounts: Amounts) -> Weight:
    """Let people come in and play."""
    # The first few fill pools and caches that all share.
    first = await in_groups([server] * PEOPLE, connect_guest)
    before = server.resident()
    guests = await in_groups([server] * amounts.connections, connect_guest)
    connection = (server.resident() - before) / amounts.connections
    pairs = list(zip(first[::2], first[1::2], strict=True))
    await _play(pairs, WARM)
    before = server.resident()
    await _play(pairs, amounts.rooms)
    room = (server.resident() - before) / (amounts.rooms * len(pairs))
    for peer in (*first, *guests):
        peer.close()
    return Weight(connection / 1024, room / 1024)


async def _weigh_echo(reference: Measured, connections: int) -> float:
    peers = [await RawPeer.connect(reference.port, is_greeted=False) for _ in range(PEOPLE)]
    before = reference.resident()
    peers += [await RawPeer.connect(reference.port, is_greeted=False) for _ in range(connections)]
    weight = (reference.resident() - before) / connections
    for peer in peers:
        peer.close()
    return weight / 1024


async def _play(pairs: Sequence[tuple[RawPeer, RawPeer]], rooms: int) -> None:
    """So many games for each pair, one after the other; none of them ends."""
    for _ in range(rooms):
        tables = await in_groups(pairs, ScriptedGame.open)
        for number, table in enumerate(tables):
            table.prepare(script(number % SCRIPTS, MOVES))
        await play_all(tables)
