"""The outgoing frames of a connection, collected for one turn of the event loop and sent in one write.

A player who moves gets two frames in a turn, the event and the reply, and a bot in many games may get dozens.
Each write is a system call, which costs about as much as everything that leads to the frame.
"""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from struct import pack
from typing import Final, Protocol

from pente_server.limits.limits import OUTBOX_BYTES, WRITE_HIGH

_BINARY: Final = 0x82


class FrameWriter(Protocol):
    """What takes the frames of an outbox: a connection."""

    def write(self, frames: bytes) -> int:
        """Write whole frames of messages; returns the bytes that the system has not taken yet.

        They are discarded if the connection is not open.
        """
        ...


class Outbox:
    """The queue of frames to one peer. Mutable.

    It makes the frames itself, once for all peers of a room. This is correct only while nothing else sends
    messages on the connection, and no WebSocket extension is in use.
    """

    __slots__ = ("_call_soon", "_connection", "_overflow", "_packets", "_size")

    def __init__(self, connection: FrameWriter, overflow: Callable[[], None]) -> None:
        """``overflow`` is called when more than OUTBOX_BYTES are unread."""
        self._connection = connection
        self._overflow = overflow
        self._call_soon = asyncio.get_running_loop().call_soon
        self._packets: list[bytes] = []
        self._size = 0

    def put(self, frame: bytes) -> None:
        """Queue a binary message for the end of this turn; never waits and never fails."""
        packet = _packet(frame)
        if not self._packets:
            self._call_soon(self.flush)
        self._packets.append(packet)
        self._size += len(packet)
        if self._size > WRITE_HIGH:  # a long task may queue a lot before the turn ends
            self.flush()

    def end(self) -> None:
        """Write what is queued, and drop the callback; nothing may be put in afterwards.

        The callback belongs to the session, which holds the outbox: a cycle that only the garbage collector
        would free.
        """
        self.flush()
        self._overflow = _ignore

    def flush(self) -> None:
        """Write what is queued, or discard it if the connection is closing."""
        if not self._packets:
            return
        data = b"".join(self._packets)
        self._packets.clear()
        self._size = 0
        if self._connection.write(data) > OUTBOX_BYTES:
            self._overflow()


def _ignore() -> None:
    """Ignore an overflow after the end of the session."""


@lru_cache(maxsize=8)
def _packet(frame: bytes) -> bytes:
    """A message with its frame header (RFC 6455, 5.2: final, binary, not masked).

    Cached, because an event goes to all players and viewers of a room one after the other.
    """
    length = len(frame)
    if length < 126:
        return pack("!BB", _BINARY, length) + frame
    if length < 65_536:
        return pack("!BBH", _BINARY, 126, length) + frame
    return pack("!BBQ", _BINARY, 127, length) + frame
