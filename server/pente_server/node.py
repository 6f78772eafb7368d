"""A node: one server process, put together from its parts."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from importlib.metadata import version
from typing import Final

from pente_core.identity import PlayerId, PlayerKind
from pente_core.room import (
    SENTENCES,
    Banned,
    Continued,
    Event,
    Finished,
    Kicked,
    Moved,
    Reason,
    Room,
    Status,
    deadline,
)
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import RoomId, RoomSummary
from pente_server.access.access_control import AccessControl
from pente_server.access.room_passwords import RoomPasswords
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.live.absence_monitor import AbsenceMonitor
from pente_server.live.hub import Hub
from pente_server.live.lobby import Lobby
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.presence import Presence
from pente_server.net.connection_limits import ConnectionLimiter
from pente_server.net.health import Health
from pente_server.net.session import SessionPorts
from pente_server.net.websocket_server import WebSocketServer
from pente_server.requests.ports import ArchivePorts, LobbyPorts, PlayerPorts, RequestPorts, RoomPorts
from pente_server.results.archive import GameSearch, archived_game
from pente_server.results.post_game import FinishedRoom, PostGameJob, PostGameJobs
from pente_server.results.profiles import Profiles
from pente_server.results.ratings import RatingUpdater
from pente_server.rooms.deadlines import DeadlineScheduler
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.outages import OutageCredits
from pente_server.rooms.retention import Retention
from pente_server.rooms.room_log import UnknownRoom
from pente_server.rooms.room_summary import room_summary, summary_changed
from pente_server.store import Store, StoreUnavailable, Wakeup

_log = logging.getLogger(__name__)
RETRY_AFTER: Final = 0.5
"""Seconds after which the background work that failed begins again."""


class Node:
    """Mutable: everything that one server process holds."""

    def __init__(
        self,
        store: Store,
        allowance: Allowance | None = None,
        *,
        is_behind_proxy: bool = False,
        keeps_bot_games: bool = False,
        rates_bots: bool = False,
        gate: AccessControl | None = None,
    ) -> None:
        self.store = store
        self.allowance = allowance or Allowance()
        self.name = f"pente/{version('pente')}"
        self.outages = OutageCredits(store)
        self.heartbeat = Heartbeat(store, self.outages.record)
        self.presence = Presence(store.presence, self._came_or_went, self._counted)
        self.hub = Hub(self.presence, self.heartbeat.now, self._came_or_went_here)
        self.lobby_feed = LobbyFeed(self.presence.count_online)
        self.lobby = Lobby(self.hub.featured, self._listed)
        self.retention = Retention(keeps_bot_games=keeps_bot_games)
        self.keeper = Keeper(
            store,
            self,
            now=self.heartbeat.now,
            owed=lambda: self.outages.known,
            is_serving=lambda: self.heartbeat.is_serving,
            retention=self.retention,
        )
        self.deadlines = DeadlineScheduler(store, self.keeper, self.heartbeat)
        self.absence_monitor = AbsenceMonitor(
            self.keeper, self.lobby, self._is_there, asyncio.get_running_loop().time
        )
        self.rates_bots = rates_bots
        self.access_control = gate or AccessControl()
        self.profiles = Profiles(store.people, self.heartbeat.now)
        filers: tuple[PostGameJob, ...] = (self._archive, RatingUpdater(store.people, self.keeper).file)
        self.post_game = PostGameJobs(store, filers, now=self.heartbeat.now)
        self.game_search = GameSearch(store)
        self.connection_limits = ConnectionLimiter(self.allowance, is_behind_proxy=is_behind_proxy)
        clock = asyncio.get_running_loop().time
        self.chat = TokenBuckets(self.allowance.chat, self.allowance.chat_burst, clock)
        self.openings = {kind: TokenBuckets(*self.allowance.openings_for(kind), clock) for kind in PlayerKind}
        self._tasks: set[asyncio.Task[None]] = set()
        self.room_passwords = RoomPasswords(asyncio.get_running_loop().time)
        self.health = Health(self.name, self.heartbeat, self._durability, self.lobby)
        self.session_ports = self._session_ports()
        self.server = WebSocketServer(self.session_ports, self.connection_limits, self.health)

    def _durability(self) -> str:
        return self.store.durability

    def _session_ports(self) -> SessionPorts:
        return SessionPorts(
            server=self.name,
            heartbeat=self.heartbeat,
            durability=self._durability,
            accounts=self.store.people,
            access_control=self.access_control,
            connection_limits=self.connection_limits,
            allowance=self.allowance,
            hub=self.hub,
            lobby=self.lobby,
            lobby_feed=self.lobby_feed,
            requests=self._request_ports(),
        )

    def _request_ports(self) -> RequestPorts:
        return RequestPorts(
            rooms=RoomPorts(
                keeper=self.keeper,
                hub=self.hub,
                lobby=self.lobby,
                room_passwords=self.room_passwords,
                allowance=self.allowance,
                chat=self.chat,
                openings=self.openings,
                rates_bots=self.rates_bots,
                now=self.heartbeat.now,
            ),
            lobby=LobbyPorts(
                lobby=self.lobby, lobby_feed=self.lobby_feed, hub=self.hub, presence=self.presence
            ),
            archive=ArchivePorts(
                game_search=self.game_search, archive=self.store.archive, room_log=self.keeper.room_log
            ),
            players=PlayerPorts(
                accounts=self.store.people,
                profiles=self.profiles,
                presence=self.presence,
                access_control=self.access_control,
                now=self.heartbeat.now,
            ),
        )

    # Its life

    @asynccontextmanager
    async def serving(self, listener: socket.socket) -> AsyncIterator[None]:
        """Serve on a listening socket until the end of the block, then tell everybody to come back.

        Raises StoreUnavailable when the store can't be reached at the start.
        """
        await self.heartbeat.beat()
        await self.lobby.reload(self.store.live)
        tasks = [asyncio.create_task(_kept_going(work)) for work in self._work()]
        try:
            async with self.server.listening(listener):
                yield
        finally:
            await _end([*tasks, *self._tasks])
            with suppress(StoreUnavailable):
                await self.presence.withdraw()

    def _work(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        return (
            self.heartbeat.run,
            self.deadlines.run,
            self._news,
            self.post_game.run,
            self.presence.run,
            self.absence_monitor.run,
            lambda: self.outages.run(self.keeper.apply_outages),
        )

    # What happens in rooms

    def is_wanted(self, room_id: RoomId) -> bool:
        return self.hub.is_wanted(room_id)

    def told(
        self,
        room_id: RoomId,
        room: Room,
        before: Room | None,
        events: Sequence[Event],
        bodies: Sequence[bytes],
    ) -> None:
        """A room has moved on, here or on another node."""
        seats_changed = before is None or before.seats != room.seats
        self.hub.deliver(room_id, room, events, bodies, seats_changed=seats_changed)
        if before is None or summary_changed(before, room):
            self._list(room_id, room)
        self.deadlines.expect(room_id, deadline(room))
        for event in events:
            self._follow_up(room_id, room, event)
        if room.absent:
            self.absence_monitor.compare(room_id, room, self.hub.is_here)

    def _follow_up(self, room_id: RoomId, room: Room, event: Event) -> None:
        """Do what an event asks of the node; ``room`` is the room after it and others."""
        match event:
            case Moved():  # first, as nearly all are
                pass
            case Finished() if self.retention.of(room) is None:
                self.post_game.expect(room_id)
            case Kicked(player=player):
                text = "the host of this room has sent you away"
                self.hub.dismiss(room_id, player, ErrorCode.KICKED, text)
            case Banned(player=player):
                self.hub.dismiss(room_id, player, Reason.BANNED, SENTENCES[Reason.BANNED])
            case Continued(room=sequel):
                self._start(self._open(RoomId(sequel)))
            case _:
                pass

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, sequel: RoomId) -> None:
        """See to it that a room is there; who looks for it later does the same."""
        with suppress(StoreUnavailable, UnknownRoom):
            await self.keeper.current(sequel)

    def _listed(self, room_id: RoomId, room: RoomSummary | None) -> None:
        if room is None or not room.options.private:
            self.lobby_feed.changed(room_id, room)
        self.absence_monitor.look(room_id)

    def _is_there(self, room_id: RoomId, player: PlayerId) -> bool:
        return self.hub.is_here(room_id, player) or self.presence.is_elsewhere(room_id, player)

    def _came_or_went(self, room_id: RoomId) -> None:
        """Somebody came to a room or went, at another node."""
        self.hub.refresh_presence(room_id)

    def _came_or_went_here(self, room_id: RoomId) -> None:
        self.absence_monitor.look(room_id)
        self.keeper.release(room_id)  # unless somebody is left there
        room = self.keeper.known(room_id)
        if room is not None and room.absent:
            self.absence_monitor.compare(room_id, room, self.hub.is_here)

    def _counted(self) -> None:
        self.lobby_feed.counted()

    async def _archive(self, ended: FinishedRoom) -> None:
        await self.store.archive.file(await archived_game(ended))

    def lost(self, room_id: RoomId, room: Room) -> None:
        self.hub.resync(room_id, room)
        self._list(room_id, room)
        self.deadlines.expect(room_id, deadline(room))

    def _list(self, room_id: RoomId, room: Room) -> None:
        if room.status in (Status.FINISHED, Status.CLOSED):
            self.lobby.drop(room_id)
            return
        is_new = self.lobby.get(room_id) is None
        entry = room_summary(room_id, room)
        self.lobby.put(entry, room.version)
        if is_new and room.invited:
            self.hub.invited(entry)

    async def _news(self) -> None:
        """Take in what other nodes commit, until cancelled."""
        async with aclosing(self.store.wakeups()) as wakeups:
            async for news in wakeups:
                await self._take_in(news)

    async def _take_in(self, news: Wakeup) -> None:
        while True:
            try:
                await self._heard(news)
            except StoreUnavailable:
                news = Wakeup(None)  # what could not be read must not be forgotten
                await asyncio.sleep(RETRY_AFTER)
            else:
                return

    async def _heard(self, news: Wakeup) -> None:
        if news.room is None:
            await self.lobby.reload(self.store.live)
            await self.keeper.refresh()
            return
        if news.is_over:
            self.lobby.drop(news.room)
        elif news.summary is not None:
            room = self.lobby.put_encoded(news.summary, news.first + len(news.events) - 1)
            if room is not None and room.invited:
                self.hub.invited(room)
        await self.keeper.woken(news)


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel until there is nothing left to cancel: redis-py swallows some, while it connects."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.1)


async def _kept_going(work: Callable[[], Awaitable[None]]) -> None:
    """Do something until cancelled, whatever happens."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 -- our bug; a node without pulse or clocks would be of no use
            _log.exception("work in the background failed; it begins again")
        await asyncio.sleep(RETRY_AFTER)
