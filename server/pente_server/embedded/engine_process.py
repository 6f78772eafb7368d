"""One engine process: launch, wait until it answers, stop."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pente_server.embedded.data_dir import NO_SPACE, DataDir, not_writable, rotate_log
from pente_server.embedded.die_with_parent import die_with_parent, end_of_this_process
from pente_server.embedded.engine import Engine
from pente_server.embedded.errors import EngineFailed
from pente_server.embedded.file_lock import FileLock, lock_engine_data
from pente_server.embedded.post_mortem import post_mortem
from pente_server.embedded.torn_log import torn_end

_log = logging.getLogger(__name__)

SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, *NO_SPACE)
"""The errors of a machine that has no room for another process at the moment."""

START_LIMIT = 600.0
"""Time limit for loading the data, in seconds."""

SILENCE_LIMIT = 30.0
"""Seconds without any answer after which a starting engine counts as stuck."""

STOP_LIMIT = 5.0
"""Seconds for an orderly shutdown, before the engine is killed."""

FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.1
"""Seconds between two pings while the engine starts."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """The program to run, its data directory and its socket path, as written to its configuration file."""

    engine: Engine
    home: DataDir
    listen: Path


class EngineProcess:
    """An engine process, running or exited. Mutable."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def gone(self) -> bool:
        return self._process.returncode is not None

    async def wait(self) -> int:
        """Wait for the process to exit; return its status, or the negative signal number."""
        return await self._process.wait()

    async def stop(self) -> int:
        """Shut the engine down, and kill it if that takes longer than `STOP_LIMIT`; return the exit status.

        The process has exited when this returns or raises, also when the caller is cancelled.
        """
        try:
            if not self.gone:
                with suppress(ProcessLookupError):
                    self._process.terminate()
                with suppress(TimeoutError):
                    async with asyncio.timeout(STOP_LIMIT):
                        await self.wait()
        finally:
            await self.kill()
        return await self.wait()

    async def kill(self) -> None:
        """Kill the engine, and its child process that may be rewriting the append-only file."""
        if not self.gone:
            # PermissionError: macOS raises it for a group in which every process is a zombie.
            with suppress(ProcessLookupError, PermissionError):
                # `start_new_session` in `_spawn` made the engine the leader of its own process group.
                os.killpg(self.pid, signal.SIGKILL)
            await self.wait()


async def start_engine(setting: EngineSettings) -> EngineProcess:
    """Start an engine, and return once it answers. It is the only one on its data.

    An end of the data that a power failure left unfinished is cut off. Raises `EngineFailed`, `DataDirBusy`
    or `DataDirNotWritable`; then, and when cancelled, no engine is left running.
    """
    try:
        begin = rotate_log(setting.home)
    except OSError as error:
        raise not_writable(setting.home.root, error) from error
    try:
        return await _launch(setting, begin)
    except EngineFailed:
        if (torn := await torn_end(setting.engine, setting.home, begin)) is None:
            raise
    # Only now may the engine cut its own file: `torn_end` has made sure that nothing whole gets lost.
    child = await _launch(setting, begin, "--aof-load-truncated", "yes")
    _log.warning(
        "the end of %s was torn, as by a power failure; cut off the unfinished write, from byte %d on", *torn
    )
    return child


async def _launch(setting: EngineSettings, begin: int, *options: str) -> EngineProcess:
    """Start an engine without repairing its data. Its output begins at byte `begin` of the log.

    Raises like `start_engine`.
    """
    try:
        lock = await lock_engine_data(setting.home.engine_lock)
    except OSError as error:
        raise not_writable(setting.home.root, error) from error
    try:
        child = await _spawn(setting, lock, *options)
    finally:
        # Only our descriptor: the engine has inherited the lock and holds it until it exits.
        lock.release()
    try:
        await _until_ready(child, setting, begin)
    except BaseException:
        await child.kill()
        raise
    return child


async def _spawn(setting: EngineSettings, lock: FileLock, *options: str) -> EngineProcess:
    """Start the program, which reads its configuration from stdin ("-"). Raises `EngineFailed`."""
    try:
        with setting.home.conf.open("rb") as conf, _append(setting.home.log) as log:
            process = await asyncio.create_subprocess_exec(
                *die_with_parent(str(setting.engine.path), "-", *options, lifeline=end_of_this_process()),
                cwd=setting.home.store,
                stdin=conf,
                stdout=log,
                stderr=log,
                # The engine inherits the lock: the data stays locked until it exits, even without a server.
                pass_fds=(lock.fd, end_of_this_process()),
                # Keep the terminal's Ctrl-C away from the engine: the server stops it last.
                start_new_session=True,
                # Without the server's settings, which may contain passwords.
                env={k: v for k, v in os.environ.items() if not k.startswith("PENTE_")},
            )
    except OSError as error:
        text = f"{setting.engine.path} could not be started: {error}."
        raise EngineFailed(text, is_passing=error.errno in SHORTAGES) from error
    return EngineProcess(process)


def _append(path: Path) -> BinaryIO:
    return open(path, "ab", opener=lambda name, flags: os.open(name, flags, 0o600))


async def _until_ready(child: EngineProcess, setting: EngineSettings, begin: int) -> None:
    """Wait until the engine accepts commands. Raises `EngineFailed`."""
    loop = asyncio.get_running_loop()
    ended = asyncio.ensure_future(child.wait())
    last_sign = start = loop.time()
    pause = FIRST_PAUSE
    try:
        while not ended.done():
            answer = await _ping(setting.listen)
            if answer.startswith(b"+PONG"):
                return
            now = loop.time()
            last_sign = now if answer else last_sign
            if now - last_sign > SILENCE_LIMIT or now - start > START_LIMIT:
                raise EngineFailed(
                    f"{setting.engine.path} was not ready within {now - start:.0f} s: see {setting.home.log}."
                )
            await asyncio.wait({ended}, timeout=pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
        status = ended.result()
        raise post_mortem(setting.engine, setting.home, status, begin)
    finally:
        ended.cancel()


async def _ping(listen: Path) -> bytes:
    """The engine's answer to one PING, such as an error while it loads its data; empty if none."""
    try:
        async with asyncio.timeout(SILENCE_LIMIT):
            reader, writer = await asyncio.open_unix_connection(str(listen))
            try:
                writer.write(b"PING\r\n")
                return await reader.readline()
            finally:
                writer.close()
    except (OSError, ValueError):  # TimeoutError is an OSError
        return b""
