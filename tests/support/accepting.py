"""A listener of a test that leaves no connection behind."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def accepting(serve: Callable[[StreamReader, StreamWriter], Awaitable[None]]) -> AsyncIterator[int]:
    """Serve each connection for the time of the block; the port.

    At its end all of them are closed, and so before the loop is: a listener does not wait for them by itself.
    """
    serving = set[asyncio.Task[None]]()

    async def serve_and_close(reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving.add(task)
        try:
            await serve(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            serving.discard(task)

    async with await asyncio.start_server(serve_and_close, "127.0.0.1", 0) as listener:
        port: int = listener.sockets[0].getsockname()[1]
        yield port
    for task in serving:
        task.cancel()
    await asyncio.gather(*serving, return_exceptions=True)
