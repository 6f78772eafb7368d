"""The embedded store: an engine kept running for one data directory."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from urllib.parse import quote

from pente_server.embedded.data_dir import clear_socket, not_writable, open_data_dir, place_socket, write_conf
from pente_server.embedded.engine import check_engine_stamp, find_engine, write_engine_stamp
from pente_server.embedded.engine_process import EngineProcess, EngineSettings, start_engine
from pente_server.embedded.errors import EmbeddedError
from pente_server.embedded.file_lock import FileLock, lock_data_dir

log = logging.getLogger(__name__)

STEADY = 10.0
"""Seconds of life after which an engine's earlier deaths are forgiven."""

ATTEMPTS = 6
"""Starts that may fail one after the other before a dead engine is given up."""


async def start_embedded(
    data_dir: Path, *, engine: Path | None = None, supervised: bool = True
) -> EmbeddedStore:
    """Starts the engine of `data_dir`, which is made if need be; returns when it answers.

    `engine` is the server program to use instead of the one that would be found. With
    `supervised`, an engine that dies is started again, see `EmbeddedStore`. The caller must
    `stop()` the store. Raises `EmbeddedError`; then, and when cancelled, nothing is left
    running or locked.
    """
    found = await find_engine(engine)
    home = open_data_dir(data_dir)
    try:
        lock = lock_data_dir(home.lock)
    except OSError as error:
        raise not_writable(home.root, error) from error
    listen = None
    try:
        check_engine_stamp(home.engine_stamp, found)
        listen = place_socket(home)
        setting = EngineSettings(found, home, listen)
        _configure(setting)
        child = await start_engine(setting)
        await _note(setting, child)
    except BaseException:
        if listen is not None:
            clear_socket(home, listen)
        lock.release()
        raise
    return EmbeddedStore(setting, child, lock, supervised=supervised)


def _configure(setting: EngineSettings) -> None:
    """Once, and not at every start of a child: that one must get by on a full disk."""
    try:
        write_conf(setting.home, setting.listen)
    except OSError as error:
        raise not_writable(setting.home.root, error) from error


async def _note(setting: EngineSettings, child: EngineProcess) -> None:
    try:
        write_engine_stamp(setting.home.engine_stamp, setting.engine)
    except OSError as error:
        await child.kill()
        raise not_writable(setting.home.root, error) from error


class EmbeddedStore:
    """A running engine, made by `start_embedded` and ended by `stop`. Mutable.

    Supervised, an engine that dies is started again: at once, and after a growing pause
    (2 s at most) when it keeps dying. `socket` and `url` stay the same, `pid` changes,
    connections break and may be made anew. When it cannot be started any more it is given
    up, and `wait` returns. Not supervised, the first death is the end.
    """

    def __init__(
        self, setting: EngineSettings, child: EngineProcess, lock: FileLock, *, supervised: bool
    ) -> None:
        self._setting = setting
        self._child = child
        self._lock = lock
        self._supervised = supervised
        self._end: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._watcher = asyncio.create_task(self._watch(), name="embedded store")
        self._watcher.add_done_callback(self._watched)

    @property
    def socket(self) -> Path:
        """Where the engine listens."""
        return self._setting.listen

    @property
    def url(self) -> str:
        """The same, as `redis.asyncio.from_url` takes it."""
        return f"unix://{quote(str(self.socket))}"

    @property
    def engine(self) -> str:
        """`valkey` or `redis`."""
        return self._setting.engine.name

    @property
    def version(self) -> str:
        """The engine's version, such as `9.1.2`."""
        return str(self._setting.engine.version)

    @property
    def pid(self) -> int:
        """The engine's process; while it is being started again, the one that died."""
        return self._child.pid

    async def wait(self) -> int:
        """Returns when there is no engine any more and will be none, with its exit status.

        That is after `stop`, or because it died (a negative status: the signal) and was not
        to be started again, or could not be.
        """
        return await asyncio.shield(self._end)

    async def stop(self) -> None:
        """Ends the engine, in an orderly way if it obeys, and frees the data directory.

        Nobody should be using it any more. Takes 5 s at most; doing it twice is fine.
        """
        self._watcher.cancel()
        try:
            await asyncio.wait({self._watcher})
        finally:
            await self._finish()

    async def _finish(self) -> None:
        try:
            status = await self._child.stop()
            if not self._end.done():
                self._end.set_result(status)
        finally:
            if self._child.gone and self._lock.held:
                clear_socket(self._setting.home, self.socket)
                self._lock.release()

    async def _watch(self) -> int:
        """Sees to the engine for life; the last one's exit status."""
        loop = asyncio.get_running_loop()
        deaths = 0
        while True:
            born = loop.time()
            status = await self._child.wait()
            if not self._supervised:
                return status
            log.error("the store's engine ended (status %d), starting it again", status)
            deaths = 0 if loop.time() - born > STEADY else deaths + 1
            if not await self._revive(deaths):
                return status

    async def _revive(self, deaths: int) -> bool:
        for attempt in range(deaths, deaths + ATTEMPTS):
            await asyncio.sleep(_pause(attempt))
            try:
                self._child = await start_engine(self._setting)
            except EmbeddedError as error:
                log.warning("the store's engine could not be started again: %s", error)
            else:
                log.warning("the store's engine is back (process %d)", self._child.pid)
                return True
        log.error("the store's engine is given up after %d attempts", ATTEMPTS)
        return False

    def _watched(self, watcher: asyncio.Task[int]) -> None:
        if watcher.cancelled() or self._end.done():
            return
        if (bug := watcher.exception()) is not None:
            self._end.set_exception(bug)
        else:
            self._end.set_result(watcher.result())


def _pause(deaths: int) -> float:
    """Seconds to wait before starting again, after so many deaths in a short time.

    >>> [_pause(n) for n in (0, 1, 2, 3, 9)]
    [0.0, 0.0, 0.1, 0.2, 2.0]
    """
    return min(0.1 * 2.0 ** (deaths - 2), 2.0) if deaths > 1 else 0.0
