"""Connections between devices and nodes: frames in order, late, until it breaks or somebody closes it.

The two ends look to a `Session` and a `Link` like connections of websockets.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close
from websockets.protocol import State

from pente_protocol.version import SUBPROTOCOL

_SLOWEST_NOTICE: Final = 2.0
"""Seconds until an end notices that its connection is broken."""


class _Protocol:
    """What an outbox asks of a connection."""

    state = State.OPEN


class End:
    """One end of a wire. Mutable; it is its own transport."""

    subprotocol = SUBPROTOCOL
    remote_address = ("127.0.0.1", 1)

    def __init__(self, chance: Random, tap: Callable[[bytes], None]) -> None:
        """``tap`` sees every frame that leaves here."""
        self.transport = self
        self.protocol = _Protocol()
        self.other: End
        self._chance = chance
        self._tap = tap
        self._on_the_way: deque[bytes | Close | None] = deque()
        """To here; None: it is broken."""
        self._arrived: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._closed: ConnectionClosedError | None = None
        self.latency = chance.expovariate(100)
        self._last = 0.0

    # As a connection

    async def recv(self) -> bytes:
        while not self._arrived:
            if self._closed is not None:
                raise ConnectionClosedError(self._closed.rcvd, None)
            self._more.clear()
            await self._more.wait()
        return self._arrived.popleft()

    async def send(self, frame: bytes) -> None:
        if self._closed is not None:
            raise ConnectionClosedError(self._closed.rcvd, None)
        self.put(frame)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if self._closed is None:
            self.other._receive_later(Close(code, reason))
            self._end(Close(code, reason))

    async def ping(self) -> None:
        """Measure nothing anew: see `latency`."""

    async def drain(self) -> None:
        """It never fills up."""

    # As a transport

    def write(self, data: bytes) -> None:
        """Send the frames of websockets in some bytes."""
        for frame in _payloads(data):
            self.put(frame)

    def is_closing(self) -> bool:
        return self._closed is not None

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        if self._closed is None:
            self.other._receive_later(None)
            self._end(None)

    # As a wire

    def put(self, frame: bytes) -> None:
        if self._closed is None:
            self._tap(frame)
            self.other._receive_later(frame)

    def break_(self) -> None:
        """Lose what is on the way to both ends, which notice it sometime."""
        for end in (self, self.other):
            end._on_the_way.clear()
            end._on_the_way.append(None)
            delay = end._chance.uniform(0, _SLOWEST_NOTICE) if end._chance.random() < 0.5 else 0.001
            asyncio.get_running_loop().call_later(delay, end._arrive)

    def vanish(self) -> None:
        """The machine at this end is gone, and what it had sent but just now is lost."""
        self._end(None)
        self.other._receive_later(None)

    def _receive_later(self, item: bytes | Close | None) -> None:
        if self._on_the_way and self._on_the_way[-1] is None:
            return
        loop = asyncio.get_running_loop()
        self._on_the_way.append(item)
        self._last = max(self._last, loop.time() + self._chance.expovariate(200))
        loop.call_at(self._last, self._arrive)

    def _arrive(self) -> None:
        if self._on_the_way:
            item = self._on_the_way.popleft()
            if isinstance(item, bytes):
                if self._closed is None:
                    self._arrived.append(item)
                    self._more.set()
            else:
                self._end(item)

    def _end(self, close: Close | None) -> None:
        self.protocol.state = State.CLOSED
        self._closed = self._closed or ConnectionClosedError(close, None)
        self._more.set()


def wire(
    chance: Random, to_server: Callable[[bytes], None], to_client: Callable[[bytes], None]
) -> tuple[End, End]:
    """A device's end and a node's; the taps see what is sent."""
    device, node = End(chance, to_server), End(chance, to_client)
    device.other, node.other = node, device
    return device, node


def _payloads(data: bytes) -> list[bytes]:
    """The payloads of unmasked, unfragmented binary frames (RFC 6455, 5.2)."""
    frames, at = [], 0
    while at < len(data):
        length, start = data[at + 1], at + 2
        if length == 126:
            length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
        elif length == 127:
            length, start = int.from_bytes(data[start : start + 8], "big"), start + 8
        frames.append(data[start : start + length])
        at = start + length
    return frames
