"""A store without persistence: for tests, and where neither Redis nor Valkey is available."""

import asyncio
import heapq
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.store.commit import Commit, CommitAnswer, CommitResult, Committed, Conflict, Duplicate
from pente_server.store.durability import Durability, DurabilityLevel, Loss
from pente_server.store.errors import FormatUnknown, StoreId, StoreUnavailable, new_store_id
from pente_server.store.interface import HeartbeatReply, LobbyWakeup, LostWakeups, Outage, RoomWakeup, Wakeup
from pente_server.store.known_store import KnownStore
from pente_server.store.logs.log_formats import WRITTEN, FormatAgreement
from pente_server.store.logs.log_marks import LogEnd
from pente_server.store.memory.accounts import MemoryAccountData, MemoryAccounts
from pente_server.store.memory.archive import MemoryArchive, MemoryArchiveData
from pente_server.store.memory.codes import MemoryCodeData, MemoryCodes
from pente_server.store.memory.devices import HeldOffer, MemoryDevices
from pente_server.store.memory.friends import MemoryFriends
from pente_server.store.memory.house import MemoryHouse, MemoryLease
from pente_server.store.memory.messages import MemoryMessages
from pente_server.store.memory.notifications import MemoryTurns, MemoryWebhook, MemoryWebhookData
from pente_server.store.memory.presence import MemoryPresence, PresencePage
from pente_server.store.memory.reports import MemoryReportData, MemoryReports
from pente_server.store.memory.reviews import MemoryPuzzles, MemoryReviewData, MemoryReviews
from pente_server.store.memory.room_lists import MemoryRoomData, MemoryRoomLists
from pente_server.store.memory.sequels import MemorySequels
from pente_server.store.memory.server_identity import MemoryIdentityData, MemoryServerIdentity
from pente_server.store.memory.vacations import MemoryVacations
from pente_server.store.notification_store import AwaitedTurn
from pente_server.store.outage_detector import OutageDetector
from pente_server.store.presence_store import NodeName

COMMANDS_KEPT = 256
"""How many command ids are remembered per room."""


