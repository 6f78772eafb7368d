"""Connections between devices and nodes: frames in order, late, until it breaks or somebody closes it.

To a `Link` its end looks like a connection of websockets, and to a `Session` like one of the server.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from pente_protocol.forms import MSGPACK
from pente_protocol.version import SUBPROTOCOL
from pente_server.net.connection_ports import Receiver
from tests.chaos.simulation.runtime.host import Host
from tests.support.accounts.sign_in import NONCE

_SLOWEST_NOTICE: Final = 2.0
"""Seconds until an end notices that its connection is broken."""


class End:
    """One end of a wire. Mutable."""

    def __init__(self, chance: Random, tap: Callable[[bytes], None]) -> None:
        """``tap`` sees every frame that leaves here."""
        self.other: End
        self._chance = chance
        self._tap = tap
        self._on_the_way: deque[bytes | Close | None] = deque()
        """To here; None: it is broken."""
        self._is_over = False
        self._last = 0.0

    def put(self, frame: bytes) -> None:
        if not self._is_over:
            self._tap(frame)
            self.other._receive_later(frame)

    def abort(self) -> None:
        self._close(None)

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

    def _close(self, close: Close | None) -> None:
        if not self._is_over:
            self.other._receive_later(close)
            self._end(close)

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
            if not isinstance(item, bytes):
                self._end(item)
            elif not self._is_over:
                self._take(item)

    def _end(self, close: Close | None) -> None:
        if not self._is_over:
            self._is_over = True
            self._ended(close)

    def _take(self, frame: bytes) -> None:
        raise NotImplementedError

    def _ended(self, close: Close | None) -> None:
        raise NotImplementedError


class DeviceEnd(End):
    """The end of a client. Mutable; it is its own transport."""

    subprotocol = SUBPROTOCOL

    def __init__(self, chance: Random, tap: Callable[[bytes], None]) -> None:
        super().__init__(chance, tap)
        self.transport = self
        self._arrived: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._closed: Close | None = None

    async def recv(self) -> bytes:
        while not self._arrived:
            self._check_open()
            self._more.clear()
            await self._more.wait()
        return self._arrived.popleft()

    async def send(self, frame: bytes) -> None:
        self._check_open()
        self.put(frame)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self._close(Close(code, reason))

    def _check_open(self) -> None:
        if self._is_over:
            raise ConnectionClosedError(self._closed, None)

    def _take(self, frame: bytes) -> None:
        self._arrived.append(frame)
        self._more.set()

    def _ended(self, close: Close | None) -> None:
        self._closed = close
        self._more.set()


class NodeEnd(End):
    """The end of a server, which hands on what comes. Mutable."""

    form = MSGPACK
    is_writable = True
    is_from_here = True
    nonce, own_address = NONCE, ""

    def __init__(self, chance: Random, tap: Callable[[bytes], None]) -> None:
        super().__init__(chance, tap)
        self.latency = chance.expovariate(100)
        self._host: Host
        self._session: Receiver
        self._is_paused = False
        self._waiting: deque[bytes] = deque()

    def attach(self, host: Host, session: Receiver) -> None:
        """Hand everything to a session on a host from now on."""
        self._host, self._session = host, session

    def write(self, data: bytes) -> int:
        """Send the frames of websockets in some bytes."""
        for frame in _payloads(data):
            self.put(frame)
        return 0

    def ping(self) -> None:
        """Measure nothing anew: see `latency`."""

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        while self._waiting and not self._is_paused:
            self._take(self._waiting.popleft())

    def close(self, code: int, reason: str) -> None:
        self._close(Close(code, reason))

    def _take(self, frame: bytes) -> None:
        if self._is_paused:
            self._waiting.append(frame)
        else:
            self._host.call(self._session.receive, frame)

    def _ended(self, close: Close | None) -> None:
        asyncio.get_running_loop().call_soon(self._host.call, self._session.lost, None)


def wire(
    chance: Random, to_server: Callable[[bytes], None], to_client: Callable[[bytes], None]
) -> tuple[DeviceEnd, NodeEnd]:
    """A device's end and a node's; the taps see what is sent."""
    device, node = DeviceEnd(chance, to_server), NodeEnd(chance, to_client)
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
