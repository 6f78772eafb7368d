"""Presence in Redis or Valkey."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from pente_server.store.presence_store import PAGE_KEPT, NodeName, PresencePages
from pente_server.store.redis import keys
from pente_server.store.redis.server import RedisServer


class RedisPresence:
    """A `PresenceStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._renew = server.script("presence.lua")

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        names = [keys.PRESENCE_RENEWALS, keys.PRESENCE_EDITIONS, keys.presence(node)]
        arguments = [node, PAGE_KEPT, *chain.from_iterable(changes.items())]
        is_new, editions = await self._server.ask(lambda: self._renew(keys=names, args=arguments))
        all_editions = zip(editions[::2], editions[1::2], strict=True)
        others = {NodeName(name.decode()): int(edition) for name, edition in all_editions}
        others.pop(node, None)
        return PresencePages(bool(is_new), others)

    async def page(self, node: NodeName) -> Mapping[str, bytes]:
        fields = await self._server.ask(lambda: self._server.client.hgetall(keys.presence(node)))
        return {name.decode(): body for name, body in fields.items()}

    async def withdraw(self, node: NodeName) -> None:
        def drop(pipeline: Any) -> None:
            pipeline.zrem(keys.PRESENCE_RENEWALS, node)
            pipeline.hdel(keys.PRESENCE_EDITIONS, node)
            pipeline.delete(keys.presence(node))

        await self._server.ask_all(drop, at_once=True)
