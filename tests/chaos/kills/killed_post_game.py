"""A node that files what was left behind, until it is killed after so many requests to the store.

Run it with the URL of a store and that number.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pente_core.clock.instant import Instant
from pente_server.results.archive import archived_game
from pente_server.results.post_game import FinishedRoom, PostGameJobs
from pente_server.store.redis import archive
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire.server import RedisServer

VISITS_AT_ONCE = 20
"""So that a game of usual length is filed in several requests."""

_T = TypeVar("_T")


async def file_all(store: RedisStore) -> None:
    """File what was left behind, until cancelled."""

    async def file(ended: FinishedRoom) -> None:
        await store.archive.file(await archived_game(ended))

    await PostGameJobs(store, [file], now=lambda: Instant(1 << 45)).run()


async def _die(url: str, asked: int) -> None:
    store = await RedisStore.connect(url)
    archive.VISITS_AT_ONCE = VISITS_AT_ONCE  # type: ignore[misc]
    ask, left = RedisServer.ask_now, asked

    async def counted(self: RedisServer, question: Callable[[], Awaitable[_T]]) -> _T:
        nonlocal left
        answer = await ask(self, question)
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    RedisServer.ask_now = counted  # type: ignore[method-assign]
    await file_all(store)


if __name__ == "__main__":
    asyncio.run(_die(sys.argv[1], int(sys.argv[2])))
