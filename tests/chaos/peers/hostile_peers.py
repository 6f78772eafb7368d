"""What hostile peers do, each kind by itself."""

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Final

from pente_protocol.codec import encode
from pente_protocol.errors import CloseCode
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.lists import Rooms
from tests.chaos.peers.light_connection import LightConnection
from tests.support.hostile.raw_peer import HANDSHAKE, Broken, masked

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL: Final = 0x80
AT_ONCE: Final = 20
"""Hostile frames that follow each other on one connection; fewer than would slow it down."""

GIVES_UP_AFTER: Final = 5.0
"""Seconds after which somebody hostile thinks better of a connection."""

AGAIN_AFTER: Final = 0.05
"""Seconds until a connection that the server did not take is tried again: a refusal costs no time at all, and
who tries without end keeps all others of its process from running.
"""
ENDS: Final = frozenset({CloseCode.BAD_MESSAGE, CloseCode.REFUSED_HELLO})
"""How a connection may end for a frame."""


def packet(head: int, body: bytes = b"", *, length: int | None = None, mask: bool = True) -> bytes:
    """A WebSocket frame with any first byte, and a length that need not be true."""
    length = len(body) if length is None else length
    bit = 0x80 if mask else 0
    if length < 126:
        size = bytes([bit | length])
    elif length < 65536:
        size = bytes([bit | 126]) + length.to_bytes(2, "big")
    else:
        size = bytes([bit | 127]) + length.to_bytes(8, "big")
    return bytes([head]) + size + (bytes(4) if mask else b"") + body


ROOMS: Final = encode(Rooms(RequestId(1)))

ABUSE: Final[dict[str, bytes]] = {
    "an oversized message": packet(FINAL | BINARY, bytes(CLIENT_FRAME_MAX + 1)),
    "a message that is said to be endless": packet(FINAL | BINARY, bytes(64), length=2**63 - 1),
    "one of a negative length": packet(FINAL | BINARY, bytes(64), length=2**64 - 1),
    "an oversized message in many parts": packet(BINARY, bytes(1000)) + packet(CONTINUED, bytes(1000)) * 20,
    "empty parts without end": packet(BINARY) + packet(CONTINUED) * 20_000,
    "parts of one byte": packet(BINARY, b"\x83") + packet(CONTINUED, b"\xa1") * 5000,
    "a part of nothing": packet(CONTINUED, b"x"),
    "a message within a message": packet(BINARY, ROOMS[:3]) + packet(FINAL | BINARY, ROOMS),
    "text again and again": packet(FINAL | TEXT, b"rooms, please") * 100,
    "text that is none": packet(FINAL | TEXT, b"\xff\xfe"),
    "no mask": packet(FINAL | BINARY, ROOMS, mask=False),
    "reserved bits": packet(FINAL | 0x70 | BINARY, ROOMS),
    "a compressed message": packet(FINAL | 0x40 | BINARY, ROOMS),
    "an unknown kind": packet(FINAL | 3, ROOMS),
    "an unknown control": packet(FINAL | 11),
    "a ping in parts": packet(PING, b"x"),
    "a long ping": packet(FINAL | PING, bytes(126)),
    "a close of one byte": packet(FINAL | CLOSE, b"\x03"),
    "a close with a code that there is not": packet(FINAL | CLOSE, (999).to_bytes(2, "big")),
    "a close with a reason that is no text": packet(FINAL | CLOSE, b"\x03\xe8\xff\xff"),
    "a close, and then more": packet(FINAL | CLOSE, b"\x03\xe8") + packet(FINAL | BINARY, ROOMS) * 1000,
    "noise": bytes(range(256)) * 8,
    "HTTP": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10,
}
"""What is no conversation, in bytes after the handshake. The connection must end for it."""

FINE: Final[dict[str, bytes]] = {
    "a request in parts": b"".join(
        packet(BINARY if n == 0 else CONTINUED, ROOMS[n : n + 1]) for n in range(len(ROOMS) - 1)
    )
    + packet(FINAL | CONTINUED, ROOMS[-1:]),
    "pings between the parts": packet(BINARY, ROOMS[:3])
    + packet(FINAL | PING, b"?") * 5
    + packet(FINAL | CONTINUED, ROOMS[3:]),
    "text, and then a request": packet(FINAL | TEXT, b"rooms, please") + packet(FINAL | BINARY, ROOMS),
    "pongs that nobody asked for": packet(FINAL | PONG, b"!") * 20 + packet(FINAL | BINARY, ROOMS),
}
"""What is odd, and a request all the same."""


async def half_open(port: int, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that gets stuck somewhere on the way to its hello."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE[: (0, 5, len(HANDSHAKE) - 2, len(HANDSHAKE))[number % 4]])
    return reader, writer


async def flood(peer: LightConnection, data: bytes, done: asyncio.Event) -> int:
    """Send the same over and over, as fast as it is taken; how many bytes were."""
    sent = 0
    while not done.is_set() and not peer.ended.done():
        peer.send(data)
        sent += len(data)
        while peer.transport.get_write_buffer_size() > 4 * len(data) and not done.is_set():
            await asyncio.sleep(0.001)
            if peer.ended.done():
                break
        await asyncio.sleep(0)
    return sent - peer.transport.get_write_buffer_size()


class HostilePeer:
    """Mutable: somebody who sends frames that are no messages, mostly, over one connection after another."""

    def __init__(self, port: int, credential: str = "") -> None:
        """With a credential it says hello first; else the frames are all that it says."""
        self._port = port
        self._credential = credential
        self.judged = 0
        """How many frames the server has read: it answered them, or ended the connection for the last."""
        self.connections = 0
        """How many it needed for that."""
        self.held_back = 0
        """How often it gave up a connection on which nothing happened."""

    async def pester(self, frames: Iterator[bytes]) -> None:
        """Send all of these until each was judged."""
        while batch := list(islice(frames, AT_ONCE)):
            while batch:
                count = await self._send(batch)
                self.judged += count
                batch = batch[count:]

    async def _send(self, batch: list[bytes]) -> int:
        """Send frames over a connection of their own; how many were judged before it ended."""
        self.connections += 1
        try:
            peer = await LightConnection.connect(self._port)
        except (OSError, Broken, TimeoutError):
            await asyncio.sleep(AGAIN_AFTER)
            return self._gave_up(0)
        try:
            async with asyncio.timeout(GIVES_UP_AFTER):
                if self._credential:
                    await peer.greet(credential=self._credential)
                answered = peer.expect_answers(len(batch))
                peer.send(b"".join(map(masked, batch)))
                await asyncio.wait((answered, peer.ended), return_when=asyncio.FIRST_COMPLETED)
        except (Broken, TimeoutError):
            return self._gave_up(peer.answers)
        finally:
            peer.close()
        if answered.done():
            return len(batch)
        assert peer.ended.result() in ENDS, peer.ended.result()
        return peer.answers + 1

    def _gave_up(self, judged: int) -> int:
        self.held_back += 1
        return judged
