"""The archive in Redis or Valkey.

All lists are sorted sets whose scores are zero, so that their members sort as bytes. Positions share 65,536
lists and hashes, by the first two bytes of their keys: a few dozen entries under one key take several times
less memory than each of them under a key of its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.store.archive_store import (
    ArchivedGame,
    ArchiveList,
    ListKind,
    PositionKey,
    SortKey,
    sort_key,
)
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer

VISITS_AT_ONCE: Final = 256
"""How many positions of a game are filed per request, so that commits don't wait long behind it."""
UNFILED_AT_ONCE: Final = 5
"""How many unfiled games of each partition one call returns at most."""


class RedisArchive:
    """An `ArchiveStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._redis = server.client
        self._server = server
        self._keys = server.keys
        self._visit = server.script("visit.lua")

    async def unfiled(self, until: Instant) -> Sequence[RoomId]:
        span = ("-inf", until, "LIMIT", 0, UNFILED_AT_ONCE)
        tables = await self._server.read_each(
            [("ZRANGEBYSCORE", keys.unfiled(tag), *span) for tag in self._keys.tags]
        )
        return [RoomId(room.decode()) for rooms in tables for room in rooms or ()]

    async def postpone(self, room: RoomId, until: Instant) -> None:
        await self._server.ask(
            lambda: self._redis.zadd(keys.unfiled(self._keys.tag(room)), {room: until}, xx=True)
        )

    async def filed(self, room: RoomId) -> None:
        await self._server.ask(lambda: self._redis.zrem(keys.unfiled(self._keys.tag(room)), room))

    async def file(self, game: ArchivedGame) -> None:
        at = sort_key(game.end, game.room)
        await self._server.ask(lambda: self._redis.set(self._keys.game(game.room), game.entry))
        for start in range(0, len(game.visits), VISITS_AT_ONCE):
            await self._server.ask(lambda start=start: self._file_visits(game, at, start))  # type: ignore[misc]
        # Last, so that every listed game can also be found by its positions.
        await self._server.ask_all(lambda pipeline: self._list(pipeline, game, at))

    async def _file_visits(self, game: ArchivedGame, at: SortKey, start: int) -> None:
        async with self._server.pipeline() as pipeline:
            for visit in game.visits[start : start + VISITS_AT_ONCE]:
                await self._visit(
                    keys=[self._keys.games_at(visit.key), self._keys.played_at(visit.key)],
                    args=[visit.key + at, visit.tally and visit.key + visit.tally],
                    client=pipeline,
                )
            await pipeline.execute()

    async def places(
        self, shelf: ArchiveList, after: SortKey, before: SortKey, count: int
    ) -> Sequence[SortKey]:
        key, prefix = self._list_of(shelf)
        end = b"(" + prefix + before if before else _end_of(prefix)
        found: list[bytes] = await self._server.ask(
            lambda: self._redis.zrangebylex(key, b"(" + prefix + after, end, 0, count)
        )
        return [SortKey(member[len(prefix) :]) for member in found]

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        return (
            await self._server.read_each([("GET", self._keys.game(room)) for room in rooms]) if rooms else []
        )

    async def tallies(self, key: PositionKey) -> Mapping[bytes, int]:
        table: dict[bytes, bytes] = await self._server.ask(
            lambda: self._redis.hgetall(self._keys.played_at(key))
        )
        return {name[len(key) :]: int(count) for name, count in table.items() if name.startswith(key)}

    def _list(self, pipeline: Any, game: ArchivedGame, at: SortKey) -> None:
        """Add a game to the lists of its players, of all games and of its ruleset."""
        for_all = (keys.ALL_GAMES, self._keys.games_of_ruleset(game.ruleset)) if game.is_for_all else ()
        for key in (*for_all, *map(self._keys.games_of_player, game.players)):
            pipeline.zadd(key, {bytes(at): 0})

    def _list_of(self, shelf: ArchiveList) -> tuple[str, bytes]:
        """The sorted set that holds a list, and the prefix of the list's members in it."""
        match shelf.list:
            case ListKind.ALL:
                return keys.ALL_GAMES, b""
            case ListKind.PLAYER:
                return self._keys.games_of_player(shelf.name.decode()), b""
            case ListKind.RULESET:
                return self._keys.games_of_ruleset(shelf.name.decode()), b""
            case ListKind.POSITION:
                return self._keys.games_at(PositionKey(shelf.name)), shelf.name


def _end_of(prefix: bytes) -> bytes:
    r"""An exclusive upper bound for all members with a prefix.

    Only the six bytes of time in a sort key can be ``\xff``: the room id after them is UTF-8.
    """
    return b"(" + prefix + b"\xff" * 7
