"""All that a store in Redis or Valkey keeps, looked through from outside of any game: for exports."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId
from pente_protocol.messages import RoomId
from pente_server.store.interface import Outage
from pente_server.store.redis import keys
from pente_server.store.redis.server import RedisServer

IMPORTED: Final = "imported"
"""The node that has served, as far as a store knows into which a server was imported."""
_PASSING: Final = ("pente:{pulse}", "pente:{here}", "pente:origin")
"""How the keys begin that a server without any data has, too."""


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room that is kept."""

    id: RoomId
    ended: Instant | None = None
    """None: it is live."""
    left: Millis | None = None
    """How long its log is kept from now on; None: for ever."""
    commands: tuple[tuple[str, int], ...] = ()
    """The command ids that it remembers, with the versions that they led to, ascending."""


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A name that is somebody's, case-folded."""

    name: str
    player: PlayerId
    left: Millis | None = None
    """For how long; None: for ever."""


@dataclass(frozen=True, slots=True)
class ServiceHistory:
    """Until when a server has served, and the outages before that which are still to be credited."""

    until: Instant | None = None
    outages: tuple[Outage, ...] = ()


class Inventory:
    """Its methods raise StoreUnavailable. What changes meanwhile may be seen before or after."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._redis = server.client

    async def now(self) -> Instant:
        """The store's clock."""
        seconds, micros = await self._server.ask(self._redis.time)
        return Instant(int(seconds) * 1000 + int(micros) // 1000)

    async def is_empty(self) -> bool:
        """Whether no server has kept anything here."""
        cursor = 0
        while True:
            cursor, found = await self._scan(cursor, "pente:*")
            if any(not key.startswith(_PASSING) for key in found):
                return False
            if cursor == 0:
                return True

    async def players(self) -> Sequence[PlayerId]:
        """Everybody who has an account or results, in the order of their ids."""
        found = await self._matching("pente:{p*}:player:*", r":player:([0-9a-f]{32})(?::standings|:ledger)?")
        return [PlayerId(player) for player in found]

    async def results(self, player: PlayerId) -> tuple[dict[str, bytes], dict[RoomId, bytes]]:
        """A player's standings, by pool, and what the ledger keeps, by room, at one and the same moment."""

        def look(pipeline: Any) -> None:
            pipeline.hgetall(keys.standings(player))
            pipeline.hgetall(keys.ledger(player))

        standings, ledger = await self._server.ask_all(look, at_once=True)
        return (
            {pool.decode(): standing for pool, standing in standings.items()},
            {RoomId(room.decode()): entry for room, entry in ledger.items()},
        )

    async def names(self) -> Sequence[NameClaim]:
        """All names, those of accounts that have another name now included."""
        found = await self._matching("pente:{p*}:name:*", ":name:(.*)")
        claimed = [await self._claimed(name) for name in found]
        return [each for each in claimed if each is not None]

    async def _claimed(self, name: str) -> NameClaim | None:
        key = keys.name(name)
        player: bytes | None = await self._server.ask(lambda: self._redis.get(key))
        return None if player is None else NameClaim(name, PlayerId(player.decode()), await self._left(key))

    async def claim(self, claimed: NameClaim) -> bool:
        """Give a name to a player; False when it is another's."""
        key, left = keys.name(claimed.name), claimed.left
        await self._server.ask(lambda: self._redis.set(key, claimed.player, nx=True, px=left))
        owner: bytes | None = await self._server.ask(lambda: self._redis.get(key))
        return owner is not None and owner.decode() == claimed.player

    async def rooms(self) -> Sequence[StoredRoom]:
        """All rooms: those that ended, in this order, then the live ones."""
        ids = await self._matching("pente:{p*}:room:*:log", ":room:(.*):log")
        rooms = [await self._held(RoomId(room)) for room in ids]
        return sorted(rooms, key=lambda room: (room.ended is None, room.ended, room.id))

    async def _held(self, room: RoomId) -> StoredRoom:
        tag = keys.tag(room)
        for key in (keys.finished(tag), keys.passing(tag)):
            ended = await self._server.ask(lambda key=key: self._redis.zscore(key, room))  # type: ignore[misc]
            if ended is not None:
                return StoredRoom(room, Instant(int(ended)), await self._left(keys.log(room)))
        commands = await self._server.ask(
            lambda: self._redis.zrange(keys.commands(room), 0, -1, withscores=True)
        )
        return StoredRoom(room, commands=tuple((name.decode(), int(version)) for name, version in commands))

    async def served(self) -> ServiceHistory:
        """Until when somebody has served."""
        beats = await self._server.ask(lambda: self._redis.hvals(keys.BEATS))
        lines = await self._server.ask(lambda: self._redis.lrange(keys.OUTAGES, 0, -1))
        # A node in doubt knows until when others have; else it has itself, until its last beat.
        until = [int(beat.split(b" ")[2] or beat.split(b" ")[1]) for beat in beats]
        outages = (line.split() for line in lines)
        return ServiceHistory(
            Instant(max(until)) if until else None,
            tuple(Outage(Instant(int(start)), Instant(int(end))) for start, end in outages),
        )

    async def restore(self, served: ServiceHistory) -> None:
        """Have the next server credit all that has passed since; without effect where one has served."""
        if served.until is None or (await self.served()).until is not None:
            return
        for outage in served.outages:
            line = f"{outage.start} {outage.end}"
            await self._server.ask(lambda line=line: self._redis.lrem(keys.OUTAGES, 0, line))  # type: ignore[misc]
            await self._server.ask(lambda line=line: self._redis.rpush(keys.OUTAGES, line))  # type: ignore[misc]
        beat = f"{served.until} {served.until} "
        await self._server.ask(lambda: self._redis.hset(keys.BEATS, IMPORTED, beat))

    async def _left(self, key: str) -> Millis | None:
        left: int = await self._server.ask(lambda: self._redis.pttl(key))
        return Millis(left) if left > 0 else None

    async def _matching(self, pattern: str, wanted: str) -> list[str]:
        """What the keys of a pattern have at the wanted place; each once, sorted."""
        cursor, found = 0, set[str]()
        while True:
            cursor, keys_ = await self._scan(cursor, pattern)
            names = (re.fullmatch(r"pente:\{p\d\d\}" + wanted, key) for key in keys_)
            found |= {name[1] for name in names if name}
            if cursor == 0:
                return sorted(found)

    async def _scan(self, cursor: int, pattern: str) -> tuple[int, list[str]]:
        after, found = await self._server.ask(lambda: self._redis.scan(cursor, match=pattern, count=1000))
        return int(after), [key.decode() for key in found]
