"""The attackers themselves: whatever a server does to them, they go on, and take no memory for it."""

import asyncio
import socket
import struct
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

import pytest

from pente_server.background import end_all
from tests.chaos.peers.attack import flood_for_ever, hold
from tests.chaos.peers.hostile_peers import HostilePeer, half_open
from tests.chaos.peers.light_connection import LightConnection
from tests.support.accepting import accepting
from tests.support.hostile.raw_peer import Broken, RawPeer
from tests.support.ports import HeldPort
from tests.support.waiting import PATIENCE, patience, until


async def reset(reader: StreamReader, writer: StreamWriter) -> None:
    """End a connection as a server does that has no time for it, once something came."""
    await reader.read(1)
    end = writer.transport.get_extra_info("socket")
    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def test_a_half_open_connection_that_was_reset_is_opened_anew() -> None:
    accepted = []

    async def served(reader: StreamReader, writer: StreamWriter) -> None:
        accepted.append(reader)
        await reset(reader, writer)

    async with accepting(served) as port:
        holding = asyncio.create_task(hold(port, 1, *await half_open(port, 1)))
        await until(lambda: len(accepted) >= 5)
        await end_all([holding])


async def test_others_go_on_while_a_server_refuses_connections() -> None:
    held = HeldPort()
    tasks = [
        asyncio.create_task(flood_for_ever(held.number, b"?", asyncio.Event())),
        asyncio.create_task(HostilePeer(held.number).pester(iter([b"?"]))),
    ]
    await asyncio.sleep(0)
    async with patience("the end of both"):
        await end_all(tasks)


async def test_a_handshake_that_fails_leaves_no_connection_open() -> None:
    ended = asyncio.Event()

    async def served(reader: StreamReader, writer: StreamWriter) -> None:
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
        with suppress(OSError):
            await reader.read()
        writer.close()
        ended.set()

    async with accepting(served) as port:
        with pytest.raises(Broken):
            await RawPeer.connect(port)
        await asyncio.wait_for(ended.wait(), PATIENCE)


async def test_a_connection_that_ended_with_much_to_send_can_be_closed_again() -> None:
    async def served(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        await reader.read()
        writer.close()

    async with accepting(served) as port:
        peer = await LightConnection.connect(port, is_greeted=False)
        peer.send(bytes(20_000_000))
        assert peer.transport.get_write_buffer_size()
        peer.transport.close()
        await asyncio.wait_for(peer.ended, PATIENCE)
        await asyncio.sleep(0)
        peer.close()
