"""The outgoing frames of a connection, collected for one turn of the event loop and sent in one write.

A player who moves gets two frames in a turn, the event and the reply, and a bot in many games may get dozens.
Each write is a system call, which costs about as much as everything that leads to the frame.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from pente_server.limits.limits import OUTBOX_BYTES, WRITE_HIGH


class FrameWriter(Protocol):
    """What takes the frames of an outbox: a connection."""

    def write(self, frames: bytes) -> int:
        """Write whole frames of messages; returns the bytes that the system has not taken yet.

        They are discarded if the connection is not open.
        """
        ...


class Outbox:
    """The queue of frames to one peer. Mutable.

    The frames are made once for all peers of a room, by `pente_server.live.listening.frames`. This is correct
    only while nothing else sends messages on the connection, and no WebSocket extension is in use.
    """

    __slots__ = ("_call_soon", "_connection", "_overflow", "_packets", "_size", "_written")

    def __init__(self, connection: FrameWriter, overflow: Callable[[], None]) -> None:
        """``overflow`` is called when more than OUTBOX_BYTES are unread."""
        self._connection = connection
        self._overflow = overflow
        self._call_soon = asyncio.get_running_loop().call_soon
        self._packets: list[bytes] = []
        self._size = 0
        self._written = 0

    @property
    def queued(self) -> int:
        """The bytes of all frames so far."""
        return self._written + self._size

    def put(self, packet: bytes) -> None:
        """Queue the frame of a message for the end of this turn; never waits and never fails."""
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
        self._written += len(data)
        if self._connection.write(data) > OUTBOX_BYTES:
            self._overflow()


def _ignore() -> None:
    """Ignore an overflow after the end of the session."""
