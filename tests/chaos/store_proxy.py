"""The network between a node and its store, which can be cut."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from typing import Self


class Cut(Enum):
    """How a network fails."""

    SILENT = "silent"
    """Nothing comes through, and what was on its way arrives when it is whole again: nobody is told."""
    REFUSED = "refused"
    """Connections break, and new ones are refused."""


class StoreProxy:
    """A relay to a port of this machine. Mutable; an async context manager."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._is_open = asyncio.Event()
        self._is_open.set()
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._relays: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/0"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._relays:
            task.cancel()
        if self._relays:
            await asyncio.wait(self._relays)
        await self._server.wait_closed()

    def cut(self, how: Cut) -> None:
        """From now on nothing gets through."""
        self._is_open.clear()
        if how is Cut.REFUSED:
            self._refuses = True
            for writer in self._writers:
                writer.transport.abort()

    def heal(self) -> None:
        """From now on all is as it was."""
        self._refuses = False
        self._is_open.set()

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        relay = asyncio.create_task(self._relay(reader, writer))
        self._relays.add(relay)
        relay.add_done_callback(self._relays.discard)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass everything on, both ways, until one side is done."""
        with self._held(writer):
            if self._refuses:
                return
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            with self._held(back):
                ways = [asyncio.create_task(self._pass(*way)) for way in ((reader, back), (there, writer))]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.wait(ways)

    @contextmanager
    def _held(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        """A connection that can be broken, and is at the end of the block."""
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await self._is_open.wait()
                sink.write(data)
                await sink.drain()
