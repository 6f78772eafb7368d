"""The lease of the house in Redis or Valkey, which let it expire by their own clock."""

from pente_core.clock.instant import Millis
from pente_server.store.house_store import LEASE_KEPT, Hold, LeaseHolder
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer

_RELEASE = Millis(0)


class RedisHouse:
    """A `HouseStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._lease = server.script("lease.lua")

    async def hold(self, holder: LeaseHolder) -> Hold:
        return Hold(await self._ask(holder, LEASE_KEPT))

    async def release(self, holder: LeaseHolder) -> None:
        _ = await self._ask(holder, _RELEASE)

    async def _ask(self, holder: LeaseHolder, kept: Millis) -> str:
        answer = await self._server.ask(lambda: self._lease(keys=[keys.HOUSE_LEASE], args=[holder, kept]))
        return str(answer.decode())
