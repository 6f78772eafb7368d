"""Sequels that may not be open yet, in Redis or Valkey.

``commit.lua`` adds to the queue in the partition of the room that names the sequel, as one script can write
to one partition only. The sequel's id is drawn from those of the same partition, so that one look finds the
room of any id.
"""

import secrets
from collections.abc import Sequence

from pente_core.identity import RoomId
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer, table
from pente_server.store.sequel_store import NamedSequel


class RedisSequels:
    """A `SequelStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._redis = server.client
        self._server = server
        self._keys = server.keys

    def draw(self, room: RoomId) -> RoomId:
        tag = self._keys.tag(room)
        while True:  # one id in as many fits as there are partitions: some 40 microseconds with 64
            drawn = RoomId(secrets.token_hex(8))
            if self._keys.tag(drawn) == tag:
                return drawn

    async def predecessor(self, sequel: RoomId) -> RoomId | None:
        room: bytes | None = await self._server.ask(
            lambda: self._redis.hget(keys.sequels(self._keys.tag(sequel)), sequel)
        )
        return None if room is None else RoomId(room.decode())

    async def unopened(self) -> Sequence[NamedSequel]:
        answers = await self._server.read_each([("HGETALL", keys.sequels(tag)) for tag in self._keys.tags])
        return [
            NamedSequel(RoomId(room.decode()), RoomId(sequel.decode()))
            for answer in answers
            for sequel, room in table(answer).items()
        ]

    async def opened(self, named: NamedSequel) -> None:
        await self._server.ask(
            lambda: self._redis.hdel(keys.sequels(self._keys.tag(named.room)), named.sequel)
        )
