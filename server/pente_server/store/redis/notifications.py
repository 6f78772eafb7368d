"""Notifications in Redis or Valkey: the webhook's queue in a slot of its own, and turns in each partition."""

from collections.abc import Sequence
from typing import Any, Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId, RoomId
from pente_server.store.house_store import Hold, LeaseHolder
from pente_server.store.notification_store import MOST_WAITING, SENDER_KEPT, AwaitedTurn, awaited_turn
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer, table

NOTIFY: Final = "notify"
"""The field of an account whose player wants to be notified; its value is ``1``."""


class RedisWebhook:
    """A `WebhookStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
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

    async def is_first(self, player: PlayerId, within: Millis) -> bool:
        key = keys.webhook_waited(player)
        return bool(await self._server.ask(lambda: self._redis.set(key, b"1", nx=True, px=within)))

    async def _ask(self, node: LeaseHolder, kept: Millis) -> Hold:
        answer = await self._server.ask(lambda: self._lease(keys=[keys.WEBHOOK_LEASE], args=[node, kept]))
        return Hold(answer.decode())


class RedisTurns:
    """A `TurnStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._choose = server.script("accounts/notify.lua")
        self._settle = server.script("settle_turn.lua")

    async def choose(self, player: PlayerId, *, notify: bool) -> bool:
        names, values = [self._keys.player(player)], [NOTIFY, "1" if notify else ""]
        is_done = bool(await self._server.ask(lambda: self._choose(keys=names, args=values)))
        await self._server.confirm()
        return is_done

    async def begun(self) -> Sequence[AwaitedTurn]:
        answers = await self._server.read_each([("HGETALL", keys.turns(tag)) for tag in self._keys.tags])
        kept = (
            awaited_turn(RoomId(room.decode(errors="replace")), value)
            for answer in answers
            for room, value in table(answer).items()
        )
        return [turn for turn in kept if turn is not None]

    async def settled(self, turn: AwaitedTurn) -> None:
        names = [keys.turns(self._keys.tag(turn.room))]
        await self._server.ask(lambda: self._settle(keys=names, args=[turn.room, turn.value]))
