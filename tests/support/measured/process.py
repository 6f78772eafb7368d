"""Programs that are measured, and what the kernel knows of them."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tests.support.measured.usage import cpu_seconds, resident_bytes
from tests.support.waiting import patience

STOP_WITHIN: Final = 10.0


@dataclass(frozen=True, slots=True)
class Measured:
    """A running program that listens on a port of this machine."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """The processor time, user and system, that it has used so far."""
        return cpu_seconds(self.pid)

    def resident(self) -> int:
        """Bytes of its memory that are in use now."""
        return resident_bytes(self.pid)


@asynccontextmanager
async def running(
    *arguments: str, environment: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[Measured]:
    """Run Python with arguments until the end of the block; its first line names ``127.0.0.1:PORT``.

    Variables of the environment are set besides those of this process.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PENTE_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        env={**inherited, **environment},
    )
    try:
        assert process.stdout is not None
        async with patience(f"the port of {' '.join(arguments)}"):
            line = (await process.stdout.readline()).decode()
        port = re.search(r"127\.0\.0\.1:([0-9]+)", line)
        if port is None:
            raise RuntimeError(f"{' '.join(arguments)} did not start: it said {line!r}")
        yield Measured(process.pid, int(port[1]))
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.communicate(), STOP_WITHIN)
        except TimeoutError:
            process.kill()
            await process.communicate()
