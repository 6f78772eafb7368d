"""The embedded store: an engine, supervised, for one data directory."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from pente_server.embedded.data_dir import (
    DataDir,
    clear_socket,
    not_writable,
    open_data_dir,
    place_socket,
    socket_url,
    write_conf,
)
from pente_server.embedded.engine import check_engine_stamp, find_engine, write_engine_stamp
from pente_server.embedded.engine_process import EngineProcess, EngineSettings, start_engine
from pente_server.embedded.errors import DataDirBusy, EmbeddedError, EngineFailed
from pente_server.embedded.file_lock import FileLock, lock_data_dir

log = logging.getLogger(__name__)

ENGINE_PATIENCE = 10.0
"""Seconds that a client should wait for a new engine: it may be killed just after it has answered."""

STEADY = 10.0
"""Seconds of uptime after which earlier crashes no longer delay a restart."""

STARTS = 4
"""How many times an engine that is killed while it starts is started in all."""

STOP_LIMIT = 30.0
"""Seconds to wait for a server that is stopping; it has clients and an engine to wait for."""

STOP_STEP = 0.05
"""Seconds between two attempts to lock its data directory."""

DEATHS_LOGGED = 30
"""How many crashes in a row are logged, one by one."""

ATTEMPTS = 6
"""How many restarts in a row may fail before the engine is given up; those on a full disk don't count."""


async def start_embedded(
    data_dir: Path, *, engine: Path | None = None, supervised: bool = True
) -> EmbeddedStore:
    """Start the engine for `data_dir`, created if missing; return when it answers.

    `engine` is the server program to use, instead of searching for one. If `supervised`, an
    engine that dies is restarted, see `EmbeddedStore`. The caller must `stop()` the store.
    Raises `EmbeddedError`; then, and when cancelled, nothing is left running or locked.
    """
    found = await find_engine(engine)
    home = open_data_dir(data_dir)
    try:
        lock = await _lock_once_free(home)
    except OSError as error:
        raise not_writable(home.root, error) from error
    listen = None
    try:
        check_engine_stamp(home.engine_stamp, found)
        listen = place_socket(home)
        setting = EngineSettings(found, home, listen)
        _configure(setting)
        child = await _start(setting)
        await _note(setting, child)
    except BaseException:
        if listen is not None:
            clear_socket(home, listen)
        lock.release()
        raise
    return EmbeddedStore(setting, child, lock, supervised=supervised)


async def _lock_once_free(home: DataDir) -> FileLock:
    """Lock the data directory, once a server that is stopping is gone. Raises DataDirBusy and OSError."""
    loop = asyncio.get_running_loop()
    end = loop.time() + STOP_LIMIT
    while True:
        try:
            return lock_data_dir(home.lock)
        except DataDirBusy as busy:
            if not busy.is_ending or loop.time() > end:
                raise
        await asyncio.sleep(STOP_STEP)


async def _start(setting: EngineSettings) -> EngineProcess:
    """Start the engine; again if it is killed meanwhile, as by a system that is short of memory."""
    for deaths in range(1, STARTS):
        try:
            return await start_engine(setting)
        except EngineFailed as error:
            if not error.was_killed:
                raise
            log.warning("the store's engine was killed while it started, trying again: %s", error)
        await asyncio.sleep(_pause(deaths))
    return await start_engine(setting)


def _configure(setting: EngineSettings) -> None:
    """Write the configuration file, only once: restarting the engine must work on a full disk too."""
    try:
        write_conf(setting.home, setting.listen)
    except OSError as error:
        raise not_writable(setting.home.root, error) from error


async def _note(setting: EngineSettings, child: EngineProcess) -> None:
    """Record which engine writes the data from now on; kill it if that fails."""
    try:
        write_engine_stamp(setting.home.engine_stamp, setting.engine)
    except OSError as error:
        await child.kill()
        raise not_writable(setting.home.root, error) from error


class EmbeddedStore:
    """A running engine, started by `start_embedded` and stopped by `stop`. Mutable.

    A supervised engine that dies is restarted: at once, or after a growing pause (2 s at
    most) if it keeps dying. `socket` and `url` stay the same, `pid` changes, and clients
    have to reconnect. When it cannot be restarted it is given up, and `wait` returns; but
    not for a reason that passes, such as a full disk. An unsupervised engine is not
    restarted.
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
        """The path of the Unix socket that the engine listens on."""
        return self._setting.listen

    @property
    def url(self) -> str:
        """The URL of `socket` for `redis.asyncio.from_url`."""
        return socket_url(self.socket)

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
        """The engine's process id; during a restart, that of the process that died."""
        return self._child.pid

    async def wait(self) -> int:
        """Wait until the engine has stopped for good; return its exit status (negative: the signal).

        That is after `stop`, or when it died and was not supervised or could not be restarted.
        """
        return await asyncio.shield(self._end)

    def announce_stop(self) -> None:
        """Let whoever waits for the data directory know that it will be free soon."""
        if self._lock.held:
            self._lock.sign(is_ending=True)

    async def stop(self) -> None:
        """Shut the engine down and release the data directory.

        Close all clients first. Kills the engine if it takes longer than 5 s. Idempotent.
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
        """Restart the engine whenever it dies, if supervised; return the last exit status."""
        loop = asyncio.get_running_loop()
        deaths = 0
        while True:
            born = loop.time()
            status = await self._child.wait()
            if not self._supervised:
                return status
            deaths = 0 if loop.time() - born > STEADY else deaths + 1
            _log_death(status, deaths)
            if not await self._revive(deaths):
                return status

    async def _revive(self, deaths: int) -> bool:
        """Restart the engine after `deaths` in a short time; False when it is given up.

        A failure counts unless it passes: on a full disk the engine is tried until there is space again.
        """
        failures = passing = 0
        while failures < ATTEMPTS:
            await asyncio.sleep(_pause(deaths + failures + passing))
            try:
                self._child = await start_engine(self._setting)
            except EmbeddedError as error:
                failures += not error.is_passing
                passing += error.is_passing
                if passing <= 1 or not error.is_passing:
                    log.warning("the store's engine could not be restarted: %s", error)
            else:
                level = logging.WARNING if deaths < DEATHS_LOGGED else logging.DEBUG
                log.log(level, "the store's engine is back (process %d)", self._child.pid)
                return True
        log.error("giving up on the store's engine after %d failed restarts", ATTEMPTS)
        return False

    def _watched(self, watcher: asyncio.Task[int]) -> None:
        if watcher.cancelled() or self._end.done():
            return
        if (bug := watcher.exception()) is not None:
            self._end.set_exception(bug)
        else:
            self._end.set_result(watcher.result())


def _log_death(status: int, deaths: int) -> None:
    """Log that the engine exited; not each time, if it does so all the time, as on a full disk."""
    if deaths < DEATHS_LOGGED:
        log.error("the store's engine exited (status %d), restarting it", status)
    elif deaths == DEATHS_LOGGED:
        log.error("the store's engine keeps exiting (status %d); restarting it without saying so", status)


def _pause(deaths: int) -> float:
    """Seconds to wait before a restart, after so many deaths in a short time.

    >>> [_pause(n) for n in (0, 1, 2, 3, 9)]
    [0.0, 0.0, 0.1, 0.2, 2.0]
    """
    return min(0.1 * 2.0 ** (deaths - 2), 2.0) if deaths > 1 else 0.0
