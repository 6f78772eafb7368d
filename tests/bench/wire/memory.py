"""What a server remembers of those who are there."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.many_games import connect_guest, in_groups
from tests.bench.wire.move_script import SCRIPTS, script
from tests.bench.wire.scripted_game import ScriptedGame, play_all
from tests.bench.wire.servers import serving_durable, serving_echo
from tests.support.raw_peer import RawPeer

MOVES: Final = 40
"""How far the games have got in rooms that are weighed."""
PEOPLE: Final = 20
WARM: Final = 5
"""Games that each of them plays first, for what all rooms share: buffers, and tables of points."""


@benchmark
def wire_memory(run: Run) -> Iterator[Figure]:
    """What an idle connection and a live room add to the server's resident memory."""
    connections, rooms = (200, 5) if run.quick else (1000, 25)
    connection, room, echo = asyncio.run(_weigh(connections, rooms))
    yield Figure(
        "idle connection", connection, "bytes", connection / echo, "echo", f"{connections} that said hello"
    )
    note = f"{rooms * PEOPLE // 2} with games of {MOVES} moves of {PEOPLE} players"
    yield Figure("live room", room, "bytes", note=note)
    yield Figure("echo's connection", echo, "bytes", note="websockets with the same settings")


async def _weigh(connections: int, rooms: int) -> tuple[float, float, float]:
    """Bytes a connection, a room, and a connection of the reference."""
    async with serving_durable() as kept, serving_echo() as reference:
        # The first few fill pools and caches that all share.
        first = await in_groups([kept.server] * PEOPLE, connect_guest)
        before = kept.server.resident()
        guests = await in_groups([kept.server] * connections, connect_guest)
        connection = (kept.server.resident() - before) / connections
        echoes = [await RawPeer.connect(reference.port) for _ in range(PEOPLE)]
        before = reference.resident()
        echoes += [await RawPeer.connect(reference.port) for _ in range(connections)]
        echo = (reference.resident() - before) / connections
        pairs = list(zip(first[::2], first[1::2], strict=True))
        await _play(pairs, WARM)
        before = kept.server.resident()
        await _play(pairs, rooms)
        room = (kept.server.resident() - before) / (rooms * len(pairs))
        for peer in (*first, *guests, *echoes):
            peer.close()
        return connection, room, echo


async def _play(pairs: Sequence[tuple[RawPeer, RawPeer]], rooms: int) -> None:
    """So many games for each pair, one after the other; none of them ends."""
    for _ in range(rooms):
        tables = await in_groups(pairs, ScriptedGame.open)
        for number, table in enumerate(tables):
            table.prepare(script(number % SCRIPTS, MOVES))
        await play_all(tables)
