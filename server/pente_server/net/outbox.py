"""What goes out to a peer: the frames of one turn of the event loop leave in one write.

A mover is sent two frames in a turn, the event and the reply, and a bot in many games may get dozens. Each
write is a system call, which costs about as much as all that leads to the frame.
"""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from struct import pack
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from pente_server.limits.limits import OUTBOX_BYTES, WRITE_HIGH

_BINARY: Final = 0x82


class Outbox:
    """Mutable. It writes to the transport itself: websockets' `send` waits for peers that do not read.

    That is sound as long as nothing else sends messages on the connection, and no extension was agreed on.
    """

    __slots__ = ("_call_soon", "_connection", "_overflow", "_packets", "_size")

    def __init__(self, connection: ServerConnection, overflow: Callable[[], None]) -> None:
        """``overflow`` is called when the peer has left too much unread."""
        self._connection = connection
        self._overflow = overflow
        self._call_soon = asyncio.get_running_loop().call_soon
        self._packets: list[bytes] = []
        self._size = 0

    def put(self, frame: bytes) -> None:
        """Send a binary frame; never waits and never fails."""
        packet = _packet(frame)
        if not self._packets:
            self._call_soon(self.flush)
        self._packets.append(packet)
        self._size += len(packet)
        if self._size > WRITE_HIGH:  # a session that never waits gets no turn to end
            self.flush()

    def end(self) -> None:
        """Let go of whom it would tell of an overflow, who has it too; nothing may be put in any more."""
        self.flush()
        self._overflow = _nobody_left

    def flush(self) -> None:
        """Write what there is; nothing is sent any more on a connection that is being closed."""
        if not self._packets:
            return
        data = b"".join(self._packets)
        self._packets.clear()
        self._size = 0
        transport = self._connection.transport
        if self._connection.protocol.state is State.OPEN and not transport.is_closing():
            transport.write(data)
            if transport.get_write_buffer_size() > OUTBOX_BYTES:
                self._overflow()


def _nobody_left() -> None:
    """The peer has gone."""


@lru_cache(maxsize=8)
def _packet(frame: bytes) -> bytes:
    """A frame with its header (RFC 6455, 5.2: final, binary, not masked), made once for all who get it."""
    length = len(frame)
    if length < 126:
        return pack("!BB", _BINARY, length) + frame
    if length < 65_536:
        return pack("!BBH", _BINARY, 126, length) + frame
    return pack("!BBQ", _BINARY, 127, length) + frame
