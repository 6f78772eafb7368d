"""What a server remembers of those who are there."""

import asyncio
from collections.abc import Iterator
from typing import Final

from pente_core.player import Kind
from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.peer import Peer
from tests.bench.wire.script import SCRIPTS, script
from tests.bench.wire.server import serving_echo, serving_kept
from tests.bench.wire.table import Table, play_all

MOVES: Final = 40
"""How far the games have got in rooms that are weighed."""


@benchmark
def wire_memory(run: Run) -> Iterator[Figure]:
    """What an idle connection and a live room add to the server's resident memory."""
    connections, rooms = (200, 60) if run.quick else (1000, 180)
    connection, room, echo = asyncio.run(_weigh(connections, rooms))
    yield Figure(
        "idle connection", connection, "bytes", connection / echo, "echo", f"{connections} that said hello"
    )
    yield Figure("live room", room, "bytes", note=f"{rooms} with games of {MOVES} moves; two players each")
    yield Figure("echo's connection", echo, "bytes", note="websockets with the same settings")


async def _weigh(connections: int, rooms: int) -> tuple[float, float, float]:
    """Bytes a connection, a room, and a connection of the reference."""
    async with serving_kept() as kept, serving_echo() as reference:
        # The first few fill pools and caches that all share.
        first = [await _guest(kept.server.port) for _ in range(20)]
        before = kept.server.resident()
        guests = [await _guest(kept.server.port) for _ in range(connections)]
        connection = (kept.server.resident() - before) / connections
        echoes = [await Peer.connect(reference.port) for _ in range(20)]
        before = reference.resident()
        echoes += [await Peer.connect(reference.port) for _ in range(connections)]
        echo = (reference.resident() - before) / connections
        await play_all([await _table((first[0], first[1]), 0)])
        before = kept.server.resident()
        tables = [await _table((first[2], first[3]), n) for n in range(rooms)]
        for table in tables:
            await table.play()
        room = (kept.server.resident() - before) / rooms
        for peer in (*first, *guests, *echoes):
            peer.close()
        return connection, room, echo


async def _guest(port: int) -> Peer:
    peer = await Peer.connect(port)
    await peer.hello(Kind.BOT)
    return peer


async def _table(players: tuple[Peer, Peer], number: int) -> Table:
    table = await Table.open(players)
    table.prepare(script(number % SCRIPTS, MOVES))
    return table
