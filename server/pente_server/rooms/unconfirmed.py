"""Unconfirmed commits: those that got no answer. They may have happened without being told here, or may yet.

A network that heals may deliver what was given up long ago, so that each room is looked at again, ever more
rarely.
"""

from dataclasses import dataclass, field
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId

FIRST_PAUSE: Final = Millis(1000)
LONGEST_PAUSE: Final = Millis(64_000)
"""How long to wait after a look before the next one."""


@dataclass(frozen=True, slots=True)
class UnconfirmedCommit:
    """When to look at a room next, and how long to wait after that."""

    due: Instant
    pause: Millis = FIRST_PAUSE


@dataclass(slots=True)
class UnconfirmedCommits:
    """Mutable: the rooms in which there are some."""

    _by_room: dict[RoomId, UnconfirmedCommit] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._by_room)

    def begin(self, room: RoomId, now: Instant) -> None:
        """A commit in a room got no answer."""
        self._by_room[room] = UnconfirmedCommit(now)

    def due(self, now: Instant) -> list[tuple[RoomId, UnconfirmedCommit]]:
        """What is to be looked at now."""
        return [(room, commit) for room, commit in self._by_room.items() if commit.due <= now]

    def checked(self, room: RoomId, commit: UnconfirmedCommit, now: Instant) -> None:
        """A room was looked at for a commit: wait longer for the next look, unless there is a newer one."""
        if self._by_room[room] is not commit:
            return
        if commit.pause > LONGEST_PAUSE:
            del self._by_room[room]
        else:
            self._by_room[room] = UnconfirmedCommit(later(now, commit.pause), Millis(4 * commit.pause))
