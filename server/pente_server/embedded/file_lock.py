"""Locks that end with the processes that hold them, and are never left behind."""

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
"""Seconds that an engine which was left behind has to disappear."""

EVICT_STEP = 0.005


class FileLock:
    """An exclusive `flock` on a file.

    It belongs to the open file, not to a process: whoever inherits `fd` holds it too, and
    it ends when the last of them has closed it or died. The file itself stays for ever.
    """

    __slots__ = ("fd",)

    def __init__(self, fd: int) -> None:
        self.fd = fd

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """The lock, or None if it is held. Raises `OSError` where the file cannot be written."""
        import fcntl  # noqa: PLC0415 - not everywhere; where it is missing, so are engines

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

    def sign(self) -> None:
        """Writes into the file who holds it: this process."""
        os.ftruncate(self.fd, 0)
        os.pwrite(self.fd, b"%d\n" % os.getpid(), 0)

    @property
    def held(self) -> bool:
        """Whether `release` was not called yet."""
        return self.fd >= 0

    def release(self) -> None:
        """Lets go of our own hold; doing it twice is fine."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def lock_data_dir(path: Path) -> FileLock:
    """The lock of a data directory, signed. Raises `DataDirBusy`, `OSError`."""
    lock = FileLock.take(path)
    if lock is None:
        holder = path.read_text(errors="replace").strip()
        who = f"process {holder}" if holder.isdecimal() else "another process"
        raise DataDirBusy(
            f"The data directory {path.parent} is in use by {who}: stop that server first,"
            " or choose another data directory."
        )
    try:
        lock.sign()
    except OSError:
        lock.release()
        raise
    return lock


async def lock_engine_data(path: Path) -> FileLock:
    """The lock for an engine to inherit, once no earlier engine is left.

    Must be called with the data directory's lock held: then an engine that still holds
    this one has lost its server, and is killed. That loses nothing, since it answers a
    write only when it is on the disk. Raises `DataDirBusy` if it does not go away.
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
    which = f"process {', '.join(map(str, pids))}" if pids else "a process of somebody else"
    return (
        f"An engine that an earlier server left behind still uses {path.parent}: end {which},"
        " or choose another data directory."
    )


async def lock_holders(path: Path) -> list[int]:
    """The other processes that hold the lock on `path`, as far as this user may see them.

    Not those that only read the file, such as a backup.
    """
    found = list(_from_proc(path)) if sys.platform == "linux" else await _from_lsof(path)
    return [pid for pid in found if pid != os.getpid()]


def _from_proc(path: Path) -> Iterator[int]:
    wanted = path.stat()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # gone meanwhile, or another user's
            if any(_holds(process, fd.name, wanted) for fd in (process / "fd").iterdir()):
                yield int(process.name)


def _holds(process: Path, fd: str, wanted: os.stat_result) -> bool:
    with suppress(OSError):
        same = os.path.samestat((process / "fd" / fd).stat(), wanted)
        return same and "FLOCK" in (process / "fdinfo" / fd).read_text()
    return False


async def _from_lsof(path: Path) -> list[int]:
    """Empty, too, where there is no lsof; macOS has it."""
    try:
        process = await asyncio.create_subprocess_exec(
            *("lsof", "-F", "pa", "--", str(path)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return []
    said, _ = await process.communicate()
    return list(_writers(said.decode(errors="replace")))


def _writers(said: str) -> Iterator[int]:
    r"""The processes that have the file open for reading and writing, from `lsof -F pa`.

    >>> list(_writers("p12\nf5\nau\np34\nf3\nar\n"))
    [12]
    """
    pid = 0
    for line in said.splitlines():
        if line.startswith("p"):
            pid = int(line[1:])
        elif line == "au":
            yield pid
