"""Join codes in Redis or Valkey: a code in a partition of its own, and beside its room which one it has."""

from typing import Any

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode
from pente_server.store.redis.wire.server import RedisServer


class RedisCodes:
    """A `CodeStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client

    async def claim(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode | None:
        key = self._keys.code(room)
        found: bytes | None = await self._server.ask(lambda: self._redis.get(key))
        own = code if found is None else JoinCode(found.decode())
        if not await self._hold(own, room, kept):
            own = code
            if not await self._hold(own, room, kept):
                await self._server.confirm()
                return None
        # Last, so that a code of a room is always held for it. Two nodes that claim codes for a room at the
        # same moment may get one each; both lead to the room, and it keeps one of them.
        await self._server.ask(lambda: self._redis.set(key, own, px=kept))
        await self._server.confirm()
        return own

    async def _hold(self, code: JoinCode, room: RoomId, kept: Millis) -> bool:
        """Keep a code for a room; False, with nothing changed, when another room has it."""
        key = self._keys.room_of_code(code)

        def take(pipeline: Any) -> None:
            pipeline.set(key, room, px=kept, nx=True)
            pipeline.get(key)

        _, holder = await self._server.ask_all(take, at_once=True)
        if holder is None or holder.decode() != room:
            return False
        await self._server.ask(lambda: self._redis.pexpire(key, kept))
        return True

    async def room(self, code: JoinCode) -> RoomId | None:
        room: bytes | None = await self._server.ask(lambda: self._redis.get(self._keys.room_of_code(code)))
        if room is None:
            await self._server.confirm()
            return None
        return RoomId(room.decode())
