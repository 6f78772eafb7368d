"""The identity of a server in Redis or Valkey: one string, so that it is there as a whole or not at all."""

from pente_server.store.errors import DamagedKey
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer
from pente_server.store.server_identity import (
    ServerIdentity,
    new_server_identity,
    parse_server_identity,
)


class RedisServerIdentity:
    """A `ServerIdentityStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._redis = server.client

    async def load(self, known: ServerIdentity | None = None) -> ServerIdentity:
        drawn = known or new_server_identity()
        await self._server.ask(lambda: self._redis.set(keys.SERVER_IDENTITY, drawn.encode(), nx=True))
        return await self.find() or await self.load()

    async def find(self) -> ServerIdentity | None:
        text: bytes | None = await self._server.ask(lambda: self._redis.get(keys.SERVER_IDENTITY))
        await self._server.confirm()
        try:
            return None if text is None else parse_server_identity(text.decode())
        except ValueError:
            raise DamagedKey(f"{keys.SERVER_IDENTITY} is no identity of a server") from None

    async def put(self, identity: ServerIdentity) -> None:
        await self._server.ask(lambda: self._redis.set(keys.SERVER_IDENTITY, identity.encode()))
