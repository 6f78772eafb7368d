"""The product's own processes, as a person starts them: a server, and clients that speak JSON lines."""

import asyncio
import json
import os
import signal
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from pathlib import Path
from typing import IO, Any, Self

from tests.support.forked.popen import PENTE
from tests.support.ports import HeldPort
from tests.support.waiting import patience

Line = dict[str, Any]


class Process:
    """A process of the product with its output. An async context manager: it is ended at the end."""

    def __init__(self, *arguments: str, state: Path, log: Path | None = None, **variables: str) -> None:
        """``log``: where stderr goes, instead of among the other output. ``variables``: its environment."""
        self.command: tuple[str, ...] = PENTE
        self.arguments = arguments
        self._state = state
        self._log = log
        self._variables = variables
        self._process: asyncio.subprocess.Process | None = None
        self.said: deque[str] = deque(maxlen=2000)
        """The latest lines of its output, for when a test fails."""

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    async def __aenter__(self) -> Self:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
        with self._stderr() as stderr:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                *self.arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=stderr,
                env={
                    **environment,
                    "PENTE_STATE": str(self._state),
                    "PYTHONUNBUFFERED": "1",
                    **self._variables,
                },
            )
        return self

    def _stderr(self) -> AbstractContextManager[IO[bytes] | int]:
        return nullcontext(asyncio.subprocess.STDOUT) if self._log is None else self._log.open("ab")

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.terminate()
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            async with self._patience("its end"):
                await self.process.communicate()
        except AssertionError:
            self.process.kill()
            await self.process.communicate()
            raise

    def _patience(self, wanted: str) -> AbstractAsyncContextManager[None]:
        return patience(f"{wanted} from pente {' '.join(self.arguments)}", lambda: self.said)

    async def line(self, wanted: str = "a line") -> str:
        """The next line of its output. Fails when it ends or is silent, with what it has said."""
        raw = await self._raw_line(wanted)
        if not raw:
            raise AssertionError(f"{self.arguments} ended before {wanted}; it said:\n" + "\n".join(self.said))
        text = raw.decode().rstrip("\n")
        self.said.append(text)
        return text

    async def line_with(self, part: str) -> str:
        """The next line that contains a text."""
        while part not in (text := await self.line(f"a line with {part!r}")):
            pass
        return text

    async def type(self, text: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")
        await self.process.stdin.drain()

    async def ended(self) -> int:
        """Wait for its end; the exit status."""
        while raw := await self._raw_line("its end"):
            self.said.append(raw.decode().rstrip("\n"))
        async with self._patience("the exit status"):
            return await self.process.wait()

    async def _raw_line(self, wanted: str) -> bytes:
        assert self.process.stdout is not None
        async with self._patience(wanted):
            return await self.process.stdout.readline()


class JsonProcess(Process):
    """A client started with ``--json``."""

    async def event(self, wanted: str = "a line") -> Line:
        """The next line, as an object."""
        text = await self.line(wanted)
        try:
            line: Line = json.loads(text)
        except ValueError:
            raise AssertionError(f"{self.arguments} said something that is no JSON: {text}") from None
        return line

    async def until(self, wanted: str, matches: Callable[[Line], bool] = lambda _: True) -> Line:
        """The next line of a type that also matches."""
        while True:
            line = await self.event(f"a line {wanted!r} that fits")
            if line["t"] == wanted and matches(line):
                return line


class ServerProcess:
    """`pente serve` on a port of its own, which can be killed and started again with the same data.

    Only `serving` has one started, and ends it: no test that fails leaves a server running.
    """

    def __init__(self, data: Path, *arguments: str, log: Path | None = None) -> None:
        self._held = HeldPort()
        self.port = self._held.number
        self.url = f"ws://127.0.0.1:{self.port}"
        self.page = f"http://127.0.0.1:{self.port}"
        """The address of its pages, without a slash at the end."""
        self._data = data
        self._arguments = arguments
        self._log = log
        self._process: Process | None = None
        self.command = PENTE
        """The program, for the next start."""
        self.is_watched = False
        """Whether somebody ends it in the end."""

    @property
    def process(self) -> Process:
        assert self._process is not None
        return self._process

    async def start(self) -> None:
        """Start it, and return once it serves."""
        assert self.is_watched, "servers of tests are for the time of a block: see serving()"
        store = ("--data", str(self._data))
        arguments = ("serve", "--port", str(self.port), *store, *self._arguments)
        self._process = Process(*arguments, state=self._data, log=self._log)
        self._process.command = self.command
        await self._process.__aenter__()
        await self._process.line_with("pente is serving")

    async def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.process.send_signal(signal.SIGKILL)
        await self.process.process.communicate()

    async def end(self) -> None:
        """Kill it if it still runs."""
        if self._process is not None and self.process.process.returncode is None:
            await self.kill()

    async def stop(self) -> int:
        """End it as `kill` does by default; the exit status."""
        if self.process.process.returncode is None:
            self.process.process.terminate()
        return await self.process.ended()


@asynccontextmanager
async def serving(data: Path, *arguments: str, log: Path | None = None) -> AsyncIterator[ServerProcess]:
    """A server for the time of the block, which stops in order at its end; it is killed if that fails."""
    server = ServerProcess(data, *arguments, log=log)
    server.is_watched = True
    try:
        await server.start()
        yield server
        await server.stop()
    finally:
        await server.end()
