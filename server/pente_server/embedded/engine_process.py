"""One engine process: from its launch until it answers, and its end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pente_server.embedded.data_dir import DataDir, not_writable, rotate_log
from pente_server.embedded.die_with_parent import die_with_parent
from pente_server.embedded.engine import Engine
from pente_server.embedded.errors import EngineFailed
from pente_server.embedded.file_lock import FileLock, lock_engine_data
from pente_server.embedded.post_mortem import post_mortem
from pente_server.embedded.torn_log import torn_end

_log = logging.getLogger(__name__)

START_LIMIT = 600.0
"""Seconds that loading the data may take in all."""

SILENCE_LIMIT = 30.0
"""Seconds without any answer after which a starting engine counts as stuck."""

STOP_LIMIT = 5.0
"""Seconds for an orderly end, before it is killed."""

FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.1


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """What to run, on which data, listening where; the configuration says the same."""

    engine: Engine
    home: DataDir
    listen: Path


class EngineProcess:
    """A running engine. Mutable: the process ends some day."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def gone(self) -> bool:
        return self._process.returncode is not None

    async def wait(self) -> int:
        """The exit status, once it has ended; negative: the signal that ended it."""
        return await self._process.wait()

    async def stop(self) -> int:
        """Ends it in an orderly way, within `STOP_LIMIT`, or kills it. The exit status.

        It is gone on every way out of here, also when the caller is cancelled meanwhile.
        """
        try:
            if not self.gone:
                with suppress(ProcessLookupError):
                    self._process.terminate()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.wait(), STOP_LIMIT)
        finally:
            await self.kill()
        return await self.wait()

    async def kill(self) -> None:
        """Ends it at once, with the process that may be rewriting its files."""
        if not self.gone:
            with suppress(ProcessLookupError, PermissionError):
                # The launch made it the leader of a group of its own.
                os.killpg(self.pid, signal.SIGKILL)
            await self.wait()


async def start_engine(setting: EngineSettings) -> EngineProcess:
    """An engine that answers, and is the only one on its data.

    On every other way out of here there is none: it was killed. What a power cut has left unfinished
    at the end of the data is cut off. Raises `EngineFailed`, `DataDirBusy`, `DataDirNotWritable`.
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
    child = await _launch(setting, begin, "--aof-load-truncated", "yes")
    _log.warning(
        "the end of %s was torn, as by a power cut; cut off what was never finished, from byte %d on", *torn
    )
    return child


async def _launch(setting: EngineSettings, begin: int, *options: str) -> EngineProcess:
    """The same, if nothing is wrong with the data; its part of the log starts at byte `begin`."""
    try:
        lock = await lock_engine_data(setting.home.engine_lock)
    except OSError as error:
        raise not_writable(setting.home.root, error) from error
    try:
        child = await _spawn(setting, lock, *options)
    finally:
        lock.release()
    try:
        await _until_ready(child, setting, begin)
    except BaseException:
        await child.kill()
        raise
    return child


async def _spawn(setting: EngineSettings, lock: FileLock, *options: str) -> EngineProcess:
    try:
        with setting.home.conf.open("rb") as conf, _append(setting.home.log) as log:
            process = await asyncio.create_subprocess_exec(
                *die_with_parent(str(setting.engine.path), "-", *options),
                cwd=setting.home.store,
                stdin=conf,
                stdout=log,
                stderr=log,
                pass_fds=(lock.fd,),
                # Ctrl-C is for the server: it stops the engine when it has said goodbye.
                start_new_session=True,
                env={k: v for k, v in os.environ.items() if not k.startswith("PENTE_")},
            )
    except OSError as error:
        raise EngineFailed(f"{setting.engine.path} could not be started: {error}.") from error
    return EngineProcess(process)


def _append(path: Path) -> BinaryIO:
    return open(path, "ab", opener=lambda name, flags: os.open(name, flags, 0o600))


async def _until_ready(child: EngineProcess, setting: EngineSettings, begin: int) -> None:
    """Returns when the engine takes commands. Raises `EngineFailed`."""
    loop = asyncio.get_running_loop()
    ended = asyncio.ensure_future(child.wait())
    last_sign = start = loop.time()
    pause = FIRST_PAUSE
    try:
        while not ended.done():
            said = await _ping(setting.listen)
            if said.startswith(b"+PONG"):
                return
            now = loop.time()
            last_sign = now if said else last_sign
            if now - last_sign > SILENCE_LIMIT or now - start > START_LIMIT:
                raise EngineFailed(
                    f"{setting.engine.path} did not get ready within {now - start:.0f} s:"
                    f" see {setting.home.log}."
                )
            await asyncio.wait({ended}, timeout=pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
        raise EngineFailed(post_mortem(setting.engine, setting.home, ended.result(), begin))
    finally:
        ended.cancel()


async def _ping(listen: Path) -> bytes:
    """The engine's answer to one PING, or nothing if there is none (yet)."""
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
