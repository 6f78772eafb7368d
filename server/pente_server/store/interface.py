"""The storage interface. Stores handle logs, deadlines and summaries, and know nothing about Pente."""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.room import events as ev
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.device_store import DeviceStore
from pente_server.store.accounts.vacation_store import VacationStore
from pente_server.store.archive_store import ArchiveStore
from pente_server.store.code_store import CodeStore
from pente_server.store.commit import Commit, CommitAnswer, CommitResult, Duplicate
from pente_server.store.durability import Durability, DurabilityLevel, Loss
from pente_server.store.errors import StoreId
from pente_server.store.house_store import HouseStore
from pente_server.store.logs.log_marks import LogEnd
from pente_server.store.notification_store import TurnStore, WebhookStore
from pente_server.store.people.friend_store import FriendStore
from pente_server.store.people.message_store import MessageStore
from pente_server.store.people.report_store import ReportStore
from pente_server.store.presence_store import PresenceStore
from pente_server.store.reviews.puzzle_store import PuzzleStore
from pente_server.store.reviews.review_store import ReviewStore
from pente_server.store.room_list_store import RoomListStore
from pente_server.store.sequel_store import SequelStore
from pente_server.store.server_identity import ServerIdentityStore


@dataclass(frozen=True, slots=True)
class RoomWakeup:
    """A commit of another node to a room whose commits are reported, see `Store.subscribe`."""

    room: RoomId
    first: int
    """The version of the first event."""
    events: tuple[bytes, ...]
    mark: Mark = NO_MARK
    """The mark after the last one; empty: not known."""


@dataclass(frozen=True, slots=True)
class LobbyWakeup:
    """A commit of another node that has changed the list of live rooms."""

    room: RoomId
    version: int
    """The room's version after the commit."""
    summary: bytes | None
    """The room's new entry in the list; None: it is over."""


@dataclass(frozen=True, slots=True)
class LostWakeups:
    """Wake-ups may have been lost: reread everything that is cached."""


Wakeup = RoomWakeup | LobbyWakeup | LostWakeups


@dataclass(frozen=True, slots=True)
class Outage:
    """A span of time in which no node was serving."""

    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class HeartbeatReply:
    """The answer to a heartbeat."""

    now: Instant
    """The store's clock."""
    outages: tuple[Outage, ...]
    """Outages that must be credited to the running clocks before any command is accepted."""
    is_sure: bool
    """Whether the node may serve. False: it is not known yet whether another node was serving; beat again."""
    is_continuous: bool = True
    """Whether the store has run since this node's previous beat, and still has it.

    False: it may have lost what was written last.
    """
    common_format: int = ev.LOG_FORMAT
    """The newest log format that all nodes of the store know: new logs are begun in it."""


