"""The queue of the webhook in Redis or Valkey, in a slot of its own."""

from typing import Any

from pente_core.clock.instant import Millis
from pente_server.store.house_store import Hold, LeaseHolder
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer
from pente_server.store.webhook_store import MOST_WAITING, SENDER_KEPT


class RedisWebhook:
    """A `WebhookStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._redis = server.client
        self._lease = server.script("lease.lua")

    async def push(self, notification: bytes) -> None:
        def add(pipeline: Any) -> None:
            pipeline.rpush(keys.WEBHOOK_QUEUE, notification)
            pipeline.ltrim(keys.WEBHOOK_QUEUE, -MOST_WAITING, -1)

        await self._server.ask_all(add, at_once=True)

    async def first(self) -> bytes | None:
        waiting: bytes | None = await self._server.ask(lambda: self._redis.lindex(keys.WEBHOOK_QUEUE, 0))
        return waiting

    async def remove(self, notification: bytes) -> None:
        await self._server.ask(lambda: self._redis.lrem(keys.WEBHOOK_QUEUE, 1, notification))

    async def hold(self, node: LeaseHolder) -> bool:
        return await self._ask(node, SENDER_KEPT) is not Hold.ELSEWHERE

    async def release(self, node: LeaseHolder) -> None:
        _ = await self._ask(node, Millis(0))

    async def _ask(self, node: LeaseHolder, kept: Millis) -> Hold:
        answer = await self._server.ask(lambda: self._lease(keys=[keys.WEBHOOK_LEASE], args=[node, kept]))
        return Hold(answer.decode())
