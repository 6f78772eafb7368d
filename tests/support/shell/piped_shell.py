"""`pente shell` as a program that other programs drive."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.support.forked.popen import PENTE
from tests.support.waiting import patience


class PipedShell:
    """A shell at the other end of two pipes. Mutable."""

    def __init__(self, program: asyncio.subprocess.Process) -> None:
        self.program = program

    def type(self, line: bytes | str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(line.encode() + b"\n" if isinstance(line, str) else line + b"\n")

    async def line(self) -> str:
        assert self.program.stdout is not None
        async with patience("a line"):
            return (await self.program.stdout.readline()).decode()

    async def ask(self, line: bytes | str) -> list[str]:
        """Type a line, and read its answer up to the empty line."""
        self.type(line)
        answer = []
        while (said := await self.line()) not in ("\n", ""):
            answer.append(said.rstrip("\n"))
        return answer

    async def end(self) -> tuple[int, str, str]:
        """Close the input: the exit status, and the rest of what it writes."""
        async with patience("the end of the shell"):
            out, errors = await self.program.communicate(b"")  # which also closes it
        assert self.program.returncode is not None
        return self.program.returncode, out.decode(), errors.decode()


@asynccontextmanager
async def piped_shell(state: Path, *arguments: str) -> AsyncIterator[PipedShell]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    program = await asyncio.create_subprocess_exec(
        *(*PENTE, "shell", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**environment, "PENTE_STATE": str(state)},
    )
    try:
        yield PipedShell(program)
    finally:
        with suppress(ProcessLookupError):
            program.kill()
        await program.wait()
