"""The store in Redis or Valkey.

Commits that come in while another batch is on its way go out together (group commit), each as one script
call. Whether a lost answer meant success is found out by sending the same command id again.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any, Final, cast
from uuid import uuid4

import msgpack
from hiredis import pack_command
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

from pente_core.instant import Instant, Millis
from pente_protocol.messages import RoomId
from pente_server.store import keys
from pente_server.store.archive_redis import RedisArchive
from pente_server.store.beats import HOLDS_FOR
from pente_server.store.interface import (
    Beat,
    Change,
    Committed,
    Conflict,
    Duplicate,
    Outage,
    Result,
    StoreUnavailable,
    Wakeup,
)
from pente_server.store.line import Line
from pente_server.store.people_redis import RedisPeople
from pente_server.store.presence_redis import RedisPresence
from pente_server.store.redis_server import FIRST_PAUSE, GIVE_UP_AFTER, UNANSWERED, RedisServer, one_line

LARGEST_BATCH: Final = 256
"""Commits that go out together."""
ANSWER_WITHIN: Final = 2.0
"""Seconds for one answer, or for those to a batch of commits."""
LONGEST_PAUSE: Final = 0.5
QUIET: Final = 1.0
"""Seconds without news after which the server is asked whether it is still there."""

_Client = Any
"""A `redis.asyncio.Redis`, whose annotations say "bytes or str" even where it was told which."""

_RESULTS: Final = (Committed, Duplicate, Conflict)
_HOPELESS: Final = ("ERR", "WRONGTYPE")
"""What the server says of a command that will not get better by being sent again."""
_pack = cast(Callable[[tuple[str | bytes | int, ...]], bytes], pack_command)  # whose stub wants tuples of one

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Pending:
    """A commit without an answer."""

    change: Change
    answer: "asyncio.Future[Result]"
    give_up: float
    """By the event loop's clock."""


