"""Notifications of other nodes' commits, over Redis pub/sub.

Every node subscribes to the channel of the lobby, and to the channel of each room that has listeners there.
A commit is published where another node listens (`commit.lua`), so that a move costs all others nothing.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Any, Final
from uuid import uuid4

import msgpack
from redis.exceptions import ResponseError

from pente_core.identity import RoomId
from pente_protocol.messages.checkpoint import Mark
from pente_server.store.interface import LobbyWakeup, LostWakeups, RoomWakeup, Wakeup
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.explain import UNANSWERED, unavailable
from pente_server.store.redis.wire.server import FIRST_PAUSE, GIVE_UP_AFTER, LONGEST_PAUSE
from pente_server.store.redis.wire.subscriber import Subscriber

MOST_WAITING: Final = 10_000
"""Wake-ups that may wait to be handled. With more all are dropped, and count as lost."""

_log = logging.getLogger(__name__)


class CommitFeed:
    """The channels of a database to which this node is subscribed. Mutable."""

    def __init__(self, client: Any, *, counts_listeners: bool) -> None:
        """``counts_listeners``: whether the server can count all subscribers of a channel."""
        self.counts_listeners = counts_listeners
        self._node = uuid4().hex
        self.origin = keys.origin(self._node)
        """The channel that identifies this node, subscribed to by the node itself while it listens at all.

        Its subscribers are counted to find out whether the node is connected (``beat.lua``), and whether
        any other node listens (``commit.lua``).
        """
        self._database = client.connection_pool.connection_kwargs.get("db", 0)
        self._lobby = keys.lobby(self._database)
        self._subscriber = Subscriber(client.connection_pool.make_connection, self.origin, self._lobby)
        self._problem: BaseException = TimeoutError()
        """Why there is no connection."""

    def __len__(self) -> int:
        """The number of rooms that this node is subscribed to."""
        return (len(self._subscriber) - 2) // 2

    def destination(self, room: RoomId) -> tuple[str | int, ...]:
        """What ``commit.lua`` needs to publish a commit to a room: its arguments from the ninth on."""
        channel, _ = self._channels(room)
        return self._node, int(self.counts_listeners), channel, self._lobby, self.origin

    def _channels(self, room: RoomId) -> tuple[str, str]:
        """The channel of a room, and this node's own for it, which is like ``origin`` for the room."""
        channel = keys.room_news(room, self._database)
        return channel, f"{channel}:{self._node}"

    async def subscribe(self, room: RoomId) -> None:
        """Include a room in `wakeups`, see `Store.subscribe`. Raises StoreUnavailable."""
        try:
            async with asyncio.timeout(GIVE_UP_AFTER):
                await self._subscriber.subscribe(*self._channels(room))
        except TimeoutError:
            raise unavailable(self._problem) from None

    def unsubscribe(self, room: RoomId) -> None:
        """Exclude a room from `wakeups`."""
        self._subscriber.unsubscribe(*self._channels(room))

    async def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        """Commits of other nodes. Reconnects by itself (see `Store.wakeups`)."""
        # Read by a task of its own: a room may be locked until `subscribe` returns, which needs this task,
        # while a wake-up for that room is being handled.
        arrived: asyncio.Queue[Wakeup | None] = asyncio.Queue()
        reading = asyncio.create_task(self._read_into(arrived))
        reading.add_done_callback(lambda _: arrived.put_nowait(None))
        try:
            while (wakeup := await arrived.get()) is not None:
                yield wakeup
            await reading  # raises the bug that has ended it
        finally:
            while not reading.done():  # redis-py swallows some cancellations while it connects
                reading.cancel()
                await asyncio.wait({reading}, timeout=0.1)

    async def _read_into(self, arrived: "asyncio.Queue[Wakeup | None]") -> None:
        """Add all wake-ups to a queue, until cancelled."""
        pause = FIRST_PAUSE

        def on_connected() -> None:
            nonlocal pause
            pause, self._problem = FIRST_PAUSE, TimeoutError()
            _add(arrived, LostWakeups())

        def on_message(channel: bytes, payload: bytes) -> None:
            if (wakeup := self._decoded(channel, payload)) is not None:
                _add(arrived, wakeup)

        while True:
            try:
                await self._subscriber.listen(on_message, on_connected)
            except UNANSWERED as error:
                self._note(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _note(self, problem: BaseException) -> None:
        """Remember why there is no connection, and log once what the heartbeat does not notice."""
        if isinstance(problem, ResponseError) and str(problem) != str(self._problem):
            _log.error("other servers' moves can't be shown, nor rooms opened: %s", unavailable(problem))
        self._problem = problem

    def _decoded(self, channel: bytes, payload: bytes) -> Wakeup | None:
        """Decode a published commit; None for this node's own, and for anything else on the channel."""
        try:
            origin, room, version, content = msgpack.unpackb(payload, raw=True)
            node, _, mark = origin.decode().partition(":")
            if node == self._node:
                return None
            room_id = RoomId(room.decode())
            if channel == self._lobby.encode():
                return LobbyWakeup(room_id, version, content or None)
            return RoomWakeup(room_id, version, tuple(content), Mark(mark))
        except (ValueError, TypeError, AttributeError, msgpack.UnpackException):
            _log.warning("ignored a malformed message: another program publishes on this server's channels")
            return None


def _add(queue: "asyncio.Queue[Wakeup | None]", wakeup: Wakeup) -> None:
    """Add a wake-up to a queue, or replace everything in one that is too long."""
    if queue.qsize() >= MOST_WAITING:
        while not queue.empty():
            queue.get_nowait()
        wakeup = LostWakeups()
    queue.put_nowait(wakeup)