@dataclass(slots=True)
class MemoryDatabase:
    """Data shared by the stores of one process, as nodes share one Redis. Mutable."""

    id: StoreId | None = None
    adopted: Instant | None = None
    """When the host last said that this store is to be used in place of another."""
    logs: dict[RoomId, list[bytes]] = field(default_factory=dict)
    marks: dict[RoomId, Checkpoint] = field(default_factory=dict)
    """The last version of each log with its mark, where that is known."""
    commands: dict[RoomId, dict[str, Duplicate]] = field(default_factory=dict)
    rooms: MemoryRoomData = field(default_factory=MemoryRoomData)
    deadlines: dict[RoomId, Instant] = field(default_factory=dict)
    finished: dict[RoomId, None] = field(default_factory=dict)
    expiries: list[tuple[Instant, RoomId]] = field(default_factory=list)
    """When each expiring log is dropped: a heap."""
    beats: OutageDetector = field(default_factory=OutageDetector)
    losses: dict[RoomId, Loss] = field(default_factory=dict)
    formats: FormatAgreement = field(default_factory=FormatAgreement)
    closed: "set[MemoryStore]" = field(default_factory=set)
    """Stores that were closed: nodes that have stopped."""
    files: MemoryArchiveData = field(default_factory=MemoryArchiveData)
    register: MemoryAccountData = field(default_factory=MemoryAccountData)
    offers: dict[str, HeldOffer] = field(default_factory=dict)
    """The offers to add a device, by the first part of their codes."""
    sequels: dict[RoomId, RoomId] = field(default_factory=dict)
    """The sequels that may not be open yet, each with the room that names it."""
    turns: dict[RoomId, AwaitedTurn] = field(default_factory=dict)
    """The turns that players may have to be notified of."""
    pages: dict[NodeName, PresencePage] = field(default_factory=dict)
    lease: MemoryLease = field(default_factory=MemoryLease)
    codes: MemoryCodeData = field(default_factory=MemoryCodeData)
    webhook: MemoryWebhookData = field(default_factory=MemoryWebhookData)
    identity: MemoryIdentityData = field(default_factory=MemoryIdentityData)
    reports: MemoryReportData = field(default_factory=MemoryReportData)
    reviews: MemoryReviewData = field(default_factory=MemoryReviewData)
    listeners: "list[tuple[MemoryStore, asyncio.Queue[Wakeup]]]" = field(default_factory=list)

    def now(self) -> Instant:
        """The common clock of these stores."""
        return Instant(time.time_ns() // 1_000_000)

    def forget(self) -> None:
        """Delete the rooms whose logs have expired."""
        while self.expiries and self.expiries[0][0] <= self.now():
            _, room = heapq.heappop(self.expiries)
            del self.logs[room], self.commands[room], self.finished[room]
            self.marks.pop(room, None)
            self.reviews.reviews.pop(room, None)


class MemoryStore:
    """A `Store` in memory. Stores that share a `MemoryDatabase` behave like several nodes on one Redis."""

    durability = DurabilityLevel.MEMORY

    def __init__(self, memory: MemoryDatabase | None = None) -> None:
        self.log_formats = WRITTEN
        """The formats that this node knows, for its heartbeats."""
        self._memory = memory or MemoryDatabase()
        self._known = KnownStore()
        self.subscribed: set[RoomId] = set()
        """The rooms that are included in `wakeups`."""
        self.archive = MemoryArchive(self._memory.files)
        self.accounts = MemoryAccounts(self._memory.register)
        self.room_lists = MemoryRoomLists(self._memory.rooms, self._known.check)
        self.devices = MemoryDevices(self._memory.register, self._memory.offers, self._memory.now)
        self.presence = MemoryPresence(self._memory.pages, self._memory.now)
        self.sequels = MemorySequels(self._memory.sequels)
        self.house = MemoryHouse(self._memory.lease, self._memory.now)
        self.reviews = MemoryReviews(self._memory.reviews, self._memory.logs, self._memory.now)
        self.puzzles = MemoryPuzzles(self._memory.reviews.puzzles)
        self.codes = MemoryCodes(self._memory.codes, self._memory.now)
        self.webhook = MemoryWebhook(self._memory.webhook, self._memory.now)
        self.turns = MemoryTurns(self._memory.turns, self._memory.register)
        self.vacations = MemoryVacations(self._memory.register)
        self.server_identity = MemoryServerIdentity(self._memory.identity)
        self.friends = MemoryFriends(self._memory.register)
        self.messages = MemoryMessages(self._memory.register, self._memory.now)
        self.reports = MemoryReports(self._memory.reports)

    async def check_durability(self) -> Durability:
        return Durability(self.durability, "the store keeps games in memory only; omit --store memory")

    async def close(self) -> None:
        self._memory.closed.add(self)

    async def commit(self, change: Commit) -> CommitResult:
        return self.write(change)

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        answer: CommitAnswer
        try:
            answer = self.write(change)
        except StoreUnavailable as error:
            answer = error
        asyncio.get_running_loop().call_soon(answered, answer)

    def write(self, change: Commit) -> CommitResult:
        """Write a commit at once. Raises StoreReplaced."""
        self._known.check()
        memory = self._memory
        memory.forget()
        commands = memory.commands.get(change.room, {})
        if change.command in commands:
            return commands[change.command]
        log = memory.logs.get(change.room, [])
        if len(log) != change.expected or not self._has_mark(change):
            return Conflict(len(log))
        log.extend(change.events)
        commands[change.command] = Duplicate(len(log), change.digest)
        if len(commands) > COMMANDS_KEPT:
            del commands[next(iter(commands))]
        memory.logs[change.room], memory.commands[change.room] = log, commands
        if change.mark:
            memory.marks[change.room] = Checkpoint(len(log), change.mark)
        else:
            memory.marks.pop(change.room, None)
        self._notify(change, is_listed_anew=self._index(change))
        return Committed(len(log))

    def _has_mark(self, change: Commit) -> bool:
        if not change.expected_mark:
            return True
        return self._memory.marks.get(change.room) == Checkpoint(change.expected, change.expected_mark)

    def _index(self, change: Commit) -> bool:
        """Derive everything from a commit; whether the list of live rooms has changed."""
        memory = self._memory
        if change.deadline is None:
            memory.deadlines.pop(change.room, None)
        else:
            memory.deadlines[change.room] = change.deadline
        if change.sequel:
            memory.sequels[change.sequel] = change.room
        if change.turn is not None:
            memory.turns[change.room] = change.turn
        if change.summary is not None or not change.is_over:
            self._show(change)
        else:
            memory.rooms.end(change.room)
        if not change.is_over:
            return change.summary is not None
        if change.room in memory.finished:
            return False
        memory.finished[change.room] = None
        if change.expires_after is None:
            memory.files.unfiled[change.room] = memory.now()
        else:
            heapq.heappush(memory.expiries, (later(memory.now(), change.expires_after), change.room))
        return True

    def _show(self, change: Commit) -> None:
        """Note what lists show of a room."""
        rooms = self._memory.rooms
        if change.summary is not None:
            rooms.live[change.room] = change.summary
        if change.listing is not None:
            rooms.list(change.room, change.summary or b"", change.listing)
        if change.activity:
            rooms.activity[change.room] = change.activity

    def _notify(self, change: Commit, *, is_listed_anew: bool) -> None:
        version = change.expected + len(change.events)
        for listener, queue in self._memory.listeners:
            if listener is self:
                continue
            if is_listed_anew:
                queue.put_nowait(LobbyWakeup(change.room, version, change.summary))
            if change.room in listener.subscribed:
                queue.put_nowait(RoomWakeup(change.room, change.expected + 1, change.events, change.mark))

    async def done(self, room: RoomId, command: str) -> Duplicate | None:
        return self._memory.commands.get(room, {}).get(command)

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        self._known.check()
        self._memory.forget()
        return self._memory.logs.get(room, [])[since:]

    async def read_end(self, room: RoomId, since: int) -> LogEnd:
        stored = self._memory.marks.get(
            room
        )  # first: events after it may follow, none before it may be missing
        return LogEnd(await self.read(room, since), stored)

    async def put_mark(self, room: RoomId, checkpoint: Checkpoint, last: bytes) -> None:
        self._known.check()
        log = self._memory.logs.get(room, [])
        if len(log) == checkpoint.version and log[-1] == last:
            self._memory.marks[room] = checkpoint

    async def finished(self, count: int) -> Sequence[RoomId]:
        self._memory.forget()
        return list(reversed(self._memory.finished))[:count]

    async def due(self, now: Instant) -> Sequence[RoomId]:
        return [room for room, deadline in self._memory.deadlines.items() if deadline <= now]

    async def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        entry = self, asyncio.Queue[Wakeup]()
        self._memory.listeners.append(entry)
        try:
            yield LostWakeups()
            while True:
                yield await entry[1].get()
        finally:
            self._memory.listeners.remove(entry)

    async def subscribe(self, room: RoomId) -> None:
        self.subscribed.add(room)

    def unsubscribe(self, room: RoomId) -> None:
        self.subscribed.discard(room)

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        memory = self._memory
        memory.forget()
        now = memory.now()
        if self._known.id is None and memory.id is None:
            memory.id = new_store_id()
        self._known.heard(memory.id, now, memory.adopted)
        common = self._agree(now)
        is_sure = memory.beats.beat(self, now, longest_gap, self._is_there)
        return HeartbeatReply(now, tuple(memory.beats.outages), is_sure, common_format=common)

    def _agree(self, now: Instant) -> int:
        """The common log format. Raises FormatUnknown."""
        memory, formats = self._memory, self.log_formats
        others = [(node, found.last) for node, found in memory.beats.services.items()]
        common = memory.formats.agree(self, formats, others, now=now, is_there=self._is_there)
        if not formats.knows(common):
            raise FormatUnknown(formats, common)
        return common

    def _is_there(self, node: object) -> bool:
        return node not in self._memory.closed

    async def confirm(self) -> None:
        self._known.heard(self._memory.id, self._memory.now(), self._memory.adopted)

    async def adopt(self, store: StoreId) -> None:
        self._known.adopt(store)

    async def outage_credited(self, outage: Outage) -> None:
        if outage in self._memory.beats.outages:
            self._memory.beats.outages.remove(outage)

    async def note_loss(self, loss: Loss) -> None:
        self._memory.losses[loss.room] = loss

    async def losses(self) -> Sequence[Loss]:
        return sorted(self._memory.losses.values(), key=lambda loss: loss.at)

    async def forget_losses(self, losses: Sequence[Loss]) -> None:
        for loss in losses:
            self._memory.losses.pop(loss.room, None)
