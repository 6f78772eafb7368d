"""A reverse proxy whose server is away: it answers every handshake with an HTTP status."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class FakeProxy:
    """Answers with a status, or passes connections on to a server. Mutable."""

    def __init__(self, status: str) -> None:
        self.status = status
        """The status line of every answer; empty: connections are passed on."""
        self.server = 0
        """The port of the server."""
        self.port = 0
        self.refused = 0
        """How many handshakes were answered with a status."""
        self._open: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._open:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            if self.status:
                await self._refuse(reader, writer)
            else:
                await self._pass_on(reader, writer)
        writer.close()

    async def _refuse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = b"<html>Bad gateway</html>"
        head = f"HTTP/1.1 {self.status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        self.refused += 1

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, answers = await asyncio.open_connection("127.0.0.1", self.server)
        self._open |= {writer, answers}
        try:
            await asyncio.gather(_copied(reader, answers), _copied(there, writer))
        finally:
            self._open -= {writer, answers}
            answers.close()


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def proxy_without_server(status: str) -> AsyncIterator[FakeProxy]:
    """A proxy for the time of the block."""
    proxy = FakeProxy(status)
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = listening.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        proxy.cut()
        listening.close()