class RedisStore:
    """A `Store` on one Redis or Valkey server; use `connect` to make one, and `close` it."""

    def __init__(self, client: _Client, durability: str) -> None:
        self._redis = client
        self._server = RedisServer(client)
        self._durability = durability
        self._origin = keys.origin(uuid4().hex)
        self._commit = self._server.script("commit.lua")
        self._beat = self._server.script("beat.lua")
        database = client.connection_pool.connection_kwargs.get("db", 0)
        self._channels = {tag: keys.wakeups(tag, database) for tag in keys.ALL_TAGS}
        self.archive = RedisArchive(self._server)
        self.people = RedisPeople(self._server)
        self.presence = RedisPresence(self._server)
        self._line = Line(client.connection_pool.make_connection(), ANSWER_WITHIN)
        self._waiting: list[_Pending] = []
        self._flushing: asyncio.Task[None] | None = None
        self._is_closed = False

    @classmethod
    async def connect(cls, url: str) -> "RedisStore":
        """Connect to ``redis://``, ``rediss://`` or ``unix://``.

        Raises StoreUnavailable with a sentence that says what to do.
        """
        try:
            client = _client(url)
        except ValueError as error:
            raise StoreUnavailable(
                f"{_without_secret(url)} is no address of a store ({error}); write redis://HOST:PORT/DATABASE"
            ) from None
        try:
            store = cls(client, await _durability(client))
            await client.script_load(store._commit.script)
        except UNANSWERED as error:
            await client.aclose()
            raise StoreUnavailable(
                f"the store at {_without_secret(url)} can't be used ({one_line(error)});"
                " start it, or check the address"
            ) from error
        return store

    @property
    def durability(self) -> str:
        return self._durability

    async def close(self) -> None:
        self._is_closed = True
        if self._flushing is not None:
            self._flushing.cancel()
            await asyncio.wait({self._flushing})
        self._give_up_waiting("the store was closed")
        await self._line.close()
        await self._redis.aclose()

    # Commits

    async def commit(self, change: Change) -> Result:
        if self._is_closed:
            raise StoreUnavailable("the store was closed")
        loop = asyncio.get_running_loop()
        pending = _Pending(change, loop.create_future(), loop.time() + GIVE_UP_AFTER)
        self._waiting.append(pending)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return await pending.answer

    async def _flush(self) -> None:
        """Send what waits, batch after batch, until nothing does."""
        pause = FIRST_PAUSE
        try:
            while self._waiting:
                problem = await self._send(self._waiting[:LARGEST_BATCH])
                if problem is None:
                    pause = FIRST_PAUSE
                else:
                    now = asyncio.get_running_loop().time()
                    self._give_up_waiting(f"the store does not answer: {one_line(problem)}", now)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                self._waiting = [pending for pending in self._waiting if not pending.answer.done()]
        finally:
            self._flushing = None
            self._give_up_waiting("the store was left")

    def _give_up_waiting(self, why: str, before: float = inf) -> None:
        for pending in self._waiting:
            if pending.give_up <= before:
                _give_up(pending, why)
        self._waiting = [pending for pending in self._waiting if not pending.answer.done()]

    async def _send(self, batch: list[_Pending]) -> Exception | None:
        """Send a batch once and hand out the answers; why some of it has to be sent again, if it has."""
        commands = [_pack(self._evalsha(pending.change)) for pending in batch]
        try:
            answers = await self._line.ask(commands)
            problem = None
            for pending, answer in zip(batch, answers, strict=True):
                problem = _settle(pending, answer) or problem
            if isinstance(problem, NoScriptError):  # the server was restarted
                await self._redis.script_load(self._commit.script)
        except UNANSWERED as error:
            return error
        return problem

    def _evalsha(self, change: Change) -> tuple[str | bytes | int, ...]:
        tag = keys.tag(change.room)
        return (
            "EVALSHA",
            self._commit.sha,
            7,
            keys.log(change.room),
            keys.commands(change.room),
            keys.live(tag),
            keys.deadlines(tag),
            keys.finished(tag),
            keys.passing(tag),
            keys.unfiled(tag),
            change.expected,
            change.command,
            change.room,
            "" if change.deadline is None else change.deadline,
            change.summary or b"",
            int(change.is_over),
            "" if change.expires_after is None else change.expires_after,
            self._channels[tag],
            self._origin,
            *change.events,
        )

    async def done(self, room: RoomId, command: str) -> int | None:
        version = await self._server.ask(lambda: self._redis.zscore(keys.commands(room), command))
        return None if version is None else int(version)

    # Rooms

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        return await self._server.ask(lambda: self._redis.lrange(keys.log(room), since, -1))

    async def live(self) -> Sequence[bytes]:
        tables = await self._in_every_partition("HVALS", keys.live)
        return [summary for table in tables for summary in table]

    async def finished(self, count: int) -> Sequence[RoomId]:
        kept = await self._ended(keys.finished, count)
        passing = await self._ended(keys.passing, count)
        logs = [keys.log(room) for _, room in passing]
        there = await self._one_by_one("EXISTS", logs) if logs else ()
        ended = (*kept, *(end for end, is_there in zip(passing, there, strict=True) if is_there))
        return [room for _, room in sorted(ended, reverse=True)[:count]]

    async def _ended(self, key: Callable[[str], str], count: int) -> list[tuple[float, RoomId]]:
        tables = await self._in_every_partition("ZREVRANGE", key, 0, count - 1, "WITHSCORES")
        return [(float(score), RoomId(room.decode())) for table in tables for room, score in _pairs(table)]

    async def due(self, now: Instant) -> Sequence[RoomId]:
        tables = await self._in_every_partition("ZRANGEBYSCORE", keys.deadlines, "-inf", now, "LIMIT", 0, 50)
        return [RoomId(room.decode()) for table in tables for room in table]

    async def _in_every_partition(
        self, command: str, key: Callable[[str], str], *arguments: str | int
    ) -> list[list[Any]]:
        return await self._one_by_one(command, [key(tag) for tag in keys.ALL_TAGS], *arguments)

    async def _one_by_one(self, command: str, keys_: Sequence[str], *arguments: str | int) -> list[Any]:
        """The answers to a command that reads, for each key."""

        async def ask() -> list[Any]:
            pipeline = self._redis.pipeline(transaction=False)
            for key in keys_:
                pipeline.execute_command(command, key, *arguments)
            answers: list[Any] = await pipeline.execute()
            return answers

        return await self._server.ask(ask)

    # News

    async def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        last = self._channels[keys.ALL_TAGS[-1]].encode()
        pause = FIRST_PAUSE
        while True:
            subscription = self._redis.pubsub()
            try:
                await subscription.subscribe(self._origin, *self._channels.values())
                while True:
                    message = await _next(subscription)
                    # The subscription holds from its last confirmation on, which comes again after a new one
                    # that redis-py makes by itself.
                    if message["type"] == "subscribe" and message["channel"] == last:
                        pause = FIRST_PAUSE
                        yield Wakeup(None)
                    elif message["type"] == "message" and (news := self._news(message["data"])) is not None:
                        yield news
            except UNANSWERED:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                with suppress(*UNANSWERED):
                    await subscription.aclose()

    def _news(self, payload: bytes) -> Wakeup | None:
        """What was published; None for what comes from here, or is not ours at all."""
        try:
            origin, room, first, summary, is_over, events = msgpack.unpackb(payload, raw=True)
            if origin == self._origin.encode():
                return None
            return Wakeup(RoomId(room.decode()), first, tuple(events), summary or None, is_over)
        except (ValueError, TypeError, AttributeError, msgpack.UnpackException):
            _log.warning("somebody else publishes on the channels of this server")
            return None

    async def beat(self, longest_gap: Millis) -> Beat:
        arguments = [self._origin, longest_gap, HOLDS_FOR]
        now, is_sure, outages = await self._server.ask(
            lambda: self._beat(keys=[keys.BEATS, keys.OUTAGES], args=arguments)
        )
        return Beat(Instant(now), tuple(_outage(line) for line in outages), bool(is_sure))

    async def forgiven(self, outage: Outage) -> None:
        await self._server.ask(lambda: self._redis.lrem(keys.OUTAGES, 0, f"{outage.start} {outage.end}"))


