"""The storage interface for reports of players to the host."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, Identity, RoomId

MOST_REPORTS: Final = 1000
"""How many reports can be open."""


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """A report of one player about another."""

    at: Instant
    sender: Identity
    about: Identity
    """With the name of that time."""
    text: str
    room: RoomId = NO_ROOM
    """The room in which it happened; empty: none was named."""


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A report that the host has not closed."""

    number: int
    """From 1, and never used again."""
    report: PlayerReport


class ReportStore(Protocol):
    """The open reports. Every method may raise StoreUnavailable; it is then safe to call it again."""

    async def add(self, command: str, report: PlayerReport) -> int | None:
        """Keep a report, and return its number. None when there are `MOST_REPORTS` open ones.

        With the same ``command``, which is unique among all senders, a report is kept once while it is open.
        """
        ...

    async def open(self) -> Sequence[OpenReport]:
        """All open reports, the oldest first."""
        ...

    async def close(self, number: int) -> bool:
        """Delete a report. False if there is none with this number."""
        ...
