"""The data directory: where things lie in it, the socket's place, the configuration."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, socket

from pente_server.embedded.errors import DataDirNotWritable, EmbeddedError

SOCKET = "engine.sock"

LOG_LIMIT = 1 << 20
"""Bytes from which on a start puts the log aside."""


@dataclass(frozen=True, slots=True)
class DataDir:
    """One data directory. `root` is absolute."""

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
    """Makes the data directory (0700) if need be. Raises `DataDirNotWritable`.

    An existing one keeps its mode; `store` within it is 0700 always.
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
    """The same sentence for every way in which writing to `path` can fail."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return DataDirNotWritable(
        f"The data directory {path} cannot be written ({reason}): make it writable for this"
        " user, or choose another data directory."
    )


def place_socket(home: DataDir) -> Path:
    """Where the engine shall listen: an absolute path at which a socket was just tried.

    In the data directory, or, where that path is too long for a socket (107 bytes, fewer
    on some systems) or its file system knows none, in a private directory of this user
    under XDG_RUNTIME_DIR or the temporary directory, always the same one for the same data
    directory. Raises `EmbeddedError`.
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


def clear_socket(home: DataDir, path: Path) -> None:
    """Undoes `place_socket`; what is gone already is fine."""
    with suppress(OSError):
        path.unlink()
    _remove_place(home, path.parent)


def _places(home: DataDir) -> Iterator[Path]:
    yield home.store
    which = hashlib.sha256(os.fsencode(home.root)).hexdigest()[:16]
    # In a temporary directory anybody may have been first: see `_make_private`.
    for base in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):  # noqa: S108
        if Path(base).is_absolute():
            yield Path(base) / f"pente-{os.geteuid()}-{which}"


def _make_private(place: Path) -> None:
    """A directory that nobody else could have made or can look into, or an `OSError`."""
    with suppress(FileExistsError):
        place.mkdir(mode=0o700)
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise OSError("it belongs to somebody else")
    place.chmod(0o700)


def _remove_place(home: DataDir, place: Path) -> None:
    if place != home.store:
        with suppress(OSError):
            place.rmdir()


def _try_socket(path: Path) -> None:
    path.unlink(missing_ok=True)  # of an engine that was killed
    with socket(AF_UNIX, SOCK_STREAM) as trial:
        trial.bind(str(path))
    path.unlink()


def write_conf(home: DataDir, listen: Path) -> None:
    """The engine's configuration file. Raises `OSError`."""
    lines = [
        "# Written at every start of the server: changes made here are lost.",
        "port 0",
        f"unixsocket {_quoted(listen)}",
        "unixsocketperm 700",
        f"dir {_quoted(home.store)}",
        f"logfile {_quoted(home.log)}",
        "daemonize no",
        "supervised no",
        # Who looks at the process list sees which data directory an engine belongs to.
        'proc-title-template "{title} {unixsocket}"',
        # A write is answered when it is on the disk. Whether an end was torn is for us to say: see `tear`.
        "appendonly yes",
        "appendfsync always",
        "no-appendfsync-on-rewrite no",
        "aof-use-rdb-preamble yes",
        "aof-load-truncated no",
        "auto-aof-rewrite-percentage 100",
        "auto-aof-rewrite-min-size 64mb",
        'save ""',
        # Games are never thrown away to make room.
        "maxmemory-policy noeviction",
        "enable-debug-command no",
        "enable-module-command no",
    ]
    home.conf.write_text("\n".join(lines) + "\n", encoding="ascii")


def _quoted(path: Path) -> str:
    r"""`path` as one quoted word of the engine's configuration, whatever bytes are in it.

    >>> print(_quoted(Path('/home/zoë/"x" y')))
    "/home/zo\xc3\xab/\x22x\x22 y"
    """
    plain = set(range(0x20, 0x7F)) - set(b'"\\')
    word = "".join(chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in os.fsencode(path))
    return f'"{word}"'


def rotate_log(home: DataDir) -> int:
    """Puts a long log aside; answers from which byte on the next engine will write."""
    try:
        size = home.log.stat().st_size
    except FileNotFoundError:
        return 0
    if size < LOG_LIMIT:
        return size
    home.log.replace(home.log.with_suffix(".log.1"))
    return 0
