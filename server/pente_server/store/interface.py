"""What the server asks of a store. Stores know logs, deadlines and summaries, and nothing of Pente."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pente_core.clock.instant import Instant, Millis
from pente_protocol.messages import RoomId
from pente_server.store.account_store import AccountStore
from pente_server.store.archive_store import ArchiveStore
from pente_server.store.presence_store import PresenceStore


class StoreUnavailable(Exception):
    """The store did not answer; what was asked may or may not have happened."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One atomic step in the life of a room."""

    room: RoomId
    expected: int
    """The version that the decision was based on: 0 for a room that is to be created."""
    command: str
    """The id of the command, unique in the room; an id that was seen before changes nothing."""
    events: tuple[bytes, ...]
    """The encoded events to append; at least one."""
    deadline: Instant | None
    """When a tick is owed after this step; None: never."""
    summary: bytes | None = None
    """The room's new entry in the list of live rooms; None: as it was."""
    is_over: bool = False
    """Whether the room is no longer live; its log stays."""
    expires_after: Millis | None = None
    """With ``is_over``: how long the log is kept after the first such step.

    None: for ever, and that step also notes the room as one to be filed.
    """


@dataclass(frozen=True, slots=True)
class Committed:
    """The step was taken; ``version`` is the room's version after it."""

    version: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The command had been carried out before, and led to ``version``."""

    version: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else came first: the room is at ``version``, not at the expected one."""

    version: int


CommitResult = Committed | Duplicate | Conflict


@dataclass(frozen=True, slots=True)
class Wakeup:
    """News of a commit by anybody. ``room`` None: news may have been lost, look at everything again."""

    room: RoomId | None
    first: int = 0
    """The version of the first of ``events``."""
    events: tuple[bytes, ...] = ()
    summary: bytes | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Outage:
    """A span in which no node could serve anybody."""

    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class HeartbeatReply:
    """The answer to a heartbeat."""

    now: Instant
    """The store's clock."""
    outages: tuple[Outage, ...]
    """What has to be credited before anybody may act."""
    is_sure: bool
    """Whether the node may serve. Else it isn't known yet whether anybody has in the meantime: beat again."""


class Store(Protocol):
    """Every method may raise StoreUnavailable. Safe for concurrent use within one event loop."""

    @property
    def durability(self) -> str:
        """What a commit survives: ``strict``, ``everysec``, ``none``, ``memory``, or ``unknown``."""
        ...

    @property
    def archive(self) -> ArchiveStore:
        """The finished games."""
        ...

    @property
    def accounts(self) -> AccountStore:
        """Accounts, results and ratings."""
        ...

    @property
    def presence(self) -> PresenceStore:
        """Who is connected to which node."""
        ...

    async def close(self) -> None:
        """Let go of all connections. Commits without an answer are given up."""
        ...

    async def commit(self, change: Commit) -> CommitResult:
        """Take a step: check the command's id, then the version, then append, index and publish."""
        ...

    async def done(self, room: RoomId, command: str) -> int | None:
        """The version that a command led to, if it was carried out (among the room's last 256)."""
        ...

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        """The events after version ``since``, in order. Nothing for a room that does not exist."""
        ...

    async def live(self) -> Sequence[bytes]:
        """The summaries of all live rooms."""
        ...

    async def finished(self, count: int) -> Sequence[RoomId]:
        """The rooms that ended last and are not forgotten, newest first."""
        ...

    async def due(self, now: Instant) -> Sequence[RoomId]:
        """Rooms whose deadline has passed, at most some hundreds at a time."""
        ...

    def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        """News of commits, our own left out. It reconnects by itself and never ends; close it after use.

        It begins with a `Wakeup` of no room: whatever is committed after that is told.
        """
        ...

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        """Say that this node is there, and learn whether there was a span in which nobody served.

        A gap beyond ``longest_gap`` since its last beat breaks its service (see
        `pente_server.store.outage_detector`).
        """
        ...

    async def outage_credited(self, outage: Outage) -> None:
        """An outage was made good in all rooms; it is not reported again."""
        ...
