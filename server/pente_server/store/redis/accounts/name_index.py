"""The skeletons of names that were taken before a store had any."""

from collections.abc import Sequence
from typing import Any

from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer


async def index_names(server: RedisServer) -> None:
    """Have every name in the store claim what looks like it, once for each store. Raises StoreUnavailable.

    Of old names that look alike the first one found has the skeleton; all players keep their names.
    """
    if await server.ask(lambda: server.client.exists(keys.NAMES_INDEXED)):
        return
    cursor = await _index_some(server, 0)
    while cursor:
        cursor = await _index_some(server, cursor)
    await server.ask(lambda: server.client.set(keys.NAMES_INDEXED, "1"))


async def _index_some(server: RedisServer, cursor: int) -> int:
    """Index the names that a scan finds next, and return its new cursor; 0 at the end."""
    pattern = "pente:{p*}:name:*"
    after, found = await server.ask(lambda: server.client.scan(cursor, match=pattern, count=1000))
    await _index(server, [key.decode() for key in found])
    return int(after)


async def _index(server: RedisServer, names: Sequence[str]) -> None:
    """Claim for some keys of names, as long as these are kept."""

    def claim(pipeline: Any) -> None:
        for key, owner, left in zip(names, answers[::2], answers[1::2], strict=True):
            if owner is not None:
                alike = server.keys.alike(key.partition(":name:")[2])
                pipeline.set(alike, owner, nx=True, px=left if left > 0 else None)

    if names:
        # A damaged key is None here, as if it had no owner.
        answers = await server.read_each([(word, key) for key in names for word in ("GET", "PTTL")])
        await server.ask_all(claim)