def _client(url: str) -> _Client:
    """Raises ValueError when that is no address."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=32,
        timeout=2,
        socket_timeout=ANSWER_WITHIN,
        socket_connect_timeout=1,
        protocol=2,  # with 3, connections that the server closed while idle went unnoticed
        retry=Retry(NoBackoff(), 0),  # a write that is sent again needs its command id: see commit
    )
    return Redis.from_pool(pool)


async def _durability(client: _Client) -> str:
    """What the server's configuration promises; ``unknown`` where it may not be read."""
    try:
        config = await client.config_get("appendonly", "appendfsync")
    except ResponseError:
        await client.ping()
        return "unknown"
    if config.get("appendonly") != "yes":
        return "none"
    return {"always": "strict", "everysec": "everysec"}.get(str(config.get("appendfsync")), "none")


def _settle(pending: _Pending, answer: object) -> Exception | None:
    """Hand an answer out; why the commit has to be sent again, if it has."""
    if isinstance(answer, Exception):
        if type(answer) is not ResponseError or not str(answer).startswith(_HOPELESS):
            return answer
        _log.error("room %s can't be written: %s", pending.change.room, one_line(answer))
        _give_up(pending, "the store refuses this room")
    elif not pending.answer.done():  # it is when whoever waited was cancelled
        code, version = cast(Sequence[int], answer)
        pending.answer.set_result(_RESULTS[code](version))
    return None


def _give_up(pending: _Pending, why: str) -> None:
    if not pending.answer.done():
        pending.answer.set_exception(StoreUnavailable(why))


async def _next(subscription: Any) -> dict[str, Any]:
    """The next message; raises a RedisError when the server has gone quiet.

    A connection to a frozen server stays open, so that silence is answered with a ping.
    """
    message = await subscription.get_message(timeout=QUIET)
    if message is None:
        await subscription.ping()
        message = await subscription.get_message(timeout=QUIET)
    if message is None:
        raise RedisError("no answer to a ping")
    return cast(dict[str, Any], message)


def _outage(line: bytes) -> Outage:
    start, end = line.split()
    return Outage(Instant(int(start)), Instant(int(end)))


def _pairs(flat: Sequence[Any]) -> "Sequence[tuple[Any, Any]]":
    return list(zip(islice(flat, 0, None, 2), islice(flat, 1, None, 2), strict=True))


def _without_secret(url: str) -> str:
    scheme, separator, rest = url.partition("?")[0].partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"
