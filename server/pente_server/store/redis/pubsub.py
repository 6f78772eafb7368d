"""Notifications of other nodes' commits, over Redis pub/sub."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, Final, cast
from uuid import uuid4

import msgpack
from redis.exceptions import RedisError

from pente_core.identity import RoomId
from pente_server.store.interface import Wakeup
from pente_server.store.redis import keys
from pente_server.store.redis.server import FIRST_PAUSE, LONGEST_PAUSE, UNANSWERED

QUIET: Final = 1.0
"""Seconds without a message after which the server is pinged."""

_log = logging.getLogger(__name__)


class CommitFeed:
    """The commit channels of a database, and this node's origin on them."""

    def __init__(self, client: Any, *, counts_listeners: bool) -> None:
        """``counts_listeners``: whether the server can count all subscribers of a channel."""
        self._client = client
        self.counts_listeners = counts_listeners
        self.origin = keys.origin(uuid4().hex)
        """The channel that identifies this node, subscribed to by the node itself while it listens at all.

        Its subscribers are counted to find out whether the node is connected (``beat.lua``), and whether
        any other node listens (``commit.lua``).
        """
        database = client.connection_pool.connection_kwargs.get("db", 0)
        self._channels = {tag: keys.wakeups(tag, database) for tag in keys.ALL_TAGS}

    def channel(self, room: RoomId) -> str:
        """The channel on which commits to a room are published."""
        return self._channels[keys.tag(room)]

    async def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        """Commits of other nodes. Reconnects by itself (see `Store.wakeups`)."""
        last = self._channels[keys.ALL_TAGS[-1]].encode()
        pause = FIRST_PAUSE
        while True:
            subscription = self._client.pubsub()
            try:
                await subscription.subscribe(self.origin, *self._channels.values())
                while True:
                    message = await _next(subscription)
                    # Confirmations come in the order of subscribing: with the last one, all channels are
                    # subscribed. redis-py resubscribes silently after a reconnect, and only the repeated
                    # confirmation shows that messages may have been lost.
                    if message["type"] == "subscribe" and message["channel"] == last:
                        pause = FIRST_PAUSE
                        yield Wakeup(None)
                    elif message["type"] == "message" and (wakeup := self._read(message["data"])) is not None:
                        yield wakeup
            except UNANSWERED:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                with suppress(*UNANSWERED):
                    await subscription.aclose()

    def _read(self, payload: bytes) -> Wakeup | None:
        """Decode a published commit; None for this node's own, and for anything else on the channel."""
        try:
            origin, room, first, summary, is_over, events = msgpack.unpackb(payload, raw=True)
            if origin == self.origin.encode():
                return None
            return Wakeup(RoomId(room.decode()), first, tuple(events), summary or None, is_over)
        except (ValueError, TypeError, AttributeError, msgpack.UnpackException):
            _log.warning("ignored a malformed message: another program publishes on this server's channels")
            return None


async def _next(subscription: Any) -> dict[str, Any]:
    """The next message, including confirmations. Raises RedisError when the server does not answer a ping.

    A connection to a frozen server stays open, so silence must be probed.
    """
    message = await subscription.get_message(timeout=QUIET)
    if message is None:
        await subscription.ping()
        message = await subscription.get_message(timeout=QUIET)
    if message is None:
        raise RedisError("no answer to a ping")
    return cast(dict[str, Any], message)
