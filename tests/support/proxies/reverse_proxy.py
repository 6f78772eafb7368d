"""A reverse proxy of few lines: it passes on bytes, and adds header lines to the first request.

Where there is no server it answers for it, as proxies do.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def proxying(port: int, *headers: str) -> AsyncIterator[str]:
    """A proxy on this machine in front of a port of it, for the time of the block; its URL."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await _pass_on(port, headers, reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # what was closed is so in the next round of the loop


async def _pass_on(
    port: int, headers: tuple[str, ...], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    added = "".join(f"{header}\r\n" for header in headers).encode()
    try:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionRefusedError:
        writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        return
    to_server.write(head[:-2] + added + b"\r\n")
    try:
        await asyncio.gather(_copy(reader, to_server), _copy(from_server, writer))
    finally:
        to_server.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()
