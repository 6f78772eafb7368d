"""The embedded store: a private Valkey or Redis child process, the server's default store.

`start_embedded(data_dir)` starts an engine for one data directory and returns an
`EmbeddedStore`, whose `url` any Redis client can connect to. The caller must call its
`stop()`. Files in the data directory:

    lock             locked by the server while it runs; contains its process id
    engine.json      name and version of the engine that last wrote here
    store.conf       the engine's configuration, rewritten by every start of the server
    store.log        the engine's log (`store.log.1`: the previous one)
    store/           the append-only files, the engine's lock and its socket

Every write is on disk before it is acknowledged (`appendfsync always`), so the engine
can be killed at any time without loss. On Linux the kernel kills it when the server
dies, however the server dies. On other systems a killed server leaves its engine
running, and the next start ends that engine. On every platform, two engines never run
on the same files: each holds `store/engine.lock` from before it is executed until its
last process has exited.

On Linux the kernel ties the child to the thread that started it. That thread must live
as long as the engine is needed: run the event loop in the main thread.
"""

from pente_server.embedded.data_dir import running_url
from pente_server.embedded.errors import (
    DataDirBusy,
    DataDirNotWritable,
    EmbeddedError,
    EngineFailed,
    EngineMismatch,
    NoEngine,
)
from pente_server.embedded.store import ENGINE_PATIENCE, EmbeddedStore, start_embedded

__all__ = [
    "ENGINE_PATIENCE",
    "DataDirBusy",
    "DataDirNotWritable",
    "EmbeddedError",
    "EmbeddedStore",
    "EngineFailed",
    "EngineMismatch",
    "NoEngine",
    "running_url",
    "start_embedded",
]
