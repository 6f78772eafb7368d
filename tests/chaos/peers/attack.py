"""Everything that hostile peers do, at once, from a process of its own: those who play must not wait for it.

``python -m tests.chaos.peers.attack PORT SILENT FRAMES`` holds so many connections half-open and floods from
two sockets, until the server has judged so many hostile frames. Then it prints how many those were, how many
connections they took, and how many of these were held back.
"""

import asyncio
import os
import resource
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import chain
from typing import Final

from pente_protocol.frames import CLIENT_FRAME_MAX
from tests.chaos.peers.hostile_peers import (
    AGAIN_AFTER,
    FINAL,
    PING,
    ROOMS,
    HostilePeer,
    flood,
    half_open,
    packet,
)
from tests.chaos.peers.light_connection import LightConnection, open_many_files
from tests.support.hostile.raw_peer import Broken, masked
from tests.support.hostile.spoiled_messages import bombs, spoiled

WITHIN: Final = 1500.0
"""Seconds that all of it may take; an idle machine needs a sixth."""
NICE: Final = 10
"""Peers have machines of their own, and must not keep the server's from it by their own work."""
MOST_MEMORY: Final = 1 << 30
"""Bytes that this process may take, whatever is wrong with it: a machine that is busy has none to spare."""
SENDERS: Final = 8
"""How many send hostile frames at once."""
FLOODS: Final = (masked(ROOMS) * 500, packet(FINAL | PING, b"?") * 500)


async def attack(port: int, silent: int, frames: int) -> tuple[int, int, int]:
    """Do all of it; the figures that are printed. Raises TimeoutError."""
    done = asyncio.Event()
    async with asyncio.timeout(WITHIN), stuck(port, silent), asyncio.TaskGroup() as tasks:
        for data in FLOODS:
            tasks.create_task(flood_for_ever(port, data, done))
        pests = await all_judged(port, frames)
        done.set()
    judged, connections = sum(pest.judged for pest in pests), sum(pest.connections for pest in pests)
    return judged, connections, sum(pest.held_back for pest in pests)


@asynccontextmanager
async def stuck(port: int, count: int) -> AsyncIterator[None]:
    """Half-open connections for the time of the block; whichever the server ends are opened anew."""
    opened = [await half_open(port, number) for number in range(count)]
    held = [asyncio.create_task(hold(port, number, *streams)) for number, streams in enumerate(opened)]
    try:
        yield
    finally:
        for task in held:
            task.cancel()
        await asyncio.wait(held)


async def hold(port: int, number: int, reader: StreamReader, writer: StreamWriter) -> None:
    """Keep a connection half-open."""
    try:
        while True:
            with suppress(OSError):
                await reader.read()
            # Outside of the block: a reader whose connection was reset raises its one error again and again,
            # without waiting, and the error's traceback grows each time.
            writer.transport.abort()
            reader, writer = await reopened(port, number)
    finally:
        writer.transport.abort()


async def reopened(port: int, number: int) -> tuple[StreamReader, StreamWriter]:
    """Another half-open connection, when the server takes one."""
    while True:
        with suppress(OSError):
            return await half_open(port, number)
        await asyncio.sleep(AGAIN_AFTER)


async def flood_for_ever(port: int, data: bytes, done: asyncio.Event) -> None:
    """Flood, and come back whenever it is cut off."""
    while not done.is_set():
        try:
            peer = await LightConnection.connect(port)
        except (OSError, Broken, TimeoutError):
            await asyncio.sleep(AGAIN_AFTER)
            continue
        peer.hear = None  # nobody reads what is answered
        with suppress(Broken, TimeoutError):
            await peer.greet()
            await flood(peer, data, done)
        peer.close()


async def all_judged(port: int, count: int) -> list[HostilePeer]:
    """Send frames that are none, from an account and from nobody, until the server has judged them all."""
    guest = await LightConnection.connect(port)
    await guest.greet()
    guest.close()
    bad = list(bombs(CLIENT_FRAME_MAX, 256))
    frames = chain(bad, spoiled(count - len(bad), seed=3))
    pests = [HostilePeer(port, guest.credential if n % 4 == 0 else "") for n in range(SENDERS)]
    await asyncio.gather(*(pest.pester(frames) for pest in pests))
    return pests


if __name__ == "__main__":
    os.nice(NICE)
    open_many_files()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    print(*asyncio.run(attack(*map(int, sys.argv[1:]))))
