"""Requests to a Redis or Valkey server that are safe to repeat, with retries and a concurrency limit."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, Final, TypeVar

from redis.exceptions import RedisError

from pente_server.store.interface import StoreUnavailable
from pente_server.store.redis.explain import unavailable

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
UNANSWERED: Final = (RedisError, OSError, TimeoutError, RuntimeError)
"""Errors that mean "no answer". uvloop raises RuntimeError when it writes to a closed connection."""

_T = TypeVar("_T")


class RedisServer:
    """A client with retries and a limit on concurrent requests. Stores no data."""

    def __init__(self, client: Any) -> None:
        """``client`` is a `redis.asyncio.Redis` that answers with bytes.

        It is typed ``Any`` because redis-py annotates every answer as "bytes or str".
        """
        self.client = client
        self._places = asyncio.Semaphore(AT_ONCE)

    def script(self, name: str) -> Any:
        """A Lua script of this package, as a callable that takes ``keys`` and ``args``."""
        return self.client.register_script(files("pente_server.store.redis").joinpath(name).read_text())

    async def ask(self, question: Callable[[], Awaitable[_T]]) -> _T:
        """Make an idempotent request, up to `ATTEMPTS` times. Raises StoreUnavailable."""
        try:
            async with asyncio.timeout(PLACE_WITHIN):
                await self._places.acquire()
        except TimeoutError:
            raise StoreUnavailable("the store is overloaded") from None
        try:
            return await self.ask_now(question)
        finally:
            self._places.release()

    async def ask_now(self, question: Callable[[], Awaitable[_T]]) -> _T:
        """Like `ask`, without queueing behind other requests."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + GIVE_UP_AFTER
        for attempt in range(ATTEMPTS):
            try:
                return await question()
            except UNANSWERED as error:
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
