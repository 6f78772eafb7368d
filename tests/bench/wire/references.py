"""The two references as contestants: how much of their work a CPU second does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from tests.bench.wire.reference_clients import EchoClient, MinimalServerGame
from tests.bench.wire.servers import serving_echo, serving_lean
from tests.support.hostile.raw_peer import RawPeer

ECHOES: Final = 50
"""Connections to the echo server."""
LEAN_TABLES: Final = 50
_ROUNDS: Final = 60
"""Frames of each connection, or moves at each table, in one sample."""

Rate = Callable[[], Awaitable[float]]
"""Takes a sample: units per second of the server's processor time."""


@asynccontextmanager
async def echo_rate() -> AsyncIterator[Rate]:
    """Frames that the echo server sends back."""
    async with serving_echo() as server:
        echoes = [EchoClient(await RawPeer.connect(server.port, is_greeted=False)) for _ in range(ECHOES)]

        async def rate() -> float:
            cpu = server.cpu_seconds()
            await asyncio.gather(*(echo.times(_ROUNDS) for echo in echoes))
            return _ROUNDS * ECHOES / (server.cpu_seconds() - cpu)

        yield rate


@asynccontextmanager
async def lean_rate() -> AsyncIterator[Rate]:
    """Moves that the lean server takes."""
    async with serving_lean() as server:
        tables = [
            MinimalServerGame(
                (
                    await RawPeer.connect(server.port, is_greeted=False),
                    await RawPeer.connect(server.port, is_greeted=False),
                )
            )
            for _ in range(LEAN_TABLES)
        ]

        async def rate() -> float:
            cpu = server.cpu_seconds()
            await asyncio.gather(*(table.play(_ROUNDS) for table in tables))
            return _ROUNDS * LEAN_TABLES / (server.cpu_seconds() - cpu)

        yield rate
