"""A node's way to the store, through the weather. It gives up and asks again as `RedisStore` does."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.join_codes import JoinCode
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.store import (
    Account,
    Commit,
    CommitAnswer,
    CommitResult,
    Committed,
    Duplicate,
    Durability,
    DurabilityLevel,
    HeartbeatReply,
    Loss,
    Outage,
    StoreId,
    StoreUnavailable,
    Wakeup,
    answer_to,
)
from pente_server.store.accounts.account import Device
from pente_server.store.accounts.account_store import AccountStore, LedgerPage, ResultUpdate
from pente_server.store.accounts.device_store import DeviceChange, DeviceStore, LinkOffer
from pente_server.store.accounts.role import Role
from pente_server.store.accounts.vacation import Vacations
from pente_server.store.accounts.vacation_store import VacationStore
from pente_server.store.archive_store import ArchivedGame, ArchiveList, ArchiveStore, PositionKey, SortKey
from pente_server.store.code_store import CodeStore
from pente_server.store.house_store import Hold, HouseStore, LeaseHolder
from pente_server.store.logs.log_marks import LogEnd
from pente_server.store.memory.store import MemoryStore
from pente_server.store.notification_store import AwaitedTurn, TurnStore, WebhookStore
from pente_server.store.people.friend_store import FriendStore
from pente_server.store.people.message_store import InboxFull, Mailbox, MessageStore
from pente_server.store.people.report_store import OpenReport, PlayerReport, ReportStore
from pente_server.store.presence_store import NodeName, PageChanges, PresencePages, PresenceStore
from pente_server.store.reviews.puzzle_store import PuzzleStore, StoredPuzzle
from pente_server.store.reviews.review_store import ReviewStore
from pente_server.store.room_list_store import Listing, OutdatedPage, RoomEntry, RoomListStore
from pente_server.store.sequel_store import NamedSequel, SequelStore
from pente_server.store.server_identity import ServerIdentity, ServerIdentityStore
from tests.chaos.simulation.runtime.host import Host
from tests.chaos.simulation.runtime.trace import Trace
from tests.chaos.simulation.store.commit_feed import SimCommitFeed
from tests.chaos.simulation.store.ledger import Ledger
from tests.chaos.simulation.store.link_faults import Fate, LinkFaults, LinkState

ANSWER_WITHIN: Final = 2.0
GIVE_UP_AFTER: Final = 2.0
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5
_REFUSED_AFTER: Final = 0.001

_T = TypeVar("_T")


class _Unanswered(Exception):
    """One request got no answer."""


class SimStore:
    """A `Store`, for one life of one node. Mutable."""

    durability = DurabilityLevel.MEMORY

    def __init__(self, node: Host, ledger: Ledger, weather: LinkFaults, trace: Trace) -> None:
        self._node = node
        self._ledger = ledger
        self._store = MemoryStore(ledger)
        self._weather = weather
        self._trace = trace
        self._is_alive = True
        self._is_closed = False
        self._commits: dict[asyncio.Task[CommitAnswer], None] = {}
        """Those without an answer."""
        self._leeway = 0
        """Milliseconds by which the node's clock may be off."""
        self._feed = SimCommitFeed(self._store, ledger, node.chance)
        self.archive = SimArchive(self._store.archive, self._ask)
        self.accounts = SimAccounts(self._store.accounts, self._ask)
        self.devices = SimDevices(self._store.devices, self._ask)
        self.sequels = SimSequels(self._store.sequels, self._ask)
        self.room_lists = SimRoomLists(self._store.room_lists, self._ask)
        self.presence = SimPresence(self._store.presence, self._ask)
        self.house = SimHouse(self._store.house, self._ask)
        self.vacations = SimVacations(self._store.vacations, self._ask)
        self.codes = SimCodes(self._store.codes, self._ask)
        self.webhook = SimWebhook(self._store.webhook, self._ask)
        self.turns = SimTurns(self._store.turns, self._ask)
        self.server_identity = SimServerIdentity(self._store.server_identity, self._ask)
        self.friends = SimFriends(self._store.friends, self._ask)
        self.messages = SimMessages(self._store.messages, self._ask)
        self.reports = SimReports(self._store.reports, self._ask)
        self.reviews = SimReviews(self._store.reviews, self._ask)
        self.puzzles = SimPuzzles(self._store.puzzles, self._ask)

    async def check_durability(self) -> Durability:
        return await self._store.check_durability()

    def die(self) -> None:
        """The node is gone: what it asked may still be carried out, and nobody hears of it."""
        self._is_alive = False
        self._feed.end()
        _now(self._store.close())

    def cut_news(self, seconds: float) -> None:
        """Lose all news for a while."""
        self._feed.cut(seconds)

    async def close(self) -> None:
        self.shut()

    def shut(self) -> None:
        """Answer nothing any more. What has been sent may still be carried out."""
        self._is_closed = True
        for task in tuple(self._commits):
            task.cancel()

    async def commit(self, change: Commit) -> CommitResult:
        return await answer_to(partial(self.submit, change))

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        task = self._node.run(self._commit(change))
        self._commits[task] = None
        task.add_done_callback(lambda task: self._answered(task, answered))

    def _answered(self, task: "asyncio.Task[CommitAnswer]", answered: Callable[[CommitAnswer], None]) -> None:
        del self._commits[task]
        if self._is_alive:
            answered(StoreUnavailable("the store was closed") if task.cancelled() else task.result())

    async def _commit(self, change: Commit) -> CommitAnswer:
        loop = asyncio.get_running_loop()
        asked, leeway = self._ledger.now(), self._leeway
        give_up, pause = loop.time() + GIVE_UP_AFTER, FIRST_PAUSE
        while True:
            try:
                return await self._request("commit", lambda: self._carry_out(change, asked, leeway))
            except StoreUnavailable as error:
                return error
            except _Unanswered:
                if loop.time() >= give_up:
                    return StoreUnavailable("the store does not answer")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _carry_out(self, change: Commit, asked: Instant, leeway: int) -> CommitResult:
        result = self._store.write(change)
        if isinstance(result, Committed):
            self._ledger.record(change, result.version, asked, leeway)
        self._trace.note(f"{self._node.name} {change.room} {change.command} {result}")
        return result

    async def done(self, room: RoomId, command: str) -> Duplicate | None:
        return await self._ask("done", lambda: self._store.done(room, command))

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        return await self._ask("read", lambda: self._store.read(room, since))

    async def read_end(self, room: RoomId, since: int) -> LogEnd:
        return await self._ask("read_end", lambda: self._store.read_end(room, since))

    async def put_mark(self, room: RoomId, checkpoint: Checkpoint, last: bytes) -> None:
        await self._ask("put_mark", lambda: self._store.put_mark(room, checkpoint, last))

    async def finished(self, count: int) -> Sequence[RoomId]:
        return await self._ask("finished", lambda: self._store.finished(count))

    async def due(self, now: Instant) -> Sequence[RoomId]:
        return await self._ask("due", lambda: self._store.due(now))

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        loop = asyncio.get_running_loop()
        before = loop.time()
        beat = await self._ask("beat", lambda: self._store.beat(longest_gap))
        self._leeway = max(self._leeway, 2 + round(500 * (loop.time() - before)))
        return beat

    async def confirm(self) -> None:
        await self._ask("confirm", self._store.confirm)

    async def adopt(self, store: StoreId) -> None:
        await self._store.adopt(store)

    async def outage_credited(self, outage: Outage) -> None:
        await self._ask("outage_credited", lambda: self._store.outage_credited(outage))

    async def note_loss(self, loss: Loss) -> None:
        await self._ask("note_loss", lambda: self._store.note_loss(loss))

    async def losses(self) -> Sequence[Loss]:
        return await self._ask("losses", self._store.losses)

    async def forget_losses(self, losses: Sequence[Loss]) -> None:
        await self._ask("forget_losses", lambda: self._store.forget_losses(losses))

    async def wakeups(self) -> AsyncGenerator[Wakeup, None]:
        self._feed.begin()
        try:
            while True:
                news = await self._feed.next()
                await self._weather.thawed(self._node.name, lambda: self._is_alive)
                yield news
        finally:
            self._feed.end()

    async def subscribe(self, room: RoomId) -> None:
        await self._ask("subscribe", lambda: self._store.subscribe(room))

    def unsubscribe(self, room: RoomId) -> None:
        self._store.unsubscribe(room)

    async def _ask(self, what: str, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Ask something that does no harm when it is asked twice; up to three times."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + GIVE_UP_AFTER
        for attempt in range(3):
            try:
                return await self._request(what, lambda: _now(work()))
            except _Unanswered:
                if attempt == 2 or loop.time() + FIRST_PAUSE > give_up:
                    break
            await asyncio.sleep(FIRST_PAUSE)
        raise StoreUnavailable("the store does not answer")

    async def _request(self, what: str, work: Callable[[], _T]) -> _T:
        """Ask once. Raises _Unanswered, after which it may have been carried out or yet be."""
        if self._is_closed:
            raise StoreUnavailable("the store was closed")
        loop, fate = asyncio.get_running_loop(), self._weather.fate()
        answer: asyncio.Future[_T] = loop.create_future()
        if self._weather.over(self._node.name) is LinkState.REFUSING:
            loop.call_later(_REFUSED_AFTER, _fail, answer)
        else:
            loop.call_later(fate.out, self._arrive, what, work, fate, answer)
        return await answer

    def _arrive(self, what: str, work: Callable[[], _T], fate: Fate, answer: "asyncio.Future[_T]") -> None:
        loop, sky = asyncio.get_running_loop(), self._weather.over(self._node.name)
        if sky is not LinkState.CLEAR or fate.is_lost or fate.is_answer_lost:
            loop.call_at(fate.asked + ANSWER_WITHIN, _fail, answer)
        if sky is LinkState.FROZEN:
            loop.call_later(_PATIENCE_OF_ICE, self._arrive, what, work, fate, answer)
        elif sky is LinkState.REFUSING or fate.is_lost:
            if sky is LinkState.REFUSING or fate.is_noticed:
                _fail(answer)
        else:
            result = work()
            self._trace.note(f"{self._node.name} {what}")
            if sky is LinkState.SILENT or fate.is_answer_lost:
                if sky is not LinkState.SILENT and fate.is_noticed:
                    loop.call_later(fate.back, _fail, answer)
            else:
                loop.call_later(fate.back, self._answer, result, fate, answer)

    def _answer(self, result: _T, fate: Fate, answer: "asyncio.Future[_T]") -> None:
        if self._weather.over(self._node.name) is LinkState.FROZEN:
            loop = asyncio.get_running_loop()
            loop.call_at(fate.asked + ANSWER_WITHIN, _fail, answer)
            loop.call_later(_PATIENCE_OF_ICE, self._answer, result, fate, answer)
        elif not answer.done() and self._is_alive:
            answer.set_result(result)


class Ask(Protocol):
    """Asks, through the weather, something that does no harm when it is asked twice."""

    async def __call__(self, what: str, work: Callable[[], Coroutine[Any, Any, _T]], /) -> _T: ...


class SimArchive:
    """An `ArchiveStore`, for one life of one node."""

    def __init__(self, archive: ArchiveStore, ask: Ask) -> None:
        self._archive = archive
        self._ask = ask

    async def unfiled(self, until: Instant) -> Sequence[RoomId]:
        return await self._ask("unfiled", lambda: self._archive.unfiled(until))

    async def postpone(self, room: RoomId, until: Instant) -> None:
        await self._ask("postpone", lambda: self._archive.postpone(room, until))

    async def filed(self, room: RoomId) -> None:
        await self._ask("filed", lambda: self._archive.filed(room))

    async def file(self, game: ArchivedGame) -> None:
        await self._ask("file", lambda: self._archive.file(game))

    async def places(
        self, shelf: ArchiveList, after: SortKey, before: SortKey, count: int
    ) -> Sequence[SortKey]:
        return await self._ask("places", lambda: self._archive.places(shelf, after, before, count))

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        return await self._ask("entries", lambda: self._archive.entries(rooms))

    async def tallies(self, key: PositionKey) -> Mapping[bytes, int]:
        return await self._ask("tallies", lambda: self._archive.tallies(key))


class SimAccounts:
    """`AccountStore`, for one life of one node."""

    def __init__(self, accounts: AccountStore, ask: Ask) -> None:
        self._accounts = accounts
        self._ask = ask

    async def account(self, player: PlayerId) -> Account | None:
        return await self._ask("account", lambda: self._accounts.account(player))

    async def open(self, account: Account) -> bool:
        return await self._ask("open", lambda: self._accounts.open(account))

    async def reserve(self, account: Account) -> bool:
        return await self._ask("reserve", lambda: self._accounts.reserve(account))

    async def find(self, name: str) -> Account | None:
        return await self._ask("find", lambda: self._accounts.find(name))

    async def rename(self, account: Account, name: str, now: Instant) -> bool:
        return await self._ask("rename", lambda: self._accounts.rename(account, name, now))

    async def set_roles(self, player: PlayerId, roles: Iterable[Role]) -> bool:
        return await self._ask("set_roles", lambda: self._accounts.set_roles(player, roles))

    async def earlier_names(self, player: PlayerId, now: Instant) -> Sequence[str]:
        return await self._ask("earlier_names", lambda: self._accounts.earlier_names(player, now))

    async def delete(self, player: PlayerId, name: str) -> None:
        await self._ask("delete", lambda: self._accounts.delete(player, name))

    async def deleted(self, players: Sequence[PlayerId]) -> Sequence[bool]:
        return await self._ask("deleted", lambda: self._accounts.deleted(players))

    async def ledger(self, player: PlayerId, cursor: int) -> LedgerPage:
        return await self._ask("ledger", lambda: self._accounts.ledger(player, cursor))

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]:
        return await self._ask("accounts", lambda: self._accounts.by_ids(players))

    async def block(self, player: PlayerId, other: PlayerId) -> bool:
        return await self._ask("block", lambda: self._accounts.block(player, other))

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        await self._ask("unblock", lambda: self._accounts.unblock(player, other))

    async def blocked(self, player: PlayerId) -> frozenset[PlayerId]:
        return await self._ask("blocked", lambda: self._accounts.blocked(player))

    async def blocking(self, player: PlayerId, among: Sequence[PlayerId]) -> frozenset[PlayerId]:
        return await self._ask("blocking", lambda: self._accounts.blocking(player, among))

    async def standings(self, player: PlayerId) -> Mapping[str, bytes]:
        return await self._ask("standings", lambda: self._accounts.standings(player))

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        return await self._ask("standing", lambda: self._accounts.standing(pool, players))

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        return await self._ask("counted", lambda: self._accounts.counted(player, room))

    async def counted_in(self, player: PlayerId, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        return await self._ask("counted_in", lambda: self._accounts.counted_in(player, rooms))

    async def count(self, count: ResultUpdate) -> bytes | None:
        return await self._ask("count", lambda: self._accounts.count(count))

    async def leaders(self, pool: str, most: int, *, provisional: bool = False) -> Sequence[PlayerId]:
        return await self._ask("leaders", lambda: self._accounts.leaders(pool, most, provisional=provisional))


class SimSequels:
    """A `SequelStore`, for one life of one node."""

    def __init__(self, sequels: SequelStore, ask: Ask) -> None:
        self.draw = sequels.draw
        self._sequels = sequels
        self._ask = ask

    async def predecessor(self, sequel: RoomId) -> RoomId | None:
        return await self._ask("predecessor", lambda: self._sequels.predecessor(sequel))

    async def unopened(self) -> Sequence[NamedSequel]:
        return await self._ask("unopened", self._sequels.unopened)

    async def opened(self, named: NamedSequel) -> None:
        await self._ask("opened", lambda: self._sequels.opened(named))


class SimFriends:
    """A `FriendStore`, for one life of one node."""

    def __init__(self, friends: FriendStore, ask: Ask) -> None:
        self._friends = friends
        self._ask = ask

    async def add(self, player: PlayerId, friend: PlayerId) -> bool:
        return await self._ask("add friend", lambda: self._friends.add(player, friend))

    async def remove(self, player: PlayerId, friend: PlayerId) -> None:
        await self._ask("remove friend", lambda: self._friends.remove(player, friend))

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        return await self._ask("friends", lambda: self._friends.of(player))


class SimMessages:
    """A `MessageStore`, for one life of one node."""

    def __init__(self, messages: MessageStore, ask: Ask) -> None:
        self._messages = messages
        self._ask = ask

    async def send(self, player: PlayerId, command: str, sender: Identity, text: str) -> Instant | InboxFull:
        return await self._ask("send", lambda: self._messages.send(player, command, sender, text))

    async def inbox(self, player: PlayerId) -> Mailbox:
        return await self._ask("inbox", lambda: self._messages.inbox(player))

    async def read(self, player: PlayerId, until: Instant) -> None:
        await self._ask("read", lambda: self._messages.read(player, until))

    async def policy(self, player: PlayerId) -> str:
        return await self._ask("policy", lambda: self._messages.policy(player))

    async def set_policy(self, player: PlayerId, policy: str) -> None:
        await self._ask("set policy", lambda: self._messages.set_policy(player, policy))


class SimReports:
    """A `ReportStore`, for one life of one node."""

    def __init__(self, reports: ReportStore, ask: Ask) -> None:
        self._reports = reports
        self._ask = ask

    async def add(self, command: str, report: PlayerReport) -> int | None:
        return await self._ask("report", lambda: self._reports.add(command, report))

    async def open(self) -> Sequence[OpenReport]:
        return await self._ask("reports", self._reports.open)

    async def close(self, number: int) -> bool:
        return await self._ask("close report", lambda: self._reports.close(number))


class SimReviews:
    """A `ReviewStore`, for one life of one node."""

    def __init__(self, reviews: ReviewStore, ask: Ask) -> None:
        self._reviews = reviews
        self._ask = ask

    async def ask(self, game: RoomId, asker: PlayerId, now: Instant, origin: str = "") -> bool:
        return await self._ask("ask for review", lambda: self._reviews.ask(game, asker, now, origin))

    async def forget(self, asker: PlayerId) -> None:
        return await self._ask("forget asker", lambda: self._reviews.forget(asker))

    async def is_waiting(self, game: RoomId) -> bool:
        return await self._ask("waits for review", lambda: self._reviews.is_waiting(game))

    async def is_attended(self) -> bool:
        return await self._ask("reviewer", self._reviews.is_attended)

    async def take(self, reviewer: PlayerId, now: Instant) -> RoomId | None:
        return await self._ask("take review", lambda: self._reviews.take(reviewer, now))

    async def extend(self, game: RoomId, reviewer: PlayerId, now: Instant) -> bool:
        return await self._ask("extend review", lambda: self._reviews.extend(game, reviewer, now))

    async def drop(self, game: RoomId, reviewer: PlayerId) -> bool:
        return await self._ask("drop review", lambda: self._reviews.drop(game, reviewer))

    async def put(self, game: RoomId, review: bytes) -> None:
        await self._ask("put review", lambda: self._reviews.put(game, review))

    async def find(self, game: RoomId) -> bytes | None:
        return await self._ask("find review", lambda: self._reviews.find(game))


class SimPuzzles:
    """A `PuzzleStore`, for one life of one node."""

    def __init__(self, puzzles: PuzzleStore, ask: Ask) -> None:
        self._puzzles = puzzles
        self._ask = ask

    async def put(self, key: str, puzzle: bytes, now: Instant) -> bool:
        return await self._ask("put puzzle", lambda: self._puzzles.put(key, puzzle, now))

    async def newest(self) -> Sequence[StoredPuzzle]:
        return await self._ask("puzzles", self._puzzles.newest)


class SimRoomLists:
    """A `RoomListStore`, for one life of one node."""

    def __init__(self, lists: RoomListStore, ask: Ask) -> None:
        self._lists = lists
        self._ask = ask

    async def places(self, name: str, after: SortKey, count: int) -> Sequence[SortKey]:
        return await self._ask("places", lambda: self._lists.places(name, after, count))

    async def count(self, name: str) -> int:
        return await self._ask("count", lambda: self._lists.count(name))

    async def entries(self, rooms: Sequence[RoomId]) -> Sequence[RoomEntry | None]:
        return await self._ask("entries", lambda: self._lists.entries(rooms))

    async def outdated(self, cursor: int) -> OutdatedPage:
        return await self._ask("outdated", lambda: self._lists.outdated(cursor))

    async def relist(self, room: RoomId, summary: bytes, listing: Listing) -> None:
        await self._ask("relist", lambda: self._lists.relist(room, summary, listing))

    async def unlist(self, room: RoomId, summary: bytes) -> None:
        await self._ask("unlist", lambda: self._lists.unlist(room, summary))


class SimPresence:
    """A `PresenceStore`, for one life of one node."""

    def __init__(self, presence: PresenceStore, ask: Ask) -> None:
        self._presence = presence
        self._ask = ask

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        return await self._ask("renew", lambda: self._presence.renew(node, changes))

    async def page(self, node: NodeName, since: int = 0) -> PageChanges:
        return await self._ask("page", lambda: self._presence.page(node, since))

    async def withdraw(self, node: NodeName) -> None:
        await self._ask("withdraw", lambda: self._presence.withdraw(node))


class SimVacations:
    """A `VacationStore` over the simulated network."""

    def __init__(self, vacations: VacationStore, ask: Ask) -> None:
        self._vacations = vacations
        self._ask = ask

    async def change(self, player: PlayerId, before: Vacations, after: Vacations) -> bool:
        return await self._ask("vacation", lambda: self._vacations.change(player, before, after))

    async def listed(self) -> Sequence[tuple[PlayerId, Instant]]:
        return await self._ask("vacations", self._vacations.listed)

    async def settled(self, player: PlayerId, until: Instant) -> None:
        await self._ask("vacation settled", lambda: self._vacations.settled(player, until))


class SimCodes:
    """A `CodeStore`, for one life of one node."""

    def __init__(self, codes: CodeStore, ask: Ask) -> None:
        self._codes = codes
        self._ask = ask

    async def claim(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode | None:
        return await self._ask("claim", lambda: self._codes.claim(room, code, kept))

    async def room(self, code: JoinCode) -> RoomId | None:
        return await self._ask("room of code", lambda: self._codes.room(code))


class SimWebhook:
    """A `WebhookStore`, for one life of one node."""

    def __init__(self, webhook: WebhookStore, ask: Ask) -> None:
        self._webhook = webhook
        self._ask = ask

    async def push(self, notification: bytes) -> None:
        await self._ask("push", lambda: self._webhook.push(notification))

    async def first(self) -> bytes | None:
        return await self._ask("first", self._webhook.first)

    async def remove(self, notification: bytes) -> None:
        await self._ask("remove", lambda: self._webhook.remove(notification))

    async def hold(self, node: LeaseHolder) -> bool:
        return await self._ask("hold webhook", lambda: self._webhook.hold(node))

    async def release(self, node: LeaseHolder) -> None:
        await self._ask("release webhook", lambda: self._webhook.release(node))

    async def is_first(self, player: PlayerId, within: Millis) -> bool:
        return await self._ask("is first", lambda: self._webhook.is_first(player, within))


class SimTurns:
    """A `TurnStore`, for one life of one node."""

    def __init__(self, turns: TurnStore, ask: Ask) -> None:
        self._turns = turns
        self._ask = ask

    async def choose(self, player: PlayerId, *, notify: bool) -> bool:
        return await self._ask("choose", lambda: self._turns.choose(player, notify=notify))

    async def begun(self) -> Sequence[AwaitedTurn]:
        return await self._ask("begun", self._turns.begun)

    async def settled(self, turn: AwaitedTurn) -> None:
        await self._ask("turn settled", lambda: self._turns.settled(turn))


class SimHouse:
    """A `HouseStore`, for one life of one node."""

    def __init__(self, house: HouseStore, ask: Ask) -> None:
        self._house = house
        self._ask = ask

    async def hold(self, holder: LeaseHolder) -> Hold:
        return await self._ask("hold", lambda: self._house.hold(holder))

    async def release(self, holder: LeaseHolder) -> None:
        await self._ask("release", lambda: self._house.release(holder))


class SimDevices:
    """A `DeviceStore`, for one life of one node."""

    def __init__(self, devices: DeviceStore, ask: Ask) -> None:
        self._devices = devices
        self._ask = ask

    async def add(
        self, player: PlayerId, device: Device, *, by: DeviceId | None = None, replaces_all: bool = False
    ) -> DeviceChange:
        return await self._ask(
            "add device", lambda: self._devices.add(player, device, by=by, replaces_all=replaces_all)
        )

    async def allow(
        self, player: PlayerId, device: Device, right: Right, *, by: DeviceId | None = None
    ) -> DeviceChange:
        return await self._ask("allow device", lambda: self._devices.allow(player, device, right, by=by))

    async def used(self, player: PlayerId, device: Device, now: Instant) -> None:
        await self._ask("use device", lambda: self._devices.used(player, device, now))

    async def revoke(self, player: PlayerId, device: DeviceId, *, by: DeviceId | None = None) -> DeviceChange:
        return await self._ask("revoke device", lambda: self._devices.revoke(player, device, by=by))

    async def offer(self, selector: str, digest: str, offer: LinkOffer, kept: Millis) -> bool:
        return await self._ask("offer", lambda: self._devices.offer(selector, digest, offer, kept))

    async def salt(self, selector: str) -> str | None:
        return await self._ask("salt", lambda: self._devices.salt(selector))

    async def redeem(self, selector: str, digest: str, device: DeviceId) -> LinkOffer | None:
        return await self._ask("redeem", lambda: self._devices.redeem(selector, digest, device))


class SimServerIdentity:
    """A `ServerIdentityStore`, for one life of one node."""

    def __init__(self, identity: ServerIdentityStore, ask: Ask) -> None:
        self._identity = identity
        self._ask = ask

    async def load(self, known: ServerIdentity | None = None) -> ServerIdentity:
        return await self._ask("load identity", lambda: self._identity.load(known))

    async def find(self) -> ServerIdentity | None:
        return await self._ask("find identity", self._identity.find)

    async def put(self, identity: ServerIdentity) -> None:
        await self._ask("put identity", lambda: self._identity.put(identity))


_PATIENCE_OF_ICE: Final = 0.25
"""Seconds until it is seen whether something is still frozen."""


def _fail(answer: "asyncio.Future[Any]") -> None:
    if not answer.done():
        answer.set_exception(_Unanswered())


def _now(work: Coroutine[Any, Any, _T]) -> _T:
    """The result of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError("a memory store has waited")
