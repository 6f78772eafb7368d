"""A real Valkey or Redis of our own, listening on TCP, as one that somebody else runs."""

import asyncio
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

from pente_server.embedded.engine import find_engine
from pente_server.store.redis.partitions import USUAL
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire.keys import Keys
from tests.support.ports import HeldPort
from tests.support.waiting import PATIENCE, in_vain


class Valkey:
    """A server process that keeps its data between `kill` and `start`. Mutable."""

    def __init__(self, program: Path, directory: Path, *options: str) -> None:
        self._held = HeldPort()
        self.port = self._held.number
        self.directory = directory
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [
            str(program),
            *("--port", str(self.port)),
            *("--bind", "127.0.0.1"),
            *("--dir", str(directory)),
            *("--save", ""),
            *options,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str) -> None:
        """Start it, and return once it answers. ``options`` override those it was made with, this time."""
        command = [*self._command, *options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, "the engine ended"
            assert time.monotonic() < end, in_vain(f"an answer of {self._command[0]}", (), PATIENCE)
            time.sleep(0.005)

    def kill(self) -> None:
        """End it at once."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith((b"+PONG", b"-NOAUTH"))
        except OSError:
            return False


KEYS = Keys(USUAL)
"""How the keys of a store are named that was made without asking for a number of partitions."""
ALWAYS = ("--appendonly", "yes", "--appendfsync", "always")


@contextmanager
def running_valkey(*options: str) -> Iterator[Valkey]:
    """A server for the time of the block."""
    directory = Path(tempfile.mkdtemp(prefix="pente"))
    valkey = Valkey(_program(), directory, *options)
    try:
        valkey.start()
        yield valkey
    finally:
        valkey.kill()
        shutil.rmtree(directory)


@cache
def _program() -> Path:
    with ThreadPoolExecutor(1) as thread:  # an event loop may be running in this one
        return thread.submit(asyncio.run, find_engine()).result().path


@asynccontextmanager
async def redis_store(
    url: str, *, proves_commits: bool = False, partitions: int = USUAL
) -> AsyncIterator[RedisStore]:
    """A store that is connected for the time of a block."""
    store = await RedisStore.connect(url, proves_commits=proves_commits, partitions=partitions)
    try:
        yield store
    finally:
        await store.close()
