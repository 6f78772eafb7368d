"""Join codes in Redis or Valkey, in a slot of their own: a code is found before its room is known."""

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer


class RedisCodes:
    """A `CodeStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._redis = server.client
        self._claim = server.script("code.lua")

    async def claim(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode | None:
        own = await self._claimed(room, code, kept)
        if own not in ("", code):
            own = await self._claimed(room, own, kept)
        await self._server.confirm()
        return own or None

    async def _claimed(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode:
        names, values = [keys.code_of_room(room), keys.room_of_code(code)], [room, code, kept]
        answer: bytes = await self._server.ask(lambda: self._claim(keys=names, args=values))
        return JoinCode(answer.decode())

    async def room(self, code: JoinCode) -> RoomId | None:
        room: bytes | None = await self._server.ask(lambda: self._redis.get(keys.room_of_code(code)))
        if room is None:
            await self._server.confirm()
            return None
        return RoomId(room.decode())
