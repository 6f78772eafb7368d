"""The storage interface. Stores handle logs, deadlines and summaries, and know nothing about Pente."""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from typing import NewType, Protocol
from uuid import uuid4

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import LOG_FORMAT
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.device_store import DeviceStore
from pente_server.store.accounts.vacation_store import VacationStore
from pente_server.store.archive_store import ArchiveStore
from pente_server.store.code_store import CodeStore
from pente_server.store.durability import Durability, DurabilityLevel
from pente_server.store.house_store import HouseStore
from pente_server.store.logs.log_formats import LogFormats
from pente_server.store.logs.log_marks import LogEnd
from pente_server.store.notification_store import AwaitedTurn, TurnStore, WebhookStore
from pente_server.store.people.friend_store import FriendStore
from pente_server.store.people.message_store import MessageStore
from pente_server.store.people.report_store import ReportStore
from pente_server.store.presence_store import PresenceStore
from pente_server.store.problem_code import ProblemCode
from pente_server.store.room_list_store import Listing, RoomListStore
from pente_server.store.sequel_store import SequelStore
from pente_server.store.server_identity import ServerIdentityStore


class StoreUnavailable(Exception):
    """The store did not answer as it should; the request may or may not have been carried out."""

    def __init__(self, text: str, code: ProblemCode = ProblemCode.UNREACHABLE, *, detail: str = "") -> None:
        """``text`` says in one sentence what is wrong, and ``code`` names it; anybody may read them.

        ``detail`` is for the log only: it may contain addresses.
        """
        super().__init__(f"{text} ({detail})" if detail else text)
        self.text = text
        self.code = code
        self.detail = detail


class DamagedKey(Exception):
    """Something in the store can't be used as what it should be. The message names it, for the log."""


StoreId = NewType("StoreId", str)
"""Identifies a store. It is drawn once, and lies in the store itself: a restored backup has it too."""


def new_store_id() -> StoreId:
    return StoreId(uuid4().hex)


class StoreReplaced(StoreUnavailable):
    """Another store answers, or an empty one, in place of the one that this node has worked with.

    Nothing was read or written there.
    """

    def __init__(
        self, id_: StoreId | None, now: Instant = Instant(0), adopted: Instant | None = None
    ) -> None:
        """``id_`` is that of the store that answers; None: it has none.

        ``now`` is its clock, and ``adopted`` when its host last said that it is to be used.
        """
        what = "another store" if id_ else "a store without an id (empty, or an old backup)"
        super().__init__(
            f"{what} answers in place of the one that this server has worked with;"
            " bring the old one back, or accept this one with `pente admin adopt`",
            ProblemCode.REPLACED,
        )
        self.id = id_
        self.now = now
        self.adopted = adopted


class FormatUnknown(StoreUnavailable):
    """The common log format of the store is one that this node does not write. No beat was recorded."""

    def __init__(self, formats: LogFormats, common: int) -> None:
        if common > formats.newest:
            text = "a newer version of pente has served this store; update this server"
            super().__init__(text, ProblemCode.NEWER_FORMAT)
        else:
            text = "a server too old to share the store with this one still uses it; stop that one first"
            super().__init__(text, ProblemCode.OLDER_SERVER)


@dataclass(frozen=True, slots=True)
class Commit:
    """One atomic write to a room: the events of one command, and everything indexed from them."""

    room: RoomId
    expected: int
    """The room version that the decision was based on; 0 creates the room."""
    command: str
    """The command id, unique within the room. Committing a known id again changes nothing."""
    events: tuple[bytes, ...]
    """The encoded events to append; at least one."""
    deadline: Instant | None
    """When the room needs its next tick; None: never."""
    summary: bytes | None = None
    """The room's new entry in the list of live rooms; None: unchanged."""
    listing: Listing | None = None
    """The lists of live rooms that the new summary leads to; None: unchanged."""
    activity: bytes = b""
    """What lists show of the room that changes with every move; empty: unchanged. It is not published."""
    is_over: bool = False
    """Whether the room is no longer live. Its log is kept, see ``expires_after``."""
    expires_after: Millis | None = None
    """With ``is_over``: how long the log is kept after the first commit that has it set.

    None: forever; that first commit also queues the room for the archive (`ArchiveStore.unfiled`).
    """
    sequel: RoomId = NO_ROOM
    """The room that the events name as the next: the commit also queues it for opening (`SequelStore`)."""
    expected_mark: Mark = NO_MARK
    """The mark of the expected version: a log that has another one, or none, is not written. Empty: any."""
    mark: Mark = NO_MARK
    """The mark after the commit, to be stored. Empty: none will be stored, as nobody knows it."""
    digest: int = 0
    """32 bits that tell the command from others under the same id; 0: none. They are kept with the id."""
    turn: AwaitedTurn | None = None
    """The turn that begins with the commit, and that its player may have to be notified of: the commit also
    keeps it for that (`TurnStore`)."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The commit was written; ``version`` is the room's version after it."""

    version: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A command with the same id had been committed before, and led to ``version``; nothing was written."""

    version: int
    digest: int = 0
    """The digest of that command; 0: it had none."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The room is at ``version``, and that is not the expected one, or its mark is not. Nothing was written.

    The mark of an equal version differs if the store was restored, and went on from there; it is missing if
    the last commit came from a program that knew no marks.
    """

    version: int


CommitResult = Committed | Duplicate | Conflict

CommitAnswer = CommitResult | StoreUnavailable | DamagedKey
"""What a store answers to a commit."""


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
    common_format: int = LOG_FORMAT
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

    def adopt(self, store: StoreId) -> None:
        """Work from now on with the store that has this id, in place of the one before."""
        ...

    async def outage_credited(self, outage: Outage) -> None:
        """Mark an outage as credited in all rooms; it is not reported again."""
        ...
