"""`pente serve` as a program: what it says, and how it ends."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from tests.support.forked.popen import PENTE
from tests.support.waiting import patience

SERVE = (*PENTE, "serve")


class Served:
    """A run of `pente serve`. Mutable."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def greeting(self) -> str:
        """What it says once it serves."""
        assert self.process.stdout is not None
        lines: list[str] = []
        while not lines or "Ctrl-C" not in lines[-1]:
            async with patience("the greeting of the server", lambda: lines):
                line = await self.process.stdout.readline()
            assert line, await self.complaint()
            lines.append(line.decode())
        return "".join(lines)

    async def url(self) -> str:
        """The first URL of its greeting."""
        return (await self.greeting()).split("serving on ")[1].split()[0].rstrip(";,")

    async def logged(self, part: str) -> str:
        """The next line on stderr with a text; those before are dropped."""
        assert self.process.stderr is not None
        lines: list[str] = []
        while not lines or part not in lines[-1]:
            async with patience(f"{part!r} in the log of the server", lambda: lines):
                line = await self.process.stderr.readline()
            assert line, f"the server ended and did not log {part!r}"
            lines.append(line.decode())
        return lines[-1]

    async def reloaded(self, part: str = "reload") -> str:
        """Have it read its files again; the first line with a text that it logs then."""
        self.process.send_signal(signal.SIGHUP)
        return await self.logged(part)

    async def complaint(self) -> str:
        assert self.process.stderr is not None
        return (await self.process.stderr.read()).decode()

    async def ended(self) -> tuple[int, str]:
        """Its exit status, and what it said on stderr."""
        async with patience("the end of the server"):
            _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


def serving(*arguments: str, **environment: str) -> AbstractAsyncContextManager[Served]:
    """A run of `pente serve` for the time of the block."""
    return started(arguments, environment)


@asynccontextmanager
async def started(
    arguments: Iterable[str], environment: Mapping[str, str], stdin: int = asyncio.subprocess.DEVNULL
) -> AsyncIterator[Served]:
    """A server for the time of a block; it logs warnings only, unless the arguments have a level."""
    level = () if "--log-level" in arguments else ("--log-level", "warning")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    process = await asyncio.create_subprocess_exec(
        *SERVE,
        *level,
        *arguments,
        env={**clean, **environment},
        stdin=stdin,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Served(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def refused(*arguments: str, **environment: str) -> tuple[int, str]:
    """The exit status, and the complaint, of a server that should not start."""
    async with serving(*arguments, **environment) as served:
        return await served.ended()


def one_sentence(complaint: str, *parts: str) -> bool:
    """Whether that is one line for people with all the parts."""
    return (
        complaint.startswith("pente serve: ")
        and complaint.count("\n") == 1
        and all(part in complaint for part in parts)
    )


async def get(port: int, path: str) -> tuple[int, str]:
    """The status and body of what a server on this machine answers to a GET."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        async with patience(f"an answer to GET {path}"):
            head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    finally:
        writer.close()
        await writer.wait_closed()
    return int(head.split()[1]), body
