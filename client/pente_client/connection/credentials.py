"""The secrets by which servers know their players, kept in a file that only its owner can read."""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pente_core.identity import PlayerKind

try:
    import fcntl
except ImportError:  # no such locks on this platform: two programs that start at once may lose a token
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Credentials:
    """An account at one server. The token is never shown, and sent to that server only."""

    server: str
    """The address, as `str` of an `Address` spells it."""
    kind: PlayerKind
    name: str
    token: str = field(repr=False)

    def is_for(self, server: str, kind: PlayerKind, name: str) -> bool:
        """Whether it is this account; names differ by more than case."""
        return (self.server, self.kind, self.name.casefold()) == (server, kind, name.casefold())

    def replaces(self, other: "Credentials") -> bool:
        """Whether the other one is out of date: it is of the same player, or has the same secret."""
        if (self.server, self.token) == (other.server, other.token):
            return True
        return other.is_for(self.server, self.kind, self.name)


class InvalidCredentials(ValueError):
    """A text that holds no identities; the message says what to do."""


class CredentialStore:
    """The identities in one JSON file. Several programs may use the file at once.

    Every change is made under a lock on what the file says then, and replaces the file as a whole. Its
    methods raise OSError when the file can't be read or written. A file that is no longer JSON is put
    aside as ``identities.json.broken`` with the first change.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def default(cls) -> "CredentialStore":
        """The file in ``$PENTE_STATE``, else in the user's directory for such things."""
        state = os.environ.get("PENTE_STATE")
        if state:
            return cls(Path(state) / "identities.json")
        from platformdirs import user_state_path

        return cls(user_state_path("pente") / "identities.json")

    def find(self, server: str, kind: PlayerKind, name: str) -> Credentials | None:
        """The identity of a player at a server; with an empty name, the one that was used last."""
        known = [one for one in self._read() if (one.server, one.kind) == (server, kind)]
        if name:
            known = [one for one in known if one.is_for(server, kind, name)]
        return known[-1] if known else None

    def keep(self, identity: Credentials) -> None:
        """Add an identity as the one that was used last, in place of those that it `replaces`."""
        known = self._read()
        if known and known[-1] == identity:
            return
        with self._locked():
            self._write([*(one for one in self._read() if not identity.replaces(one)), identity])

    def remove(self, server: str, token: str) -> None:
        """Remove the identity with a secret, if it is there. Raises OSError."""
        with self._locked():
            self._write([one for one in self._read() if (one.server, one.token) != (server, token)])

    def all(self) -> list[Credentials]:
        """All identities; of each server, the one that was used last comes last."""
        return self._read()

    def prepare(self) -> None:
        """Make sure that an identity could be kept; raises OSError now rather than then."""
        with self._locked(), tempfile.TemporaryFile(dir=self.path.parent):
            pass

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _read(self) -> list[Credentials]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        except UnicodeDecodeError:
            return []
        return list(_identities(text))

    def _write(self, identities: list[Credentials]) -> None:
        if self.path.exists() and not _is_sound(self.path):
            self.path.replace(self.path.with_name(self.path.name + ".broken"))
        text = format_credentials(identities)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".identities-")  # made with mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def format_credentials(identities: Iterable[Credentials]) -> str:
    """Identities as text, with their secrets; the twin of `parse_credentials`."""
    return json.dumps({"version": 1, "identities": [asdict(one) for one in identities]}, indent=1) + "\n"


def parse_credentials(text: str) -> list[Credentials]:
    """What `format_credentials` has written. Raises InvalidCredentials."""
    entries = _entries(text)
    identities = list(_identities(text))
    if not identities or entries is None or len(entries) != len(identities):
        raise InvalidCredentials("that is no file that pente account export has written")
    return identities


def _identities(text: str) -> Iterator[Credentials]:
    """What of a file can be understood."""
    entries = _entries(text)
    for entry in entries or ():
        try:
            server, name, token = entry["server"], entry["name"], entry["token"]
            kind = PlayerKind(entry["kind"])
        except (KeyError, TypeError, ValueError):
            continue
        if all(isinstance(value, str) for value in (server, name, token)):
            yield Credentials(server, kind, name, token)


def _entries(text: str) -> list[Any] | None:
    try:
        entries = json.loads(text)["identities"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return entries if isinstance(entries, list) else None


def _is_sound(path: Path) -> bool:
    try:
        return _entries(path.read_text(encoding="utf-8")) is not None
    except UnicodeDecodeError:
        return False
