"""A load balancer of few lines: one address for several servers, of which some may be down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def balancing(*ports: int) -> AsyncIterator[int]:
    """The port of a balancer that leads to the first of these ports of this machine that accepts."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await _pass_on(ports, reader, writer)
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # what was aborted is closed in the next round of the loop


async def _pass_on(
    ports: tuple[int, ...], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    for port in ports:
        with suppress(ConnectionRefusedError):
            from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
            break
    else:
        return
    try:
        await asyncio.gather(_copy(reader, to_server), _copy(from_server, writer))
    finally:
        to_server.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until either side has gone: then the other is told so."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()
