"""The private Valkey or Redis child that is the server's default store.

`start_embedded(data_dir)` starts an engine of its own for one data directory and
answers an `EmbeddedStore`, whose `url` any Redis client can connect to; whoever
called it must call `stop()`. What it keeps:

    lock             held by the server while it runs; says which process that is
    engine.json      which engine, and which version of it, last wrote here
    store.conf       the engine's configuration, written anew at every start
    store.log        what the engine says (`store.log.1`: the one before)
    store/           the append-only files, the engine's own lock and its socket

Every write is on the disk before it is acknowledged (`appendfsync always`), so the
engine may be killed at any instant, and is: on Linux it dies with the server, however
the server dies. Elsewhere a server that was killed leaves its engine behind, and the
next start ends it. Two engines never run on the same files, on any platform: each
holds `store/engine.lock` from before its first instruction to after its last.

The thread that starts the engine must live as long as it is needed, because the kernel
ties the child to that thread: run the event loop in the main thread.
"""

from pente_server.embedded.errors import (
    DataDirBusy,
    DataDirNotWritable,
    EmbeddedError,
    EngineFailed,
    EngineMismatch,
    NoEngine,
)
from pente_server.embedded.store import EmbeddedStore, start_embedded

__all__ = [
    "DataDirBusy",
    "DataDirNotWritable",
    "EmbeddedError",
    "EmbeddedStore",
    "EngineFailed",
    "EngineMismatch",
    "NoEngine",
    "start_embedded",
]
