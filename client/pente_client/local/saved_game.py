"""The file of a local game: its log, to which every event is appended and synchronized before it is shown."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from pente_core.identity import RoomId
from pente_core.records import BadRecord
from pente_core.room import events as ev
from pente_protocol.logs.json_lines import EventLog, format_event, format_log, scan_logs
from pente_protocol.sentences import tell

try:
    import fcntl
except ImportError:  # no such locks on this platform: nothing keeps two programs from one game
    fcntl = None  # type: ignore[assignment]

ENDING: Final = ".jsonl"


class UnusableGame(Exception):
    """A saved game that can't be opened; the message says why in one sentence."""


class SavedGame:
    """A file to which one program appends. Mutable; close it.

    It is a log as `pente games export --json` writes it, so that all commands for recorded games read it.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size

    @classmethod
    def create(cls, directory: Path, id_: RoomId, events: Sequence[ev.Event]) -> "SavedGame":
        """A new file with the first events. Raises OSError: then there is none."""
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = directory / f"{id_}{ENDING}"
        saved = cls(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600))
        try:
            _lock(saved._descriptor)
            saved._write(format_log(EventLog(tuple(events), id_)))
            _sync_directory(directory)
        except BaseException:
            saved.close()
            path.unlink(missing_ok=True)
            raise
        return saved

    @classmethod
    def open(cls, path: Path) -> "tuple[SavedGame, EventLog]":
        """A file that is there, and what is in it. Raises OSError and UnusableGame.

        A last line that was not written to its end, because the program was killed, is cut off: nobody was
        shown its event.
        """
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            _lock(descriptor)
            kept = _whole_lines(path)
            os.truncate(descriptor, len(kept))
            return cls(path, descriptor), _log_in(kept)
        except BaseException:
            os.close(descriptor)
            raise

    def append(self, events: Sequence[ev.Event]) -> None:
        """Append events; they are on the disk when this returns. Raises OSError: then none of them is."""
        self._write("".join(map(format_event, events)))

    def close(self) -> None:
        os.close(self._descriptor)

    def _write(self, text: str) -> None:
        data = text.encode()
        try:
            rest = data
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            os.fsync(self._descriptor)
        except OSError:
            os.truncate(self._descriptor, self._size)
            raise
        self._size += len(data)


def saved_games(directory: Path) -> Iterator[Path]:
    """The files of all games in a directory, the one that was used last first."""
    found = [path for path in directory.glob(f"*{ENDING}") if path.is_file()]
    yield from sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def read_saved_game(path: Path) -> EventLog:
    """What is in a file, which may be open elsewhere. Raises OSError and UnusableGame."""
    return _log_in(_whole_lines(path))


def games_directory() -> Path:
    """Where games are saved: in ``$PENTE_STATE``, else in the user's directory for such things."""
    state = os.environ.get("PENTE_STATE")
    if state:
        return Path(state) / "local"
    return user_state_path("pente") / "local"


def _whole_lines(path: Path) -> bytes:
    """The file up to the end of its last whole line."""
    data = path.read_bytes()
    return data[: data.rfind(b"\n") + 1]


def _log_in(data: bytes) -> EventLog:
    logs = [entry.content for entry in scan_logs(data.decode("utf-8", "replace").splitlines())]
    if len(logs) != 1:
        raise UnusableGame(tell("local.not-one"))
    log = logs[0]
    if isinstance(log, BadRecord):
        raise UnusableGame(tell("local.bad-line", line=log.line, reason=log.expected))
    return log


def _lock(descriptor: int) -> None:
    """Keep the file for this program. Raises UnusableGame when another one has it."""
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UnusableGame(tell("local.in-use")) from None


def _sync_directory(directory: Path) -> None:
    """Make a new name in a directory survive a loss of power, where the system can."""
    try:
        descriptor = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
