"""Reviews in Redis or Valkey: each beside the log of its game, and the queue in a slot of its own."""

from pente_core.clock.instant import Instant, later
from pente_core.identity import PlayerId, RoomId
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer
from pente_server.store.reviews.review_store import (
    ATTENDED,
    LEASE,
    MOST_ASKED,
    MOST_OF_ORIGIN,
    MOST_QUEUED,
    MOST_TRIES,
)

_QUEUE = (keys.REVIEW_QUEUE, keys.QUEUED_REVIEWS)


class RedisReviews:
    """A `ReviewStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client
        self._ask = server.script("reviews/ask.lua")
        self._forget = server.script("reviews/forget.lua")
        self._take = server.script("reviews/take.lua")
        self._lease = server.script("reviews/extend.lua")
        self._put = server.script("reviews/put.lua")

    async def ask(self, game: RoomId, asker: PlayerId, now: Instant, origin: str = "") -> bool:
        arguments = [game, asker, origin, now, MOST_QUEUED, MOST_ASKED, MOST_OF_ORIGIN]
        is_there = bool(await self._server.ask(lambda: self._ask(keys=_QUEUE, args=arguments)))
        await self._server.confirm()
        return is_there

    async def forget(self, asker: PlayerId) -> None:
        await self._server.ask(lambda: self._forget(keys=[keys.QUEUED_REVIEWS], args=[asker]))
        await self._server.confirm()

    async def is_waiting(self, game: RoomId) -> bool:
        return bool(await self._server.ask(lambda: self._redis.hexists(keys.QUEUED_REVIEWS, game)))

    async def is_attended(self) -> bool:
        return bool(await self._server.ask(lambda: self._redis.exists(keys.REVIEWS_ATTENDED)))

    async def take(self, reviewer: PlayerId, now: Instant) -> RoomId | None:
        names = [*_QUEUE, keys.REVIEWS_ATTENDED]
        arguments = [reviewer, now, later(now, LEASE), MOST_TRIES, ATTENDED]
        game: bytes | None = await self._server.ask(lambda: self._take(keys=names, args=arguments))
        return None if game is None else RoomId(game.decode())

    async def extend(self, game: RoomId, reviewer: PlayerId, now: Instant) -> bool:
        return await self._change(game, reviewer, str(later(now, LEASE)))

    async def drop(self, game: RoomId, reviewer: PlayerId) -> bool:
        return await self._change(game, reviewer, "")

    async def _change(self, game: RoomId, reviewer: PlayerId, until: str) -> bool:
        names, arguments = [*_QUEUE, keys.REVIEWS_ATTENDED], [game, reviewer, until, ATTENDED]
        return bool(await self._server.ask(lambda: self._lease(keys=names, args=arguments)))

    async def put(self, game: RoomId, review: bytes) -> None:
        names = [self._keys.review(game), self._keys.log(game)]
        await self._server.ask(lambda: self._put(keys=names, args=[review]))
        await self._server.confirm()

    async def find(self, game: RoomId) -> bytes | None:
        (review,) = await self._server.read_each([("GET", self._keys.review(game))])
        found: bytes | None = review
        return found