class Store(Protocol):
    """Storage shared by all nodes. Safe for concurrent use within one event loop.

    Every method may raise StoreUnavailable; those for one room may raise DamagedKey. From its first `beat` on
    an object works with one store only: when another one answers, every method raises StoreReplaced.
    """

    @property
    def durability(self) -> DurabilityLevel:
        """How safe an acknowledged commit is, as found by the last `check_durability`."""
        ...

    async def check_durability(self) -> Durability:
        """Find out how safe an acknowledged commit is at the moment."""
        ...

    @property
    def archive(self) -> ArchiveStore:
        """Finished games."""
        ...

    @property
    def accounts(self) -> AccountStore:
        """Accounts, results and leaderboards."""
        ...

    @property
    def room_lists(self) -> RoomListStore:
        """Lists of live rooms."""
        ...

    @property
    def devices(self) -> DeviceStore:
        """The devices that may log in to accounts."""
        ...

    @property
    def presence(self) -> PresenceStore:
        """Which players are connected to which node."""
        ...

    @property
    def sequels(self) -> SequelStore:
        """Rooms that others name as their sequels, and that may not be open yet."""
        ...

    @property
    def house(self) -> HouseStore:
        """Which node runs the house bots."""
        ...

    @property
    def codes(self) -> CodeStore:
        """The join codes of rooms."""
        ...

    @property
    def webhook(self) -> WebhookStore:
        """What waits to be sent to the host."""
        ...

    @property
    def turns(self) -> TurnStore:
        """The turns that players may have to be notified of."""
        ...

    @property
    def vacations(self) -> VacationStore:
        """Vacations, and whose rooms may not know of them yet."""
        ...

    @property
    def server_identity(self) -> ServerIdentityStore:
        """Who the server is, for its clients."""
        ...

    @property
    def friends(self) -> FriendStore:
        """The friends of players."""
        ...

    @property
    def messages(self) -> MessageStore:
        """Direct messages."""
        ...

    @property
    def reports(self) -> ReportStore:
        """Reports of players to the host."""
        ...

    @property
    def reviews(self) -> ReviewStore:
        """Reviews of finished games, and the games that wait for one."""
        ...

    @property
    def puzzles(self) -> PuzzleStore:
        """Puzzles from finished games."""
        ...

    async def close(self) -> None:
        """Close all connections. Commits still without an answer raise StoreUnavailable."""
        ...

    async def commit(self, change: Commit) -> CommitResult:
        """Write one commit atomically: check the command id, then the version; append, index, publish."""
        ...

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        """Write one commit like `commit`, and call ``answered`` with the result or the exception.

        It is called exactly once, and not before this returns; what it raises is logged. This raises nothing.
        The commit counts, whatever happens to the caller. When the store is closed, what has no answer gets
        StoreUnavailable.
        """
        ...

    async def done(self, room: RoomId, command: str) -> Duplicate | None:
        """What a command led to; None unless it is among the room's last 256 commands."""
        ...

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        """The encoded events after version ``since``, in order; empty for a room that does not exist."""
        ...

    async def read_end(self, room: RoomId, since: int) -> LogEnd:
        """Like `read`, with the mark that was stored last."""
        ...

    async def put_mark(self, room: RoomId, checkpoint: Checkpoint, last: bytes) -> None:
        """Store the mark of a log that lacks it, or has a wrong one.

        Without effect unless the log still has that version, and ``last`` as its last event.
        """
        ...

    async def finished(self, count: int) -> Sequence[RoomId]:
        """Up to ``count`` finished rooms whose logs are still kept, newest first."""
        ...

    async def due(self, now: Instant) -> Sequence[RoomId]:
        """Rooms whose deadline has passed; not necessarily all of them in one call."""
        ...

    def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        """Notifications of commits by other nodes: to the list of live rooms, and to subscribed rooms.

        Reconnects by itself and never ends; close it after use. One at a time for each object.

        The first item is a `LostWakeups`: everything after it is reported, or followed by another one.
        """
        ...

    async def subscribe(self, room: RoomId) -> None:
        """Include a room in `wakeups`, which must be in use.

        What was committed before this returns may be missing: read the room then. After any exception the
        room is not included.
        """
        ...

    def unsubscribe(self, room: RoomId) -> None:
        """Exclude a room from `wakeups`, soon; without effect for a room that is not subscribed to."""
        ...

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        """Record that this node is alive, and return the outages still to be credited.

        The first one draws the id of a store that has none.

        A gap longer than ``longest_gap`` since this node's previous beat counts as a break in its
        service (see `pente_server.store.outage_detector`).

        Raises FormatUnknown, and records nothing, while this node can't share the store with those that have
        served it or do (see `pente_server.store.logs.log_formats`).
        """
        ...

    async def confirm(self) -> None:
        """Find out, without writing anything, whether this is still the same store: else StoreReplaced."""
        ...

    async def adopt(self, store: StoreId) -> None:
        """Work from now on with the store that has this id, in place of the one before."""
        ...

    async def outage_credited(self, outage: Outage) -> None:
        """Mark an outage as credited in all rooms; it is not reported again."""
        ...

    async def note_loss(self, loss: Loss) -> None:
        """Keep for the host what was lost of a room, in place of what was noted of that room before."""
        ...

    async def losses(self) -> Sequence[Loss]:
        """What was lost and the host has not read yet, the oldest first."""
        ...

    async def forget_losses(self, losses: Sequence[Loss]) -> None:
        """Forget what the host has read."""
        ...
