"""Access to everything stored in Redis or Valkey, for exports and imports."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, NamedTuple

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_server.store.accounts.account_store import OLD_NAME_KEPT
from pente_server.store.errors import DamagedKey, StoreUnavailable
from pente_server.store.interface import Outage
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer

IMPORTED: Final = "imported"
"""The node name that stands for the exported server in the heartbeats of the store it was imported into."""
BEAT: Final = re.compile(rb"(?P<since>\d+) (?P<last>\d+) (?P<doubt>\d*) ?(?P<run>\w*)")
"""A heartbeat, see ``beat.lua``."""
OUTAGE: Final = re.compile(rb"(\d+) (\d+)")
_PASSING: Final = (
    "pente:{pulse}",
    "pente:{here}",
    "pente:{house}",
    "pente:origin",
    "pente:{server}",
    "pente:{links}",
    "pente:{reviews}",
)
"""Prefixes of keys that exist even on a server without any data."""


class KnownCommand(NamedTuple):
    """A command that a room remembers."""

    id: str
    version: int
    """The version that it led to."""
    digest: int = 0
    """See `pente_server.store.Commit`."""


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room in the store."""

    id: RoomId
    ended: Instant | None = None
    """When it ended; None: it is live."""
    left: Millis | None = None
    """How much longer its log is kept; None: forever."""
    commands: tuple[KnownCommand, ...] = ()
    """The remembered commands of a live room, in the order in which they were committed."""


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A name that belongs to a player, case-folded."""

    name: str
    player: PlayerId
    left: Millis | None = None
    """How much longer it is reserved; None: forever."""


@dataclass(frozen=True, slots=True)
class ServiceHistory:
    """When a server last served, and the earlier outages that are still to be credited."""

    until: Instant | None = None
    outages: tuple[Outage, ...] = ()


class Inventory:
    """Everything in a store. Changes made while a method runs may or may not be included in its result.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client

    async def now(self) -> Instant:
        """The store's clock."""
        seconds, micros = await self._server.ask(self._redis.time)
        return Instant(int(seconds) * 1000 + int(micros) // 1000)

    async def log_format(self) -> int:
        """The newest format in which a log may be; 0 if no server has told any, or that is damaged."""
        try:
            found: bytes | None = await self._server.ask(lambda: self._redis.hget(keys.STORE, "format"))
        except DamagedKey:
            return 0
        return int(found) if found is not None and found.isdigit() else 0

    async def raise_log_format(self, format_: int) -> None:
        """Record that there may be logs in a format. No server may be using the store."""
        if format_ > await self.log_format():
            await self._server.ask(lambda: self._redis.hset(keys.STORE, "format", format_))

    async def is_empty(self) -> bool:
        """Whether the store has no data of any server."""
        cursor = 0
        while True:
            cursor, found = await self._scan(cursor, "pente:*")
            if any(not key.startswith(_PASSING) for key in found):
                return False
            if cursor == 0:
                return True

    async def players(self) -> Sequence[PlayerId]:
        """All players with an account or results, sorted by id."""
        found = await self._matching(
            "pente:{p*}:player:*",
            r":player:([0-9a-f]{32})(?::standings|:ledger|:blocked|:friends|:messages)?",
        )
        return [PlayerId(player) for player in found]

    async def results(self, player: PlayerId) -> tuple[dict[str, bytes], dict[RoomId, bytes]]:
        """A player's encoded standings by pool and ledger entries by room, read in one transaction."""

        def look(pipeline: Any) -> None:
            pipeline.hgetall(self._keys.standings(player))
            pipeline.hgetall(self._keys.ledger(player))

        standings, ledger = await self._server.ask_all(look, at_once=True)
        return (
            {pool.decode(): standing for pool, standing in standings.items()},
            {RoomId(room.decode()): entry for room, entry in ledger.items()},
        )

    async def names(self) -> Sequence[str]:
        """All names, case-folded, including previous names that are still reserved."""
        return await self._matching("pente:{p*}:name:*", ":name:(.*)")

    async def claimed(self, name: str) -> NameClaim | None:
        """Whose name it is; None if it has become free."""
        key = self._keys.name(name)
        player: bytes | None = await self._server.ask(lambda: self._redis.get(key))
        return None if player is None else NameClaim(name, PlayerId(player.decode()), await self._left(key))

    async def claim(self, claimed: NameClaim) -> bool:
        """Assign a name to a player; False when it belongs to another player."""
        key, alike = self._keys.name(claimed.name), self._keys.alike(claimed.name)

        def set_if_free(pipeline: Any) -> None:
            for each in (key, alike):
                pipeline.set(each, claimed.player, nx=True, px=claimed.left)

        await self._server.ask_all(set_if_free)
        owner: bytes | None = await self._server.ask(lambda: self._redis.get(key))
        is_ours = owner is not None and owner.decode() == claimed.player
        if is_ours and claimed.left is not None:
            await self._note_earlier(claimed, claimed.left)
        return is_ours

    async def _note_earlier(self, claimed: NameClaim, left: Millis) -> None:
        """List a reserved name among the previous ones of its player, unless it is the present one."""
        name: bytes | None = await self._server.ask(
            lambda: self._redis.hget(self._keys.player(claimed.player), "name")
        )
        if name is None or name.decode().casefold() == claimed.name:
            return
        key, until = self._keys.names(claimed.player), await self.now() + left

        def note(pipeline: Any) -> None:
            pipeline.zadd(key, {claimed.name: until})
            pipeline.pexpire(key, OLD_NAME_KEPT)

        await self._server.ask_all(note)

    async def rooms(self) -> Sequence[RoomId]:
        """All rooms that have a log, sorted by id."""
        return [RoomId(room) for room in await self._matching("pente:{p*}:room:*:log", ":room:(.*):log")]

    async def room(self, room: RoomId) -> StoredRoom:
        """What is known of a room besides its log."""
        tag = self._keys.tag(room)
        for key in (keys.finished(tag), keys.passing(tag)):
            ended = await self._server.ask(lambda key=key: self._redis.zscore(key, room))  # type: ignore[misc]
            if ended is not None:
                return StoredRoom(room, Instant(int(ended)), await self._left(self._keys.log(room)))
        commands = await self._server.ask(
            lambda: self._redis.zrange(self._keys.commands(room), 0, -1, withscores=True)
        )
        return StoredRoom(room, commands=tuple(_known(name, score) for name, score in commands))

    async def served(self) -> ServiceHistory:
        """When any node last served, and the outages still to be credited."""
        beats = await self._server.ask(lambda: self._redis.hvals(keys.BEATS))
        lines = await self._server.ask(lambda: self._redis.lrange(keys.OUTAGES, 0, -1))
        # A node in doubt has not served itself, its doubt is when others last did.
        until = [int(found["doubt"] or found["last"]) for beat in beats if (found := BEAT.fullmatch(beat))]
        outages = (found.groups() for line in lines if (found := OUTAGE.fullmatch(line)))
        return ServiceHistory(
            Instant(max(until)) if until else None,
            tuple(Outage(Instant(int(start)), Instant(int(end))) for start, end in outages),
        )

    async def is_connected(self, since: Instant) -> bool:
        """Whether a node that has sent a heartbeat since then is still connected.

        True too where the server does not say who is.
        """
        try:
            beats: dict[bytes, bytes] = await self._server.ask(lambda: self._redis.hgetall(keys.BEATS))
        except DamagedKey:
            return bool(await self._server.ask(lambda: self._redis.pubsub_channels(keys.origin("*"))))
        nodes = [
            node
            for node, beat in beats.items()
            if (found := BEAT.fullmatch(beat)) is None or int(found["last"]) >= since
        ]
        try:
            counts = await self._server.ask(lambda: self._redis.pubsub_numsub(*nodes)) if nodes else ()
        except StoreUnavailable:
            return True
        return any(count for _, count in counts)

    async def restore(self, served: ServiceHistory) -> None:
        """Make the next server treat the time since ``served.until`` as an outage.

        No effect when ``served.until`` is None or a server has already served on this store.
        """
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
        """The distinct first groups of ``wanted``, a regex for keys after the partition tag, sorted.

        ``pattern`` is the glob that the server scans for.
        """
        cursor, found = 0, set[str]()
        while True:
            cursor, keys_ = await self._scan(cursor, pattern)
            names = (re.fullmatch(r"pente:\{p\d+\}" + wanted, key) for key in keys_)
            found |= {name[1] for name in names if name}
            if cursor == 0:
                return sorted(found)

    async def _scan(self, cursor: int, pattern: str) -> tuple[int, list[str]]:
        after, found = await self._server.ask_now(lambda: self._redis.scan(cursor, match=pattern, count=1000))
        return int(after), [key.decode() for key in found]


def _known(id_: bytes, score: float) -> KnownCommand:
    """A command from its id and its score, see ``commit.lua``."""
    return KnownCommand(id_.decode(), ceil(score), int((ceil(score) - score) * (1 << 32)))
