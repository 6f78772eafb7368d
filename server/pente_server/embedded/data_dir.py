"""The data directory: its file layout, the engine's socket path and the engine's configuration."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, socket
from urllib.parse import quote

from pente_server.embedded.errors import DataDirNotWritable, EmbeddedError

SOCKET = "engine.sock"

NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
"""The errors of a full disk."""

FULL_BELOW = 256 * 1024
"""Free bytes under which a write may fail."""

LOG_LIMIT = 1 << 20
"""Size in bytes from which a start rotates the engine's log."""


@dataclass(frozen=True, slots=True)
class DataDir:
    """The paths in one data directory. `root` is absolute."""

    root: Path

    @property
    def lock(self) -> Path:
        return self.root / "lock"

    @property
    def engine_stamp(self) -> Path:
        return self.root / "engine.json"

    @property
    def conf(self) -> Path:
        return self.root / "store.conf"

    @property
    def log(self) -> Path:
        return self.root / "store.log"

    @property
    def store(self) -> Path:
        return self.root / "store"

    @property
    def engine_lock(self) -> Path:
        return self.store / "engine.lock"


def open_data_dir(data_dir: Path) -> DataDir:
    """Open a data directory, and create it with mode 0700 if missing. Raises `DataDirNotWritable`.

    An existing directory keeps its mode; its subdirectory `store` is always set to 0700.
    """
    try:
        home = DataDir(data_dir.expanduser().absolute())
        if not home.root.is_dir():
            home.root.mkdir(parents=True)
            home.root.chmod(0o700)
        home.store.mkdir(exist_ok=True)
        home.store.chmod(0o700)
    except (OSError, RuntimeError) as error:  # RuntimeError: an unknown ~user
        raise not_writable(data_dir, error) from error
    return home


def not_writable(path: Path, error: Exception) -> DataDirNotWritable:
    """The error for a `path` that cannot be written, with the reason taken from `error`."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    if isinstance(error, OSError) and error.errno in NO_SPACE:
        return DataDirNotWritable(disk_is_full(path, reason), is_passing=True)
    return DataDirNotWritable(
        f"The data directory {path} cannot be written to ({reason}): make it writable for this"
        " user, or choose another data directory."
    )


def disk_is_full(path: Path, reason: str) -> str:
    """The message for a full disk under a `path`."""
    return (
        f"The disk with the data directory {path} is full ({reason}; {free_bytes(path):,} bytes free):"
        " free some space, or choose another data directory."
    )


def free_bytes(path: Path) -> int:
    """Free bytes on the disk of a path, or of its closest parent that exists."""
    while not path.exists():
        path = path.parent
    return shutil.disk_usage(path).free


def place_socket(home: DataDir) -> Path:
    """Choose the engine's socket path: absolute, and tested by binding a socket to it.

    The path is in the data directory if possible. It is not if the path is too long for a
    socket (more than 107 bytes, fewer on some systems) or the file system does not support
    sockets. Then it is in a directory private to this user under XDG_RUNTIME_DIR or the
    temporary directory; its name depends only on the user and the data directory. Raises
    `EmbeddedError` if no candidate works.
    """
    reasons = []
    for place in _places(home):
        try:
            if place != home.store:
                _make_private(place)
            _try_socket(place / SOCKET)
        except OSError as error:
            reasons.append(f"{place}: {error.strerror or error}")
            _remove_place(home, place)
        else:
            return place / SOCKET
    raise EmbeddedError(
        f"There is no place for the store's socket ({'; '.join(reasons)}): set XDG_RUNTIME_DIR"
        " to a short directory of your own, or choose a shorter data directory."
    )


def running_url(data_dir: Path) -> str | None:
    """The URL of the engine that a running server has on a data directory; None if there is no socket."""
    home = DataDir(data_dir.expanduser().absolute())
    found = (place / SOCKET for place in _places(home) if (place / SOCKET).is_socket())
    path = next(found, None)
    return None if path is None else socket_url(path)


def socket_url(path: Path) -> str:
    """The URL of a socket for `redis.asyncio.from_url`."""
    return f"unix://{quote(str(path))}"


def clear_socket(home: DataDir, path: Path) -> None:
    """Undo `place_socket`: delete the socket, and its directory unless in the data directory. Idempotent."""
    with suppress(OSError):
        path.unlink()
    _remove_place(home, path.parent)


def _places(home: DataDir) -> Iterator[Path]:
    """The directories to try for the socket, in the order of preference."""
    yield home.store
    # A hash, because the whole path must be short, and different data directories need different sockets.
    which = hashlib.sha256(os.fsencode(home.root)).hexdigest()[:16]
    # Any user may have created that name in a shared temporary directory first: see `_make_private`.
    for base in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):  # noqa: S108
        if Path(base).is_absolute():
            yield Path(base) / f"pente-{os.geteuid()}-{which}"


def _make_private(place: Path) -> None:
    """Create a directory that only this user can access. Raises `OSError` if another user owns it."""
    with suppress(FileExistsError):
        place.mkdir(mode=0o700)
    found = place.lstat()  # not stat: a symbolic link could lead into a directory of another user
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise OSError("it belongs to another user")
    place.chmod(0o700)


def _remove_place(home: DataDir, place: Path) -> None:
    if place != home.store:
        with suppress(OSError):
            place.rmdir()


def _try_socket(path: Path) -> None:
    """Bind a socket to a path and delete it again. Raises `OSError`."""
    path.unlink(missing_ok=True)  # left behind by an engine that was killed
    with socket(AF_UNIX, SOCK_STREAM) as trial:
        trial.bind(str(path))
    path.unlink()


def write_conf(home: DataDir, listen: Path) -> None:
    """Write the engine's configuration file. Raises `OSError`."""
    lines = [
        "# Rewritten by every start of the server: changes made here are lost.",
        "port 0",
        f"unixsocket {_quoted(listen)}",
        "unixsocketperm 700",
        f"dir {_quoted(home.store)}",
        f"logfile {_quoted(home.log)}",
        "daemonize no",
        "supervised no",
        # The socket path in the process title shows which data directory an engine belongs to.
        'proc-title-template "{title} {unixsocket}"',
        # Acknowledge a write only when it is on disk. No `aof-load-truncated`: the engine would cut off
        # acknowledged writes if a damaged length made the end of a file look torn. `torn_log` decides.
        "appendonly yes",
        "appendfsync always",
        "no-appendfsync-on-rewrite no",
        "aof-use-rdb-preamble yes",
        "aof-load-truncated no",
        "auto-aof-rewrite-percentage 100",
        "auto-aof-rewrite-min-size 64mb",
        'save ""',
        # Never evict games to free memory.
        "maxmemory-policy noeviction",
        "enable-debug-command no",
        "enable-module-command no",
    ]
    home.conf.write_text("\n".join(lines) + "\n", encoding="ascii")


def _quoted(path: Path) -> str:
    r"""`path` as one quoted argument in the engine's configuration file, whatever bytes it contains.

    >>> print(_quoted(Path('/home/zoë/"x" y')))
    "/home/zo\xc3\xab/\x22x\x22 y"
    """
    plain = set(range(0x20, 0x7F)) - set(b'"\\')
    word = "".join(chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in os.fsencode(path))
    return f'"{word}"'


def rotate_log(home: DataDir) -> int:
    """Rotate a long engine log; return the offset at which the next engine will write. Raises `OSError`."""
    try:
        size = home.log.stat().st_size
    except FileNotFoundError:
        return 0
    if size < LOG_LIMIT:
        return size
    home.log.replace(home.log.with_suffix(".log.1"))
    return 0
