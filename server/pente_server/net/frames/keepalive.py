"""Pings that keep a connection open, find out when its peer is gone, and measure the round-trip time."""

import asyncio
from collections.abc import Callable
from typing import Final

PING_EVERY: Final = 15.0
"""Seconds between two pings, and within which each must be answered."""


class Keepalive:
    """The pings of one connection. Mutable.

    A peer that answers a ping before it has come only makes its own round-trip time shorter.
    """

    __slots__ = ("_count", "_fail", "_loop", "_send", "_sent_at", "_timer", "round_trip")

    def __init__(self, send: Callable[[bytes], None], fail: Callable[[], None]) -> None:
        """``send`` sends a ping with a payload; ``fail`` is called when one was not answered in time.

        Starts at once; `stop` must be called at the end.
        """
        self._send = send
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._count = 0
        self._sent_at: float | None = None
        self.round_trip = 0.0
        """Seconds from the last answered ping to its answer; 0 before the first."""
        self._timer = self._loop.call_later(PING_EVERY, self._tick)

    def ping(self) -> None:
        """Send a ping now; the next one follows after the usual time."""
        self._timer.cancel()
        self._timer = self._loop.call_later(PING_EVERY, self._tick)
        self._count += 1
        self._sent_at = self._loop.time()
        self._send(self._payload())

    def answered(self, payload: bytes) -> None:
        """Take a pong. One that answers no ping, or an earlier one, means nothing."""
        if self._sent_at is not None and payload == self._payload():
            self.round_trip = self._loop.time() - self._sent_at
            self._sent_at = None

    def stop(self) -> None:
        """Send no more pings, and drop the callbacks: they belong to the connection, which holds this."""
        self._timer.cancel()
        self._send, self._fail = _ignore, _nothing

    def _tick(self) -> None:
        if self._sent_at is None:
            self.ping()
        else:
            self._fail()

    def _payload(self) -> bytes:
        return self._count.to_bytes(4)


def _ignore(_: bytes) -> None:
    """Send nothing."""


def _nothing() -> None:
    """Do nothing."""
