"""Requests to a Redis or Valkey server that are safe to repeat, with retries and a concurrency limit."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from typing import Any, Final, TypeVar

from redis.exceptions import ResponseError

from pente_server.store.errors import DamagedKey, StoreId, StoreUnavailable
from pente_server.store.known_store import KnownStore
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.explain import UNANSWERED, is_damage, one_line, unavailable
from pente_server.store.redis.wire.pipeline import CommandPipeline, packed
from pente_server.store.redis.wire.read_batches import ReadBatches

ANSWER_WITHIN: Final = 2.0
"""Seconds to wait for one answer, or those to a batch of reads."""
GIVE_UP_AFTER: Final = 2.0
"""Seconds after which an unanswered request is no longer retried; its outcome is then unknown."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5
"""Seconds between attempts: the first pause, and the longest."""
ATTEMPTS: Final = 3
CONNECTIONS: Final = 32
"""Connections in the pool."""
AT_ONCE: Final = 24
"""Concurrent requests through `RedisServer.ask`; the other connections are left for urgent ones."""
PLACE_WITHIN: Final = 8.0
"""Seconds that a request may queue: a thousand players who reconnect at once cause thousands of them."""

_T = TypeVar("_T")

Command = tuple[str | bytes | int, ...]
"""The words of a command."""

_log = logging.getLogger(__name__)


class RedisServer:
    """A client with retries and a limit on concurrent requests. Stores no data."""

    def __init__(self, client: Any, partitions: int) -> None:
        """``client`` is a `redis.asyncio.Redis` that answers with bytes.

        It is typed ``Any`` because redis-py annotates every answer as "bytes or str".
        ``partitions``: into how many the store is divided, as far as that is known.
        """
        self.client = client
        self.keys = keys.Keys(partitions)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._reads = ReadBatches(CommandPipeline(client.connection_pool.make_connection(), ANSWER_WITHIN))
        self.known = KnownStore()
        """Which store the node works with. While it is another, only `ask_now` asks it anything."""
        self._logged: set[str] = set()
        """The damaged keys that the log has named."""

    def script(self, *names: str) -> Any:
        """A Lua script of this package, as a callable that takes ``keys`` and ``args``.

        Several files are one script; the first ones have functions for the last.
        """
        folder = files("pente_server.store") / "redis"
        return self.client.register_script("\n".join(folder.joinpath(name).read_text() for name in names))

    async def ask(self, question: Callable[[], Awaitable[_T]]) -> _T:
        """Make an idempotent request, up to `ATTEMPTS` times. Raises StoreUnavailable and DamagedKey."""
        self.known.check()
        try:
            async with asyncio.timeout(PLACE_WITHIN):
                await self._places.acquire()
        except TimeoutError:
            raise StoreUnavailable("the store is overloaded") from None
        try:
            return await self.ask_now(question)
        finally:
            self._places.release()

    async def confirm(self) -> None:
        """Check that the store is still the same. Raises StoreUnavailable.

        To be called before it is said that something is not there, or is new: a store that was emptied, or
        another one, may have answered since the last heartbeat.
        """
        if self.known.id is not None:
            (id_,) = await self.ask_now(partial(self._read, [("HGET", keys.STORE, "id")]))
            self.known.heard(None if id_ is None else StoreId(id_.decode()))

    async def ask_now(self, question: Callable[[], Awaitable[_T]]) -> _T:
        """Like `ask`, without queueing behind other requests."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + GIVE_UP_AFTER
        for attempt in range(ATTEMPTS):
            try:
                return await question()
            except UNANSWERED as error:
                if is_damage(error):
                    raise DamagedKey(one_line(error)) from None
                if attempt == ATTEMPTS - 1 or loop.time() + FIRST_PAUSE > give_up:
                    raise unavailable(error) from error
            await asyncio.sleep(FIRST_PAUSE)
        raise AssertionError

    async def ask_all(self, fill: Callable[[Any], None], *, at_once: bool = False) -> list[Any]:
        """The answers to the commands that ``fill`` adds to a pipeline; ``at_once``: in one transaction.

        Like `ask`, this may send them more than once. Raises StoreUnavailable.
        """

        async def ask() -> list[Any]:
            async with self.pipeline(at_once=at_once) as pipeline:
                fill(pipeline)
                answers: list[Any] = await pipeline.execute()
                return answers

        return await self.ask(ask)

    async def read(self, *commands: Command) -> list[Any]:
        """The answers to commands that only read, as the server gives them: a hash is a flat list.

        Commands of many callers are sent together. Raises StoreUnavailable and DamagedKey.
        """
        self.known.check()
        return await self.ask_now(partial(self._read, commands))

    async def read_each(self, commands: Sequence[Command]) -> list[Any]:
        """Like `read`, for commands that each have a key as their second word.

        None for a damaged key, which the log names: it affects nothing but itself.
        """
        self.known.check()
        answers = await self.ask_now(partial(self._read, commands, forgives_damage=True))
        for command, answer in zip(commands, answers, strict=True):
            if isinstance(answer, ResponseError):
                self._log_damage(str(command[1]), answer)
        return [None if isinstance(answer, ResponseError) else answer for answer in answers]

    async def _read(self, commands: Sequence[Command], *, forgives_damage: bool = False) -> list[Any]:
        """The answers to the commands, sent once. Raises an error of the server, unless it is forgiven."""
        answers = await self._reads.ask([packed(*command) for command in commands])
        for answer in answers:
            if isinstance(answer, ResponseError) and not (forgives_damage and is_damage(answer)):
                raise answer
        return answers

    async def close(self) -> None:
        """Fail all reads without an answer, and every later one."""
        await self._reads.close()

    def _log_damage(self, key: str, error: ResponseError) -> None:
        """Log once that a key is damaged."""
        if key not in self._logged:
            self._logged.add(key)
            _log.error(
                "%s is damaged and left out (%s); `pente admin check` says what to do", key, one_line(error)
            )

    @asynccontextmanager
    async def pipeline(self, *, at_once: bool = False) -> AsyncIterator[Any]:
        """A redis-py pipeline: ``execute`` sends all its commands; ``at_once``: in one transaction."""
        pipeline = self.client.pipeline(transaction=at_once)
        try:
            yield pipeline
        finally:
            # `execute` returns the connection to the pool, but in some releases of redis-py not if it is
            # cancelled a second time while doing so. Close the connection then, without awaiting anything.
            connection, pipeline.connection = pipeline.connection, None
            if connection is not None:
                await connection.disconnect(nowait=True)


def table(flat: Sequence[bytes] | None) -> dict[bytes, bytes]:
    """A hash, from the flat list that a read answers; empty without one, as for a damaged key."""
    return {} if flat is None else dict(zip(flat[::2], flat[1::2], strict=True))
