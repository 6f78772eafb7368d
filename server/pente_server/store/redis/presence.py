"""Presence in Redis or Valkey."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from pente_server.store.presence_store import CHANGES_KEPT, PAGE_KEPT, NodeName, PageChanges, PresencePages
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer


class RedisPresence:
    """A `PresenceStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._renew = server.script("presence.lua")
        self._changes = server.script("presence_changes.lua")

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        names = [keys.PRESENCE_RENEWALS, keys.PRESENCE_EDITIONS, keys.presence(node)]
        names.append(keys.presence_changes(node))
        arguments = [node, PAGE_KEPT, CHANGES_KEPT, *chain.from_iterable(changes.items())]
        is_new, editions = await self._server.ask(lambda: self._renew(keys=names, args=arguments))
        all_editions = zip(editions[::2], editions[1::2], strict=True)
        others = {NodeName(name.decode()): int(edition) for name, edition in all_editions}
        others.pop(node, None)
        return PresencePages(bool(is_new), others)

    async def page(self, node: NodeName, since: int = 0) -> PageChanges:
        names = [keys.PRESENCE_EDITIONS, keys.presence(node), keys.presence_changes(node)]
        edition, is_whole, flat = await self._server.ask(
            lambda: self._changes(keys=names, args=[node, since, CHANGES_KEPT])
        )
        fields = {name.decode(): body for name, body in zip(flat[::2], flat[1::2], strict=True)}
        return PageChanges(edition, bool(is_whole), fields)

    async def withdraw(self, node: NodeName) -> None:
        def drop(pipeline: Any) -> None:
            pipeline.zrem(keys.PRESENCE_RENEWALS, node)
            pipeline.hdel(keys.PRESENCE_EDITIONS, node)
            pipeline.delete(keys.presence(node), keys.presence_changes(node))

        await self._server.ask_all(drop, at_once=True)
