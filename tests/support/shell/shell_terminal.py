"""`pente shell` in a terminal of its own."""

import asyncio
import fcntl
import os
import pty
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pyte

from tests.support.waiting import patience

COLUMNS, ROWS = 100, 40
_WHERE = b"\x1b[6n"
"""Asks where the cursor is, as the library does that edits lines."""


class ShellTerminal:
    """A program and the screen that it writes to. Mutable."""

    def __init__(self, program: asyncio.subprocess.Process, terminal: int) -> None:
        self.program = program
        self._terminal = terminal
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        asyncio.get_running_loop().add_reader(terminal, self._read)

    def type(self, text: str) -> None:
        """Press keys; ``\\r`` is Enter."""
        os.write(self._terminal, text.encode())

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    async def until(self, words: str) -> None:
        """Wait until the screen ends with some text."""
        await self._wait(f"{words!r} at the end of the screen", lambda: self.text.endswith(words))

    async def shows(self, words: str) -> None:
        """Wait until some text is on the screen."""
        await self._wait(f"{words!r} on the screen", lambda: words in self.text)

    async def _wait(self, wanted: str, holds: Callable[[], bool]) -> None:
        async with patience(wanted, lambda: [self.text]):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    async def ended(self) -> int:
        async with patience("the end of the shell", lambda: [self.text]):
            return await self.program.wait()

    def _read(self) -> None:
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # nobody has the other end any more
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._terminal)
        self._stream.feed(data)
        if _WHERE in data:
            cursor = self._screen.cursor
            os.write(self._terminal, f"\x1b[{cursor.y + 1};{cursor.x + 1}R".encode())
        self._changed.set()


@asynccontextmanager
async def shell_terminal(state: Path, *arguments: str) -> AsyncIterator[ShellTerminal]:
    """Run `pente shell` in a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pente_client", "shell", *arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "PENTE_STATE": str(state), "TERM": "xterm", "LANG": "C.UTF-8"},
        preexec_fn=lambda: _take_terminal(theirs),
    )
    os.close(theirs)
    terminal = ShellTerminal(program, ours)
    try:
        yield terminal
    finally:
        with suppress(ProcessLookupError):
            program.send_signal(signal.SIGKILL)
        await program.wait()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)


def _take_terminal(terminal: int) -> None:
    """Make a terminal that of this process, so that Ctrl-C typed there reaches it."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
