"""News of commits, as a Redis server passes them on to all nodes that listen."""

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
"""Seconds without news after which the server is asked whether it is still there."""

_log = logging.getLogger(__name__)


class CommitFeed:
    """The channels of a database, and this node's name among those who use them."""

    def __init__(self, client: Any, *, counts_listeners: bool) -> None:
        """``counts_listeners``: whether the server knows everybody who listens to a channel."""
        self._client = client
        self.counts_listeners = counts_listeners
        self.origin = keys.origin(uuid4().hex)
        """Names this node. It listens to that itself, as long as it listens at all."""
        database = client.connection_pool.connection_kwargs.get("db", 0)
        self._channels = {tag: keys.wakeups(tag, database) for tag in keys.ALL_TAGS}

    def channel(self, room: RoomId) -> str:
        """Where commits of a room are told."""
        return self._channels[keys.tag(room)]

    async def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        """What other nodes commit; it reconnects by itself (see `Store.wakeups`)."""
        last = self._channels[keys.ALL_TAGS[-1]].encode()
        pause = FIRST_PAUSE
        while True:
            subscription = self._client.pubsub()
            try:
                await subscription.subscribe(self.origin, *self._channels.values())
                while True:
                    message = await _next(subscription)
                    # The subscription holds from its last confirmation on, which comes again after a new one
                    # that redis-py makes by itself.
                    if message["type"] == "subscribe" and message["channel"] == last:
                        pause = FIRST_PAUSE
                        yield Wakeup(None)
                    elif message["type"] == "message" and (news := self._read(message["data"])) is not None:
                        yield news
            except UNANSWERED:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                with suppress(*UNANSWERED):
                    await subscription.aclose()

    def _read(self, payload: bytes) -> Wakeup | None:
        """What was published; None for what comes from here, or is not ours at all."""
        try:
            origin, room, first, summary, is_over, events = msgpack.unpackb(payload, raw=True)
            if origin == self.origin.encode():
                return None
            return Wakeup(RoomId(room.decode()), first, tuple(events), summary or None, is_over)
        except (ValueError, TypeError, AttributeError, msgpack.UnpackException):
            _log.warning("somebody else publishes on the channels of this server")
            return None


async def _next(subscription: Any) -> dict[str, Any]:
    """The next message; raises a RedisError when the server has gone quiet.

    A connection to a frozen server stays open, so that silence is answered with a ping.
    """
    message = await subscription.get_message(timeout=QUIET)
    if message is None:
        await subscription.ping()
        message = await subscription.get_message(timeout=QUIET)
    if message is None:
        raise RedisError("no answer to a ping")
    return cast(dict[str, Any], message)
