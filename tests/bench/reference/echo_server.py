"""The reference: a server that sends every frame back, with the same library and settings, and nothing else.

Run as ``python -m tests.bench.reference.echo_server``.
"""

import asyncio
import signal
import socket
from contextlib import suppress

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed


async def echo(connection: ServerConnection) -> None:
    with suppress(ConnectionClosed):
        async for frame in connection:
            await connection.send(frame)


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    async with serve(echo, sock=listener, compression=None, max_size=8192, max_queue=8):
        print(f"127.0.0.1:{listener.getsockname()[1]}", flush=True)
        await stopped.wait()


if __name__ == "__main__":
    asyncio.run(main())
