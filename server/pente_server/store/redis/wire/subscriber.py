"""A connection that is subscribed to channels, which may be added and removed at any time.

Used in place of redis-py's `PubSub`, which resubscribes silently after it has lost its connection, sends each
change of the channels by itself, and sets a timer for each message. redis-py still makes the connection, with
all options that a URL may contain.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any, Final

from redis.exceptions import RedisError

from pente_server.store.redis.wire.pipeline import packed

QUIET: Final = 1.0
"""Seconds between two pings, as a connection to a frozen server stays open. One that brings nothing for so
long, not even the answer to a ping, is given up.
"""

_FAILURES: Final = (RedisError, OSError, TimeoutError, RuntimeError)
"""What sending raises without a connection. uvloop raises RuntimeError when it writes to a closed one."""

OnMessage = Callable[[bytes, bytes], None]
"""Called with the channel and the payload of each message."""


class Subscriber:
    """A set of channels, and the connection that is subscribed to them. Mutable.

    Changes of one turn of the event loop are sent together. Each batch ends with a ping that has its number:
    the server answers in order, so that the answer confirms the whole batch.
    """

    def __init__(self, make_connection: Callable[[], Any], *channels: str) -> None:
        """``make_connection`` makes a `redis.asyncio.Connection` (RESP2) with no other user.

        ``channels``: at least one, which is always there.
        """
        self._make_connection = make_connection
        self._wanted = dict.fromkeys(channels)
        self._changed: dict[str, None] = {}
        """The channels that were added or removed since the last batch."""
        self._has_changed = asyncio.Event()
        self._sent = 0
        """The number of the last batch."""
        self._waiting: dict[asyncio.Future[None], int] = {}
        """Those who wait for a confirmation, each with the number of their batch."""
        self._has_heard = False
        """Whether anything was received lately."""

    def __len__(self) -> int:
        """The number of channels."""
        return len(self._wanted)

    async def subscribe(self, *channels: str) -> None:
        """Add channels; return when they are confirmed. They are removed again after an exception.

        Waits for a connection, so call it with a timeout. The server adds all of them in one step, also after
        a reconnection.
        """
        self._wanted.update(dict.fromkeys(channels))
        self._change(channels)
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[confirmed] = self._sent + 1
        try:
            await confirmed
        except BaseException:
            self.unsubscribe(*channels)
            raise
        finally:
            del self._waiting[confirmed]

    def unsubscribe(self, *channels: str) -> None:
        """Remove channels; those that are not there are ignored."""
        known = [channel for channel in channels if channel in self._wanted]
        for channel in known:
            del self._wanted[channel]
        self._change(known)

    def _change(self, channels: "list[str] | tuple[str, ...]") -> None:
        if channels:
            self._changed.update(dict.fromkeys(channels))
            self._has_changed.set()

    async def listen(self, on_message: OnMessage, on_connected: Callable[[], None]) -> None:
        """Connect, and pass on all messages until the connection fails.

        ``on_connected`` is called when all channels are confirmed: whatever is published later is passed on.
        Raises RedisError, OSError or TimeoutError.
        """
        connection = self._make_connection()
        connection.socket_timeout = None  # else redis-py starts a task for each write
        async with asyncio.timeout(2 * QUIET):
            await connection.connect()
        self._changed, self._has_heard = dict(self._wanted), True
        first, is_confirmed = self._sent + 1, False
        sending = asyncio.create_task(self._send(connection))
        try:
            while True:
                kind, channel, *payload = await connection.read_response(timeout=inf)
                self._has_heard = True
                if kind == b"message" and is_confirmed:
                    on_message(channel, payload[0])
                elif kind == b"pong":
                    self._confirm(int(channel))
                    if int(channel) == first:
                        is_confirmed = True
                        on_connected()
        finally:
            sending.cancel()
            await connection.disconnect(nowait=True)
            await asyncio.wait({sending})

    async def _send(self, connection: Any) -> None:
        """Send batches until the connection fails; the reader of the connection notices that too."""
        loop = asyncio.get_running_loop()
        check_at = loop.time() + QUIET
        with suppress(*_FAILURES):
            while connection.is_connected:  # else redis-py would connect anew, without the channels
                await connection.send_packed_command(self._batch(), check_health=False)
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(check_at):
                        await self._has_changed.wait()
                if loop.time() >= check_at:
                    if not self._has_heard:
                        break
                    self._has_heard = False
                    check_at = loop.time() + QUIET
        await connection.disconnect(nowait=True)

    def _batch(self) -> list[bytes]:
        """The commands for what has changed, and a ping."""
        changed, self._changed = self._changed, {}
        self._has_changed.clear()
        self._sent += 1
        gone = [channel for channel in changed if channel not in self._wanted]
        new = [channel for channel in changed if channel in self._wanted]
        commands = [packed("UNSUBSCRIBE", *gone)] if gone else []
        commands += [packed("SUBSCRIBE", *new)] if new else []
        return [*commands, packed("PING", self._sent)]

    def _confirm(self, number: int) -> None:
        """Notify those whose batch is confirmed by the answer to a ping with this number."""
        for waiting, batch in self._waiting.items():
            if batch <= number and not waiting.done():
                waiting.set_result(None)
