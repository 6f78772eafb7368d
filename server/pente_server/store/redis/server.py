"""A Redis or Valkey server, as every part of the store asks it what may be asked twice."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, Final, TypeVar

from redis.exceptions import RedisError

from pente_server.store.interface import StoreUnavailable

GIVE_UP_AFTER: Final = 2.0
"""Seconds after which what has no answer is not sent again; what became of it is unknown."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5
"""Seconds between attempts, at first and at most."""
ATTEMPTS: Final = 3
CONNECTIONS: Final = 32
AT_ONCE: Final = 24
"""Questions that are asked at once; the other connections are for what can't wait."""
PLACE_WITHIN: Final = 8.0
"""Seconds that a question waits for its turn: a thousand players who come back at once ask thousands."""
UNANSWERED: Final = (RedisError, OSError, TimeoutError, RuntimeError)
"""What asking raises when there is no answer; the last is what uvloop says of a connection that is gone."""

_T = TypeVar("_T")


class RedisServer:
    """A client of a server, without state of its own."""

    def __init__(self, client: Any) -> None:
        """``client`` is a `redis.asyncio.Redis`, whose annotations say "bytes or str" even where it was told
        which; it answers with bytes.
        """
        self.client = client
        self._places = asyncio.Semaphore(AT_ONCE)

    def script(self, name: str) -> Any:
        """A script of this package, to be called with ``keys`` and ``args``."""
        return self.client.register_script(files("pente_server.store.redis").joinpath(name).read_text())

    async def ask(self, question: Callable[[], Awaitable[_T]]) -> _T:
        """Ask something that does no harm when it is asked twice; up to three times.

        Raises StoreUnavailable.
        """
        try:
            async with asyncio.timeout(PLACE_WITHIN):
                await self._places.acquire()
        except TimeoutError:
            raise StoreUnavailable("too much is asked of the store") from None
        try:
            return await self.ask_now(question)
        finally:
            self._places.release()

    async def ask_now(self, question: Callable[[], Awaitable[_T]]) -> _T:
        """The same, without waiting for others who ask."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + GIVE_UP_AFTER
        for attempt in range(ATTEMPTS):
            try:
                return await question()
            except UNANSWERED as error:
                if attempt == ATTEMPTS - 1 or loop.time() + FIRST_PAUSE > give_up:
                    raise StoreUnavailable(f"the store does not answer: {one_line(error)}") from error
            await asyncio.sleep(FIRST_PAUSE)
        raise AssertionError

    async def ask_all(self, fill: Callable[[Any], None], *, at_once: bool = False) -> list[Any]:
        """The answers to what ``fill`` puts into a pipeline; ``at_once``: in one transaction.

        It may be asked twice. Raises StoreUnavailable.
        """

        async def ask() -> list[Any]:
            async with self.pipeline(at_once=at_once) as pipeline:
                fill(pipeline)
                answers: list[Any] = await pipeline.execute()
                return answers

        return await self.ask(ask)

    @asynccontextmanager
    async def pipeline(self, *, at_once: bool = False) -> AsyncIterator[Any]:
        """Commands that go out together, when they are executed; ``at_once``: in one transaction."""
        pipeline = self.client.pipeline(transaction=at_once)
        try:
            yield pipeline
        finally:  # one that is cancelled twice can't hand its connection back
            connection, pipeline.connection = pipeline.connection, None
            if connection is not None:
                await connection.disconnect(nowait=True)


def one_line(error: BaseException) -> str:
    """What an error says, for one line of a log."""
    return " ".join(str(error).split()) or type(error).__name__
