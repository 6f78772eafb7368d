"""Unconfirmed commits: those that got no answer from the store, and may have been carried out or not.

A network that recovers may deliver a commit long after the node gave it up. So each room is checked several
times, at growing intervals.
"""

from dataclasses import dataclass, field
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId

FIRST_PAUSE: Final = Millis(1000)
LONGEST_PAUSE: Final = Millis(64_000)
"""The shortest and longest time between two checks of a room."""


@dataclass(frozen=True, slots=True)
class UnconfirmedCommit:
    """When to check a room next, and how long to wait after that."""

    due: Instant
    pause: Millis = FIRST_PAUSE


@dataclass(slots=True)
class UnconfirmedCommits:
    """The rooms with unconfirmed commits. Mutable."""

    _by_room: dict[RoomId, UnconfirmedCommit] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._by_room)

    def begin(self, room: RoomId, now: Instant) -> None:
        """Note that a commit in a room got no answer."""
        self._by_room[room] = UnconfirmedCommit(now)

    def due(self, now: Instant) -> list[tuple[RoomId, UnconfirmedCommit]]:
        """The rooms to be checked now."""
        return [(room, commit) for room, commit in self._by_room.items() if commit.due <= now]

    def checked(self, room: RoomId, commit: UnconfirmedCommit, now: Instant) -> None:
        """Note that a room was checked: wait longer for the next check, or end after the last."""
        if self._by_room[room] is not commit:  # another commit got no answer meanwhile
            return
        if commit.pause > LONGEST_PAUSE:
            del self._by_room[room]
        else:
            self._by_room[room] = UnconfirmedCommit(later(now, commit.pause), Millis(4 * commit.pause))
