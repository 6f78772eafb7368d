"""The marks of logs: a running hash over the events of a room, as they are stored.

A version says how many events a log has, and not which: a store that was restored from a backup goes on from
an earlier version, and soon has other events under the same numbers. The mark of a version tells them apart.
It is keyed with a secret of the server, so that nobody can check a guess of a hidden event, such as a chat
message among players.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple, NewType

from pente_protocol.messages.checkpoint import Checkpoint, Mark

MARK_BYTES: Final = 8
KEPT: Final = 64
"""The least latest versions whose marks are remembered of a longer log."""

MarkKey = NewType("MarkKey", bytes)
"""What marks are keyed with: up to 64 bytes."""
NO_KEY: Final = MarkKey(b"")


@lru_cache(maxsize=4)
def mark_key(secret: bytes) -> MarkKey:
    """The key of all marks of a server, which tells nothing about the secret that it is made from."""
    return MarkKey(blake2b(key=secret[:64], person=b"pente marks").digest())


class LogMarks(NamedTuple):
    """The marks of the latest versions of a log. A NamedTuple, as every move makes one."""

    version: int = 0
    recent: bytes = b""
    """8 bytes for each version, the newest last."""

    @property
    def newest(self) -> Mark:
        """The mark of the last event; `NO_MARK` of an empty log."""
        return Mark(self.recent[-MARK_BYTES:].hex())

    @property
    def checkpoint(self) -> Checkpoint:
        """The last version with its mark. The log must not be empty."""
        return Checkpoint(self.version, self.newest)

    def at(self, version: int) -> Mark | None:
        """The mark of a version; None if that is not remembered, or not there."""
        end = len(self.recent) - (self.version - version) * MARK_BYTES
        if version > self.version or end < MARK_BYTES:
            return None
        return Mark(self.recent[end - MARK_BYTES : end].hex())

    def is_after(self, earlier: Checkpoint) -> bool:
        """Whether a checkpoint is known to belong to this log. False if its mark is not remembered."""
        return self.at(earlier.version) == earlier.mark

    def with_events(self, bodies: Sequence[bytes], key: MarkKey) -> "LogMarks":
        """The marks after some more events, of which all are remembered."""
        mark, marks = self.recent[-MARK_BYTES:], [self.recent[-MARK_BYTES * KEPT :]]
        start = _keyed(key)
        for body in bodies:
            hashed = start.copy()
            hashed.update(mark)
            hashed.update(body)
            marks.append(mark := hashed.digest())
        return LogMarks(self.version + len(bodies), b"".join(marks))


NO_MARKS: Final = LogMarks()


def marks_from(checkpoint: Checkpoint) -> LogMarks:
    """The marks of a log of which only one version is known."""
    return LogMarks(checkpoint.version, bytes.fromhex(checkpoint.mark))


class LogEnd(NamedTuple):
    """The end of a log as it lies in a store."""

    bodies: Sequence[bytes]
    checkpoint: Checkpoint | None
    """The mark that was stored with the last commit. None: there is none, or it can't be read.

    Its version may be lower than that of the last event: a program that knew no marks has appended since.
    """


def stored_form(version: int, mark: Mark) -> str:
    """A checkpoint as it is stored.

    >>> stored_form(3, Mark("00112233445566ff"))
    '3 00112233445566ff'
    """
    return f"{version} {mark}"


def parse_stored(stored: bytes | None) -> Checkpoint | None:
    """The inverse of `stored_form`; None for anything else.

    >>> parse_stored(b"3 00112233445566ff")
    Checkpoint(version=3, mark='00112233445566ff')
    """
    version, _, mark = (stored or b"").decode(errors="replace").partition(" ")
    if not (version.isascii() and version.isdigit() and len(mark) == 2 * MARK_BYTES):
        return None
    return Checkpoint(int(version), Mark(mark))


@lru_cache(maxsize=4)
def _keyed(key: MarkKey) -> blake2b:
    """A hash to be copied, which is cheaper than a new one."""
    return blake2b(key=key, digest_size=MARK_BYTES)
