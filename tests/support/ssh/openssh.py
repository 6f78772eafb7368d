"""A person with OpenSSH's client, at a terminal of their own."""

import asyncio
import fcntl
import os
import pty
import shutil
import struct
import subprocess
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pyte

from tests.support.waiting import patience

SSH = shutil.which("ssh")
KEYGEN = shutil.which("ssh-keygen")


def make_key(directory: Path) -> Path:
    """A new key of OpenSSH, without a passphrase."""
    assert KEYGEN is not None
    path = directory / "id_ed25519"
    subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path


def command(user: str, port: int, identity: Path | None, directory: Path, level: str = "ERROR") -> list[str]:
    """The command line of a client that reads and writes no file of the person who runs the tests.

    At the level INFO, which people have, it shows what a server says before one has signed in.
    """
    assert SSH is not None
    options = ["StrictHostKeyChecking=accept-new", f"UserKnownHostsFile={directory / 'known_hosts'}"]
    options += ["IdentitiesOnly=yes", "IdentityAgent=none", f"LogLevel={level}"]
    key = ["-i", str(identity)] if identity else ["-o", "IdentityFile=none"]
    words = [word for option in options for word in ("-o", option)]
    return [SSH, "-F", "/dev/null", "-tt", *words, *key, "-p", str(port), f"{user}@127.0.0.1"]


class OpenSsh:
    """A run of `ssh` on a pseudo-terminal, whose screen is emulated. Mutable."""

    def __init__(self, process: asyncio.subprocess.Process, master: int, columns: int, rows: int) -> None:
        self.process = process
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._master = master
        self._changed = asyncio.Event()
        self.is_over = False
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # the other end is closed
            data = b""
        if data:
            self._stream.feed(data)
        else:
            self.is_over = True
            asyncio.get_running_loop().remove_reader(self._master)
        self._changed.set()

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, *parts: str) -> str:
        """Wait until the screen shows some texts; the screen."""
        async with patience(f"{parts} on the screen", lambda: [self.text]):
            while not all(part in self.text for part in parts):
                assert not self.is_over, f"ssh ended without {parts}: {self.text}"
                self._changed.clear()
                await self._changed.wait()
        return self.text

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the window; the kernel sends SIGWINCH."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    async def ended(self) -> int:
        async with patience("the end of ssh", lambda: [self.text]):
            return await self.process.wait()


@asynccontextmanager
async def running(words: list[str], columns: int = 80, rows: int = 24) -> AsyncIterator[OpenSsh]:
    """A program on a pseudo-terminal of its own."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=environment,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(slave)
    ssh = OpenSsh(process, master, columns, rows)
    try:
        yield ssh
    finally:
        asyncio.get_running_loop().remove_reader(master)
        os.close(master)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
        await process.wait()
