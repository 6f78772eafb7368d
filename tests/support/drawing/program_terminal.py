"""A program on a terminal: a pseudo-terminal with somebody who types and looks at it."""

import asyncio
import fcntl
import os
import pty
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress

import pyte

from tests.support.waiting import patience, until


class ProgramTerminal:
    """A terminal and the program on it. Mutable."""

    def __init__(self, process: asyncio.subprocess.Process, fd: int, columns: int, rows: int) -> None:
        self.process = process
        self.received = b""
        """All that the program has written."""
        self.fd = fd
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)

    def type(self, text: str) -> None:
        """Type something, as the keys send it."""
        os.write(self.fd, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        _set_size(self.fd, columns, rows)
        self._screen.resize(rows, columns)

    @property
    def text(self) -> str:
        """What is on the screen; an alternate screen is not told from the usual one."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    async def shows(self, *parts: str) -> str:
        """Wait until the screen has some texts; the screen."""

        def has_all() -> bool:
            return all(part in self.text for part in parts)

        await until(has_all, lambda: [parts, self.text])
        return self.text

    async def begins(self, text: str) -> None:
        """Wait until a text stands at the beginning of the screen."""
        await until(lambda: self.text.startswith(text), lambda: [text, self.text])

    async def writes(self, part: bytes, after: int = 0) -> int:
        """Wait until the program has written something, behind so many bytes; how many they are then."""

        def has_come() -> bool:
            return part in self.received[after:]

        await until(has_come, lambda: [part, self.received[-500:]])
        return len(self.received)

    async def ended(self) -> int:
        """Wait for the end of the program; its exit status."""
        async with patience("the end of the program", lambda: [self.text]):
            return await self.process.wait()

    @property
    def settings(self) -> list[object]:
        """How the terminal is set: echo, line by line and the like."""
        return termios.tcgetattr(self.fd)

    async def has_unread(self, count: int) -> None:
        """Wait until so many bytes have been written that nobody has read."""

        def waiting() -> int:
            return int.from_bytes(fcntl.ioctl(self.fd, termios.FIONREAD, bytes(4)), sys.byteorder)

        await until(lambda: waiting() >= count, lambda: [waiting()])

    @contextmanager
    def as_slow(self) -> Iterator[None]:
        """Read nothing in the block, so that the program has to wait in the middle of what it writes."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.fd)
        yield
        loop.add_reader(self.fd, self.read)

    def read(self) -> None:
        """Take what has been written."""
        with suppress(BlockingIOError, OSError):  # nothing there, or nobody who writes any more
            while data := os.read(self.fd, 65536):
                self.received += data
                self._stream.feed(data)


@asynccontextmanager
async def on_terminal(
    *command: str, environment: Mapping[str, str], columns: int = 80, rows: int = 24
) -> AsyncIterator[ProgramTerminal]:
    """Run a program on a terminal of its own until the end of the block; it is killed if it still runs."""
    fd, side = pty.openpty()
    _set_size(fd, columns, rows)
    os.set_blocking(fd, False)
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=side,
            stdout=side,
            stderr=side,
            env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
    finally:
        os.close(side)
    terminal = ProgramTerminal(process, fd, columns, rows)
    loop = asyncio.get_running_loop()
    loop.add_reader(fd, terminal.read)
    try:
        yield terminal
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        loop.remove_reader(fd)
        os.close(fd)


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _set_size(fd: int, columns: int, rows: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
