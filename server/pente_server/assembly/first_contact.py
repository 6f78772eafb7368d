"""The first contact of a node with its store, which may just be starting."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from pente_server.assembly.background import RETRY_AFTER
from pente_server.store import ProblemCode, StoreUnavailable

_PASSING: Final = (ProblemCode.UNREACHABLE, ProblemCode.LOADING, ProblemCode.OLDER_SERVER)
START_PATIENCE: Final = 5.0
"""Seconds for which a store that does not answer at the start is asked again."""


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
