"""A commit to a room, and what a store answers to it."""

from dataclasses import dataclass

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, RoomId
from pente_protocol.messages.checkpoint import NO_MARK, Mark
from pente_server.store.errors import DamagedKey, StoreUnavailable
from pente_server.store.notification_store import AwaitedTurn
from pente_server.store.room_list_store import Listing


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
    """The room's new entry in the list of live rooms; None: unchanged, or with ``is_over`` none."""
    listing: Listing | None = None
    """The lists of live rooms that the new summary leads to; None: unchanged."""
    activity: bytes = b""
    """What lists show of the room that changes with every move; empty: unchanged. It is not published."""
    is_over: bool = False
    """Whether the room is no longer live. Its log is kept, see ``expires_after``.

    With a summary it stays in lists all the same, until `RoomListStore.unlist`.
    """
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
