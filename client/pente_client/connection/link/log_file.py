"""A log in a file that only its owner can read, and that does not grow without bounds."""

import contextlib
import errno
import logging
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pente_protocol.sentences import tell

LARGEST: Final = 4 << 20
"""Bytes of a file before the next one is begun; the one before is kept as FILE.1."""
_BEGINNING: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:")
"""How a log begins; what begins otherwise is another file of the user's."""


class NotALog(OSError):
    """A file is there that is something else; it was left as it was."""


class LogFile(logging.Handler):
    """Writes lines with their times. Once it can't, it is silent: a game is worth more than its log."""

    def __init__(self, path: Path, largest: int = LARGEST) -> None:
        """Raises OSError if the file can't be written."""
        super().__init__(logging.DEBUG)
        self._path = path
        self._largest = largest
        self._descriptor = _opened(path)
        self._size = os.fstat(self._descriptor).st_size

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; see `logging.Handler`."""
        with contextlib.suppress(OSError, ValueError):
            line = f"{_moment(record.created)}  {record.getMessage()}\n".encode("utf-8", "replace")
            if self._size + len(line) > self._largest:
                self._begin_anew()
            self._size += os.write(self._descriptor, line)

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        super().close()

    def _begin_anew(self) -> None:
        before = self._path.with_name(f"{self._path.name}.1")
        with contextlib.suppress(FileNotFoundError):
            os.close(_opened(before, os.O_RDONLY))  # which raises, if that is no log of ours
        self._path.replace(before)
        os.close(self._descriptor)
        self._descriptor, self._size = -1, 0
        self._descriptor = _opened(self._path)


@contextmanager
def logging_to(path: Path, logger: logging.Logger) -> Iterator[None]:
    """Write all that a logger is told to a file, and nowhere else. Raises OSError at the start."""
    handler = LogFile(path)
    before = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before[0])
        logger.propagate = before[1]
        handler.close()


def _opened(path: Path, flags: int = os.O_RDWR | os.O_CREAT | os.O_APPEND) -> int:
    """A log, which its owner alone can read from now on. Raises OSError, also for anything but a log.

    A symbolic link, which others may have put there, is not followed.
    """
    descriptor = os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        _check_log(descriptor)
        os.fchmod(descriptor, 0o600)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_log(descriptor: int) -> None:
    """Raises NotALog."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise NotALog(errno.EINVAL, tell("reach.not-a-regular-file"))
    begin = os.pread(descriptor, 32, 0)
    if begin and not _BEGINNING.match(begin):
        raise NotALog(errno.EEXIST, tell("reach.a-file-that-is-no"))


def _moment(seconds: float) -> str:
    """A time in UTC, with milliseconds.

    >>> _moment(1.25)
    '1970-01-01T00:00:01.250Z'
    """
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03}Z"
