"""`pente serve` as a program: what it says, and how it ends."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.support.waiting import patience

SERVE = (sys.executable, "-m", "pente_client", "serve")


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

    async def complaint(self) -> str:
        assert self.process.stderr is not None
        return (await self.process.stderr.read()).decode()

    async def ended(self) -> tuple[int, str]:
        """Its exit status, and what it said on stderr."""
        async with patience("the end of the server"):
            _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


@asynccontextmanager
async def serving(*arguments: str, **environment: str) -> AsyncIterator[Served]:
    """A server for the time of a block; it logs warnings only, unless the arguments have a level."""
    level = () if "--log-level" in arguments else ("--log-level", "warning")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    process = await asyncio.create_subprocess_exec(
        *SERVE,
        *level,
        *arguments,
        env={**clean, **environment},
        stdin=asyncio.subprocess.DEVNULL,
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
