"""What a node does beside its requests: its first contact with a store, and work in the background."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from pente_server.store import ProblemCode, StoreUnavailable

_log = logging.getLogger(__name__)
RETRY_AFTER: Final = 0.5
"""Seconds until background work is restarted after an error."""
_PASSING: Final = (ProblemCode.UNREACHABLE, ProblemCode.LOADING, ProblemCode.OLDER_SERVER)
START_PATIENCE: Final = 5.0
"""Seconds for which a store that does not answer at the start is asked again."""


async def end_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until all have ended.

    With Python 3.11, redis-py swallows a cancellation that comes just when a command is sent, as
    `asyncio.wait_for` does there. So none of these tasks may pass its cancellation on only once, as a
    `TaskGroup` does.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.1)


async def restarted(work: Callable[[], Awaitable[None]]) -> None:
    """Run background work until cancelled, and restart it when it ends or fails."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 -- a bug; but without heartbeat or deadlines a node would be useless
            _log.exception("work in the background failed; restarting it")
        await asyncio.sleep(RETRY_AFTER)


async def once_reachable(contact: Callable[[], Awaitable[None]]) -> None:
    """Make the first contact with a store, again and again while its problem may pass by itself.

    Raises StoreUnavailable.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + START_PATIENCE
    while True:
        try:
            return await contact()
        except StoreUnavailable as error:
            if error.code not in _PASSING or loop.time() >= end:
                raise
        await asyncio.sleep(RETRY_AFTER)
