"""The store that an administrative command works on."""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from pente_core.room import events as ev
from pente_server import store_address
from pente_server.embedded import ENGINE_PATIENCE, DataDirBusy, running_url, start_embedded
from pente_server.store import StoreUnavailable
from pente_server.store.redis.partitions import USUAL
from pente_server.store.redis.store import RedisStore


class AdminError(Exception):
    """A command that could not run. The message is one sentence with the remedy."""


@asynccontextmanager
async def opened_store(
    args: argparse.Namespace,
    *,
    may_be_new: bool = False,
    may_be_running: bool = False,
    partitions: int | None = None,
) -> AsyncIterator[RedisStore]:
    """Connect to the chosen store, and run the embedded engine for a data directory.

    ``may_be_new``: make a store, and a data directory, where there is none. ``may_be_running``: if a server
    runs on the data directory, connect to its engine. ``partitions``: into how many the store has to be
    divided; None: any number will do. Raises AdminError, EmbeddedError and StoreUnavailable.
    """
    url, data, engine = store_address.redis_url(args), store_address.data_dir(args), None
    if not url and not may_be_new and not data.exists():
        raise AdminError(f"there is no data in {data}; give a data directory with --data, or --redis")
    try:
        engine = None if url else await start_embedded(data)
    except DataDirBusy:
        url = (running_url(data) if may_be_running else None) or ""
        if not url:
            raise
    try:
        store = await RedisStore.connect(
            engine.url if engine else url,
            patience=ENGINE_PATIENCE if engine else 0,
            makes=may_be_new,
            partitions=partitions or USUAL,
        )
        try:
            if partitions not in (None, store.partitions):
                raise AdminError(
                    f"that store has {store.partitions} partitions, which can't be changed;"
                    " leave --partitions out, or import into a new store"
                )
            if await store.inventory.log_format() > ev.LOG_FORMAT:
                raise AdminError("a newer version of pente has served this store; use that one")
            yield store
        finally:
            with suppress(StoreUnavailable):
                await store.close()
    finally:
        if engine is not None:
            await engine.stop()
