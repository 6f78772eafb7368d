"""What goes out to a peer: in order, in few writes, and never more than it reads."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from pente_server.limits.limits import OUTBOX_BYTES, WRITE_HIGH
from pente_server.net.outbox import Outbox

Handler = Callable[[ServerConnection], Awaitable[None]]


@asynccontextmanager
async def connected(handler: Handler) -> AsyncIterator[ClientConnection]:
    """A peer of a server that does nothing but this."""
    async with serve(handler, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None, max_queue=None) as peer:
            yield peer


def counted(connection: ServerConnection, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of what is written from now on."""
    writes: list[int] = []
    write = connection.transport.write

    def noting(data: Any) -> None:
        writes.append(len(data))
        write(data)

    monkeypatch.setattr(connection.transport, "write", noting)
    return writes


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 100_000])
async def test_a_frame_of_any_length_arrives(size: int) -> None:
    async def handler(connection: ServerConnection) -> None:
        Outbox(connection, connection.transport.abort).put(b"x" * size)
        await connection.wait_closed()

    async with connected(handler) as peer:
        assert await peer.recv() == b"x" * size


async def test_the_frames_of_one_turn_arrive_in_order_from_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [b"frame %d" % n for n in range(20)]
    writes: list[int] = []

    async def handler(connection: ServerConnection) -> None:
        nonlocal writes
        writes = counted(connection, monkeypatch)
        outbox = Outbox(connection, connection.transport.abort)
        for frame in frames:
            outbox.put(frame)
        await connection.wait_closed()

    async with connected(handler) as peer:
        assert [await peer.recv() for _ in frames] == frames
    assert len(writes) == 2  # and the one that closes


async def test_what_was_put_before_a_goodbye_arrives_before_it() -> None:
    async def handler(connection: ServerConnection) -> None:
        outbox = Outbox(connection, connection.transport.abort)
        outbox.put(b"last words")
        outbox.flush()
        await connection.close(4000)

    async with connected(handler) as peer:
        assert await peer.recv() == b"last words"
        await peer.wait_closed()
        assert peer.close_code == 4000


async def test_nothing_is_written_behind_a_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = asyncio.Event()
    writes: list[int] = []

    async def handler(connection: ServerConnection) -> None:
        nonlocal writes
        await connection.close(4000)
        writes = counted(connection, monkeypatch)
        Outbox(connection, connection.transport.abort).put(b"too late")
        await asyncio.sleep(0)
        closed.set()

    async with connected(handler):
        await closed.wait()
    assert writes == []


async def test_a_long_turn_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    early: list[int] = []

    async def handler(connection: ServerConnection) -> None:
        writes = counted(connection, monkeypatch)
        outbox = Outbox(connection, connection.transport.abort)
        while not writes:
            outbox.put(bytes(1000))
        early.extend(writes)
        await connection.wait_closed()

    async with connected(handler) as peer:
        await peer.recv()
    assert len(early) == 1
    assert WRITE_HIGH < early[0] < WRITE_HIGH + 2000


async def test_a_peer_that_does_not_read_is_told_of() -> None:
    overflown = asyncio.Event()

    async def handler(connection: ServerConnection) -> None:
        def overflow() -> None:
            overflown.set()
            connection.transport.abort()

        outbox = Outbox(connection, overflow)
        while not overflown.is_set():
            outbox.put(bytes(10_000))
            unread = connection.transport.get_write_buffer_size()
            assert unread <= OUTBOX_BYTES + WRITE_HIGH + 10_100
            await asyncio.sleep(0)
        await connection.wait_closed()

    async with connected(handler) as peer:
        peer.transport.pause_reading()
        await overflown.wait()
        peer.transport.resume_reading()
