"""File locks that the kernel releases when the processes holding them die, so they never go stale."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pente_server.embedded.errors import DataDirBusy

EVICT_LIMIT = 5.0
"""Seconds that a leftover engine has to exit after it was killed."""

ENDING = b" stopping"
"""What follows the process id in the file while that process is stopping."""

EVICT_STEP = 0.005
"""Seconds between two attempts to take the lock from it."""


class FileLock:
    """An exclusive `flock` on a file.

    A flock belongs to the open file description, not to a process: a child that inherits
    `fd` holds it too, and it is released when the last holder closes `fd` or dies. The file
    is never deleted: a new file of that name could be locked while the old one still is.
    """

    __slots__ = ("fd",)

    def __init__(self, fd: int) -> None:
        self.fd = fd

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """Take the lock; None if it is held already. Raises `OSError` if the file cannot be written."""
        import fcntl  # missing on Windows, where there are no engines either

        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        except OSError:
            os.close(fd)
            raise
        return cls(fd)

    def sign(self, *, is_ending: bool = False) -> None:
        """Write this process's id into the file, to show who holds the lock; and whether it is stopping."""
        os.ftruncate(self.fd, 0)
        os.pwrite(self.fd, b"%d%s\n" % (os.getpid(), ENDING if is_ending else b""), 0)

    @property
    def held(self) -> bool:
        """Whether this object still holds the lock."""
        return self.fd >= 0

    def release(self) -> None:
        """Close `fd`; processes that inherited it keep the lock. Idempotent."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def lock_data_dir(path: Path) -> FileLock:
    """Lock a data directory for this process, and write its id into the file.

    Raises `DataDirBusy` or `OSError`.
    """
    lock = FileLock.take(path)
    if lock is None:
        signed = path.read_text(errors="replace").strip()
        holder = signed.removesuffix(ENDING.decode())
        who = f"process {holder}" if holder.isdecimal() else "another process"
        raise DataDirBusy(
            f"The data directory {path.parent} is in use by {who}: stop that server first,"
            " or choose another data directory.",
            is_ending=holder != signed,
        )
    try:
        lock.sign()
    except OSError:
        lock.release()
        raise
    return lock


async def lock_engine_data(path: Path) -> FileLock:
    """Take the lock that the engine is to inherit, and kill any leftover engine that holds it.

    The caller must hold the lock of the data directory: an engine that still holds this
    lock has then lost its server. Killing it loses nothing, since it acknowledges a write
    only when it is on disk. Raises `DataDirBusy` if it does not exit, and `OSError`.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + EVICT_LIMIT
    while (lock := FileLock.take(path)) is None:
        left = await lock_holders(path)
        if loop.time() > end:
            raise DataDirBusy(_still_there(path, left))
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(EVICT_STEP)
    return lock


def _still_there(path: Path, pids: list[int]) -> str:
    which = f"process {', '.join(map(str, pids))}" if pids else "a process of another user"
    return (
        f"An engine left behind by an earlier server is still using {path.parent}: end {which},"
        " or choose another data directory."
    )


async def lock_holders(path: Path) -> list[int]:
    """Ids of the other processes that hold the lock on `path`, as far as visible to this user.

    Processes that merely read the file, such as a backup, are not included.
    """
    found = list(_from_proc(path)) if sys.platform == "linux" else await _from_lsof(path)
    return [pid for pid in found if pid != os.getpid()]


def _from_proc(path: Path) -> Iterator[int]:
    """The processes that hold a flock on the file, from Linux's /proc; this process included."""
    wanted = path.stat()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # exited meanwhile, or owned by another user
            if any(_holds(process, fd.name, wanted) for fd in (process / "fd").iterdir()):
                yield int(process.name)


def _holds(process: Path, fd: str, wanted: os.stat_result) -> bool:
    """Whether a descriptor of a process in /proc is open on the wanted file and holds a flock on it."""
    with suppress(OSError):
        same = os.path.samestat((process / "fd" / fd).stat(), wanted)
        return same and "FLOCK" in (process / "fdinfo" / fd).read_text()
    return False


async def _from_lsof(path: Path) -> list[int]:
    """The processes that have the file open for writing; empty where lsof is missing (macOS has it)."""
    try:
        process = await asyncio.create_subprocess_exec(
            *("lsof", "-F", "pa", "--", str(path)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return []
    output, _ = await process.communicate()
    return list(_writers(output.decode(errors="replace")))


def _writers(output: str) -> Iterator[int]:
    r"""Ids of the processes that have the file open for reading and writing, from `lsof -F pa` output.

    >>> list(_writers("p12\nf5\nau\np34\nf3\nar\n"))
    [12]
    """
    pid = 0
    for line in output.splitlines():
        if line.startswith("p"):
            pid = int(line[1:])
        elif line == "au":
            yield pid
