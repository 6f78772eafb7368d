"""Friends in Redis or Valkey: a set beside the account, which expires and goes with it."""

from pente_core.identity import PlayerId
from pente_server.store.people.friend_store import MOST_FRIENDS
from pente_server.store.redis.wire.server import RedisServer


class RedisFriends:
    """A `FriendStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client
        self._add = server.script("people/befriend.lua")

    async def add(self, player: PlayerId, friend: PlayerId) -> bool:
        names = [self._keys.friends(player), self._keys.player(player)]
        is_added = await self._server.ask(lambda: self._add(keys=names, args=[friend, MOST_FRIENDS]))
        await self._server.confirm()
        return bool(is_added)

    async def remove(self, player: PlayerId, friend: PlayerId) -> None:
        await self._server.ask(lambda: self._redis.srem(self._keys.friends(player), friend))
        await self._server.confirm()

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        (found,) = await self._server.read(("SMEMBERS", self._keys.friends(player)))
        return frozenset(PlayerId(friend.decode()) for friend in found)
