"""The store in Redis or Valkey."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from itertools import islice, starmap
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.store.answers import answer_to
from pente_server.store.commit import Commit, CommitAnswer, CommitResult, Conflict, Duplicate
from pente_server.store.durability import Durability, DurabilityLevel, Loss
from pente_server.store.errors import DamagedKey, FormatUnknown, StoreId, StoreUnavailable, new_store_id
from pente_server.store.interface import HeartbeatReply, Outage, Wakeup
from pente_server.store.logs.log_formats import COUNTED_FOR, SILENT_FOR, WRITTEN
from pente_server.store.logs.log_marks import LogEnd, parse_stored
from pente_server.store.outage_detector import HOLDS_FOR
from pente_server.store.problem_code import ProblemCode
from pente_server.store.redis.accounts.accounts import RedisAccounts
from pente_server.store.redis.accounts.devices import RedisDevices
from pente_server.store.redis.accounts.vacations import RedisVacations
from pente_server.store.redis.archive import RedisArchive
from pente_server.store.redis.codes import RedisCodes
from pente_server.store.redis.commits import Commits
from pente_server.store.redis.export_scan import Inventory
from pente_server.store.redis.house import RedisHouse
from pente_server.store.redis.notifications import RedisTurns, RedisWebhook
from pente_server.store.redis.partitions import USUAL, divide
from pente_server.store.redis.people.friends import RedisFriends
from pente_server.store.redis.people.messages import RedisMessages
from pente_server.store.redis.people.reports import RedisReports
from pente_server.store.redis.presence import RedisPresence
from pente_server.store.redis.pubsub import CommitFeed
from pente_server.store.redis.raw_keys import RawKeys
from pente_server.store.redis.reviews.puzzles import RedisPuzzles
from pente_server.store.redis.reviews.reviews import RedisReviews
from pente_server.store.redis.room_lists import RedisRoomLists
from pente_server.store.redis.sequels import RedisSequels
from pente_server.store.redis.server_identity import RedisServerIdentity
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.durability_check import DurabilityCheck, NoProof
from pente_server.store.redis.wire.explain import UNANSWERED, unavailable
from pente_server.store.redis.wire.server import ANSWER_WITHIN, CONNECTIONS, LONGEST_PAUSE, RedisServer

DAMAGED: Final = "data of the store itself is damaged; repair it with `pente admin check --repair`"

_Client = Any
"""A `redis.asyncio.Redis`; not typed as such because it annotates every answer as "bytes or str"."""

_log = logging.getLogger(__name__)


class RedisStore:
    """A `Store` on one Redis or Valkey server. Create it with `connect`, and `close` it after use."""

    def __init__(self, client: _Client, *, proves_commits: bool, is_cluster: bool, partitions: int) -> None:
        """``partitions``: into how many a new store is divided."""
        self.log_formats = WRITTEN
        """The formats that this node knows, for its heartbeats."""
        self._redis = client
        self._server = RedisServer(client, partitions)
        self._keys = self._server.keys
        self._check = DurabilityCheck(client.connection_pool.make_connection())
        self._durability = DurabilityLevel.UNKNOWN
        self._news = CommitFeed(client, counts_listeners=not is_cluster)
        self._commits = Commits(self._server, self._news, self._check.proof if proves_commits else NoProof)
        self._confirming: set[asyncio.Task[CommitAnswer]] = set()
        self._beat = self._server.script("beat.lua")
        self._mark = self._server.script("mark.lua")
        self._last_beat: int | None = None
        """The time of the last beat that was answered, by the store's clock in ms."""
        self.archive = RedisArchive(self._server)
        self.inventory = Inventory(self._server)
        self.raw = RawKeys(self._server)
        self.accounts = RedisAccounts(self._server)
        self.room_lists = RedisRoomLists(self._server)
        self.devices = RedisDevices(self._server)
        self.presence = RedisPresence(self._server)
        self.sequels = RedisSequels(self._server)
        self.house = RedisHouse(self._server)
        self.codes = RedisCodes(self._server)
        self.webhook = RedisWebhook(self._server)
        self.turns = RedisTurns(self._server)
        self.vacations = RedisVacations(self._server)
        self.server_identity = RedisServerIdentity(self._server)
        self.friends = RedisFriends(self._server)
        self.messages = RedisMessages(self._server)
        self.reports = RedisReports(self._server)
        self.reviews = RedisReviews(self._server)
        self.puzzles = RedisPuzzles(self._server)

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        patience: float = 0.0,
        proves_commits: bool = False,
        makes: bool = True,
        partitions: int = USUAL,
    ) -> "RedisStore":
        """Connect to ``redis://``, ``rediss://`` or ``unix://``, for ``patience`` seconds if that fails.

        ``proves_commits``: acknowledge a commit only when the server proves that it is on disk.
        ``makes``: an empty store is written to: it is divided into so many ``partitions``, for ever.
        Raises StoreUnavailable with a message that names the remedy.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while True:
            try:
                return await cls._connect(url, partitions, proves_commits=proves_commits, makes=makes)
            except StoreUnavailable as problem:
                if loop.time() >= end or problem.code is ProblemCode.DAMAGED:
                    raise
            await asyncio.sleep(LONGEST_PAUSE)

    @classmethod
    async def _connect(cls, url: str, partitions: int, *, proves_commits: bool, makes: bool) -> "RedisStore":
        try:
            client = _client(url)
        except ValueError:  # its text may contain a part of the password
            raise StoreUnavailable(
                f"{_without_secret(url)} is not a valid store address; use redis://USER:PASSWORD@HOST:PORT/DATABASE,"
                " with the characters of a password that are neither letters nor digits written as %XX"
            ) from None
        close = client.aclose
        try:
            store = cls(
                client,
                proves_commits=proves_commits,
                is_cluster=await _is_cluster(client),
                partitions=partitions,
            )
            close = store.close
            await store.check_durability()
            await divide(store._server, store.inventory, makes=makes)
            await store._commits.teach()
        except (StoreUnavailable, *UNANSWERED) as error:
            await close()
            reason = unavailable(error)
            raise StoreUnavailable(
                f"the store at {_without_secret(url)} can't be used: {reason}", reason.code
            ) from error
        return store

    @property
    def partitions(self) -> int:
        """Into how many the store is divided."""
        return len(self._keys.tags)

    @property
    def durability(self) -> DurabilityLevel:
        return self._durability

    async def check_durability(self) -> Durability:
        found = await self._check.ask()
        self._durability = found.level
        return found

    async def close(self) -> None:
        await self._commits.close()
        if self._confirming:
            await asyncio.wait(self._confirming)
        await self._check.close()
        await self._server.close()
        await self._redis.aclose()

    # Rooms

    async def commit(self, change: Commit) -> CommitResult:
        return await answer_to(partial(self.submit, change))

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        try:
            self._server.known.check()
        except StoreUnavailable as error:
            asyncio.get_running_loop().call_soon(answered, error)
        else:
            self._commits.submit(change, partial(self._answered, change, answered))

    def _answered(
        self, change: Commit, answered: Callable[[CommitAnswer], None], answer: CommitAnswer
    ) -> None:
        # Only these can come of another store: everywhere else the command or the version is missing.
        is_new = change.expected == 0 and not isinstance(answer, Exception)
        if is_new or (isinstance(answer, Conflict) and answer.version < change.expected):
            task = asyncio.get_running_loop().create_task(self._confirmed(answer))
            self._confirming.add(task)
            task.add_done_callback(self._confirming.discard)
            task.add_done_callback(lambda task: answered(task.result()))
        else:
            answered(answer)

    async def _confirmed(self, answer: CommitAnswer) -> CommitAnswer:
        """An answer, once it is sure that the store is still the same. Raises nothing, not even a bug."""
        try:
            await self._server.confirm()
        except (StoreUnavailable, DamagedKey) as error:
            return error
        except Exception:  # noqa: BLE001 -- without an answer the room would wait for ever
            _log.exception("it can't be confirmed that the store is still the same")
            return StoreUnavailable("the store can't be confirmed")
        return answer

    async def done(self, room: RoomId, command: str) -> Duplicate | None:
        self._server.known.check()
        return await self._commits.done(room, command)

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        return (await self.read_end(room, since)).bodies

    async def read_end(self, room: RoomId, since: int) -> LogEnd:
        key = self._keys.log(room)
        try:
            # In this order: a commit between them must not look like a log that is too short. MGET, as GET
            # fails on a key of another type.
            newest, (stored,), bodies = await self._server.read(
                ("ZREVRANGE", self._keys.commands(room), 0, 0, "WITHSCORES"),
                ("MGET", self._keys.mark(room)),
                ("LRANGE", key, since, -1),
            )
        except DamagedKey as damage:
            raise DamagedKey(f"the log {key} can't be read ({damage})") from None
        if not bodies and (since == 0 or stored is None):
            await self._server.confirm()
        elif bodies and newest and float(newest[1]) > since + len(bodies):
            raise DamagedKey(f"events are missing in the log {key}")
        return LogEnd(list(bodies), parse_stored(stored))

    async def put_mark(self, room: RoomId, checkpoint: Checkpoint, last: bytes) -> None:
        names, values = (
            [self._keys.log(room), self._keys.mark(room)],
            [checkpoint.version, checkpoint.mark, last],
        )
        await self._server.ask(lambda: self._mark(keys=names, args=values))

    async def finished(self, count: int) -> Sequence[RoomId]:
        kept = await self._ended(keys.finished, count)
        passing = await self._ended(keys.passing, count)
        # Redis expires logs by itself, without removing their rooms from the sorted set.
        logs = [self._keys.log(room) for _, room in passing]
        there = await self._one_by_one("EXISTS", logs) if logs else ()
        ended = (*kept, *(end for end, is_there in zip(passing, there, strict=True) if is_there))
        return [room for _, room in sorted(ended, reverse=True)[:count]]

    async def _ended(self, key: Callable[[str], str], count: int) -> list[tuple[float, RoomId]]:
        """The latest ``count`` rooms of each partition with their end in ms; not sorted across partitions."""
        tables = await self._in_every_partition("ZREVRANGE", key, 0, count - 1, "WITHSCORES")
        return [(float(score), RoomId(room.decode())) for table in tables for room, score in _pairs(table)]

    async def due(self, now: Instant) -> Sequence[RoomId]:
        tables = await self._in_every_partition("ZRANGEBYSCORE", keys.deadlines, "-inf", now, "LIMIT", 0, 50)
        return [RoomId(room.decode()) for table in tables for room in table]

    async def _in_every_partition(
        self, command: str, key: Callable[[str], str], *arguments: str | int
    ) -> list[list[Any]]:
        return await self._one_by_one(command, [key(tag) for tag in self._keys.tags], *arguments)

    async def _one_by_one(self, command: str, keys_: Sequence[str], *arguments: str | int) -> list[Any]:
        """The answers to a read command, one per key; empty for a damaged one."""
        answers = await self._server.read_each([(command, key, *arguments) for key in keys_])
        return [() if answer is None else answer for answer in answers]

    # Other nodes

    def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        return self._news.wakeups()

    async def subscribe(self, room: RoomId) -> None:
        self._server.known.check()
        await self._news.subscribe(room)

    def unsubscribe(self, room: RoomId) -> None:
        self._news.unsubscribe(room)

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        known, formats = self._server.known, self.log_formats
        arguments = [
            *(self._news.origin, longest_gap, HOLDS_FOR, int(self._news.counts_listeners)),
            *(known.id or "", new_store_id(), "" if self._last_beat is None else self._last_beat),
            *(formats.oldest, formats.newest, SILENT_FOR, COUNTED_FOR),
        ]
        names = [keys.BEATS, keys.OUTAGES, keys.STORE, keys.FORMATS]
        try:
            answer = await self._server.ask_now(lambda: self._beat(keys=names, args=arguments))
        except DamagedKey as damage:
            raise StoreUnavailable(DAMAGED, ProblemCode.DAMAGED, detail=str(damage)) from None
        now, is_sure, outages, id_, adopted, is_continuous, common = answer
        known.heard(StoreId(id_.decode()) or None, Instant(now), Instant(int(adopted)) if adopted else None)
        if not formats.knows(common):
            raise FormatUnknown(formats, common)
        self._last_beat = now
        return HeartbeatReply(
            Instant(now), tuple(_outage(line) for line in outages), bool(is_sure), bool(is_continuous), common
        )

    async def confirm(self) -> None:
        ask, client = self._server.ask_now, self._redis
        try:
            id_, adopted = await ask(lambda: client.hmget(keys.STORE, "id", "adopted"))
        except DamagedKey as damage:
            raise StoreUnavailable(DAMAGED, ProblemCode.DAMAGED, detail=str(damage)) from None
        seconds, microseconds = await ask(client.time)
        now = Instant(seconds * 1000 + microseconds // 1000)
        self._server.known.heard(
            StoreId(id_.decode()) if id_ else None, now, Instant(int(adopted)) if adopted else None
        )

    async def adopt(self, store: StoreId) -> None:
        await divide(self._server, self.inventory)
        self._last_beat = None
        self._server.known.adopt(store)

    async def outage_credited(self, outage: Outage) -> None:
        await self._server.ask(lambda: self._redis.lrem(keys.OUTAGES, 0, f"{outage.start} {outage.end}"))

    async def note_loss(self, loss: Loss) -> None:
        text = f"{loss.at}" if loss.moves is None else f"{loss.at} {loss.moves}"
        await self._server.ask(lambda: self._redis.hset(keys.LOSSES, loss.room, text))

    async def losses(self) -> Sequence[Loss]:
        found = await self._server.ask(lambda: self._redis.hgetall(keys.LOSSES))
        return sorted(starmap(_loss, found.items()), key=lambda loss: loss.at)

    async def forget_losses(self, losses: Sequence[Loss]) -> None:
        if losses:
            await self._server.ask(lambda: self._redis.hdel(keys.LOSSES, *(loss.room for loss in losses)))


def _client(url: str) -> _Client:
    """A client with its connection pool, not connected yet. Raises ValueError for an invalid address."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=2,
        socket_timeout=ANSWER_WITHIN,
        socket_connect_timeout=1,
        protocol=2,  # over RESP3, redis-py 8.1 does not notice connections that the server closed while idle
        # By default redis-py resends whatever got no answer, writes included. Our own loops do that: see
        # `RedisServer.ask` for idempotent requests, and `Commits` for commits, which carry a command id.
        retry=Retry(NoBackoff(), 0),
    )
    return Redis.from_pool(pool)


async def _is_cluster(client: _Client) -> bool:
    """Whether the server is part of a cluster; True where asking is forbidden, as the safe assumption."""
    try:
        return bool((await client.info("cluster")).get("cluster_enabled", 1))
    except ResponseError:
        return True


def _outage(line: bytes) -> Outage:
    start, end = line.split()
    return Outage(Instant(int(start)), Instant(int(end)))


def _loss(room: bytes, text: bytes) -> Loss:
    at, *moves = text.split()
    return Loss(RoomId(room.decode()), Instant(int(at)), int(moves[0]) if moves else None)


def _pairs(flat: Sequence[Any]) -> "Sequence[tuple[Any, Any]]":
    """The members and scores of a flat list, which is how RESP2 returns them."""
    return list(zip(islice(flat, 0, None, 2), islice(flat, 1, None, 2), strict=True))


def _without_secret(url: str) -> str:
    """A URL without user, password and query, for messages."""
    scheme, separator, rest = url.partition("?")[0].partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"
