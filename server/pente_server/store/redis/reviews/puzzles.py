"""Puzzles from the server's own games in Redis or Valkey: one hash, as there are few."""

from collections.abc import Iterable, Iterator, Sequence

from pente_core.clock.instant import Instant
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer
from pente_server.store.reviews.puzzle_store import MOST_PUZZLES, StoredPuzzle


class RedisPuzzles:
    """A `PuzzleStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._redis = server.client
        self._put = server.script("reviews/put_puzzle.lua")

    async def put(self, key: str, puzzle: bytes, now: Instant) -> bool:
        arguments = [key, bytes(StoredPuzzle(now, puzzle)), MOST_PUZZLES]
        is_new = bool(await self._server.ask(lambda: self._put(keys=[keys.PUZZLES], args=arguments)))
        await self._server.confirm()
        return is_new

    async def newest(self) -> Sequence[StoredPuzzle]:
        found: dict[bytes, bytes] = await self._server.ask(lambda: self._redis.hgetall(keys.PUZZLES))
        in_order = sorted(_readable(found.items()), key=lambda each: (-each[1].at, each[0]))
        return [stored for _, stored in in_order]


def _readable(found: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, StoredPuzzle]]:
    """All but damaged ones, which `pente admin check` finds."""
    for key, body in found:
        try:
            yield key, StoredPuzzle.parse(body)
        except ValueError:
            continue
