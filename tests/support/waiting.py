"""Waiting for what another process or task does, with an end to it."""

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE = 60.0
"""Seconds after which something that should have happened has not, also on a busy machine."""


async def until(condition: Callable[[], bool | Awaitable[bool]]) -> None:
    """Return once the condition holds. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while not await _holds(condition):  # noqa: ASYNC110 -- nobody is there to set an event
            await asyncio.sleep(0.002)


async def _holds(condition: Callable[[], bool | Awaitable[bool]]) -> bool:
    held = condition()
    return held if isinstance(held, bool) else await held
