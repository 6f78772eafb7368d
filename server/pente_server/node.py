"""A node: assembles one server process from its parts."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.metadata import version

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.login.fingerprints import fingerprint_of, with_fingerprint
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.lists import RoomSummary
from pente_server.access.access_control import AccessControl
from pente_server.access.house_accounts import HouseDevices
from pente_server.access.join_codes import JoinCodes
from pente_server.access.loaded_identity import LoadedIdentity
from pente_server.access.room_passwords import RoomPasswords
from pente_server.access.server_key import KeyFile
from pente_server.access.sign_ins import SignIns
from pente_server.background import end_all, once_reachable, restarted
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.heartbeat.durability_monitor import DurabilityMonitor
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.heartbeat.problems import Problems
from pente_server.limits.limits import Allowance
from pente_server.live.commit_wakeups import WakeupListener
from pente_server.live.hub import Hub
from pente_server.live.list_refresher import ListRefresher
from pente_server.live.lobby import Lobby
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.people.player_queue import PlayerQueue
from pente_server.live.presence.absence_monitor import AbsenceMonitor
from pente_server.live.presence.presence import Presence
from pente_server.live.presence.presence_page import FieldKind, OnlinePlayer
from pente_server.live.revoked_devices import note_devices
from pente_server.live.room_journal import RoomJournal
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.live.room_lists.room_query import RoomQueries
from pente_server.live.store_recovery import LossMonitor, StoreRecovery
from pente_server.live.tv.tv import Tv
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.addresses.public_url import PublicUrl
from pente_server.net.health import Health
from pente_server.net.http.api.api import Api
from pente_server.net.http.api.reader import ReaderParts
from pente_server.net.http.page.web_page import WebPage
from pente_server.net.http.pages import Pages
from pente_server.net.http.sites import SitePolicy
from pente_server.net.sessions.greeting import Greeter
from pente_server.net.sessions.session_parts import SessionParts
from pente_server.net.sessions.sign_in import SignInHandler
from pente_server.net.websocket_server import WebSocketServer
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.archive import ArchiveRequests
from pente_server.requests.blocking import BlockChecks, BlockRequests
from pente_server.requests.commands import CommandRequests
from pente_server.requests.connection import ConnectionRequests
from pente_server.requests.devices import DeviceRequests
from pente_server.requests.direct_messages import DirectMessageRequests
from pente_server.requests.dispatch import handlers_of
from pente_server.requests.friends import FriendRequests
from pente_server.requests.lobby import RoomListRequests
from pente_server.requests.notifications import NotificationRequests
from pente_server.requests.opening import OpeningRequests
from pente_server.requests.personal_data import PersonalDataRequests
from pente_server.requests.players import PlayerRequests
from pente_server.requests.puzzles import PuzzleRequests
from pente_server.requests.rating_checks import RatingChecks
from pente_server.requests.reports import ReportRequests
from pente_server.requests.reviews import ReviewRequests
from pente_server.requests.room_access import RoomAccess
from pente_server.requests.room_codes import CodeRequests
from pente_server.requests.room_limits import RoomLimits
from pente_server.requests.shown_rooms import ShownRooms
from pente_server.requests.tv import TvRequests
from pente_server.requests.vacations import VacationRequests
from pente_server.requests.watching import WatchRequests
from pente_server.requests.who_is_here import OnlineRequests
from pente_server.results.archive import GameSearch, file_game
from pente_server.results.no_shows import NoShows
from pente_server.results.player_history import PlayerHistories
from pente_server.results.post_game import FinishedRoom, PostGameJobs
from pente_server.results.profiles import Profiles
from pente_server.results.ratings import RatingUpdater
from pente_server.results.sequel_players import players_as_of_now
from pente_server.rooms.deadlines import DeadlineScheduler
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.observer import Observers
from pente_server.rooms.outages import OutageCredits
from pente_server.rooms.recorder import TurnBegun
from pente_server.rooms.retention import Retention
from pente_server.rooms.sequels import SequelOpener
from pente_server.rooms.vacations import VacationMarker
from pente_server.store import Store, StoreUnavailable
from pente_server.store.logs.log_marks import mark_key
from pente_server.webhook.host_webhook import HostWebhook
from pente_server.webhook.sender import Webhook
from pente_server.webhook.turns import awaited_turns


class Node:
    """One server process: creates all parts, connects them, and runs them. Mutable."""

    def __init__(
        self,
        store: Store,
        allowance: Allowance | None = None,
        *,
        sites: SitePolicy | None = None,
        keeps_bot_games: bool = False,
        rates_bots: bool = False,
        rates_handicaps: bool = False,
        needs_strict_store: bool = False,
        access_control: AccessControl | None = None,
        idle: Millis = ev.IDLE,
        explain: Callable[[StoreUnavailable], StoreUnavailable] = lambda error: error,
        name: str = "",
        has_page: bool = True,
        webhook: Webhook | None = None,
        public: PublicUrl | None = None,
        key_file: KeyFile | None = None,
    ) -> None:
        """``sites``: which proxies are trusted, and which web pages may use the server. ``idle``: how long a
        game without a clock may stand still. ``explain`` may find a better reason for a store that does not
        answer. ``name``: what the host calls the server, for players. ``webhook``: where to notify them.
        ``has_page``: whether browsers get the page. ``public``: where others find the server.
        ``key_file`` has the server's key, if the store is not to have it.
        """
        self.store = store
        self.allowance = allowance or Allowance()
        self.identity = LoadedIdentity(store.server_identity, key_file)
        self.name, self.public = name, public or PublicUrl()
        self.program = f"pente/{version('pente')}"
        self.outages = OutageCredits(store)
        self.problems = Problems()
        self.heartbeat = Heartbeat(store, self.outages.record, self.problems, explain, self)
        self.durability_monitor = DurabilityMonitor(store, self.problems, needs_strict=needs_strict_store)
        self.peer_log = PeerLog()
        self.block_lists = BlockLists(store.accounts)
        self.presence = Presence(
            store.presence,
            self._presence_changed_elsewhere,
            self._player_changed,
            self._noticed,
            self._televised_elsewhere,
            on_looks=self._looked_elsewhere,
        )
        self.hub = Hub(
            self.presence,
            self.block_lists,
            self.heartbeat.now,
            self._presence_changed_here,
            self._player_left,
        )
        self.profiles = Profiles(store.accounts, self.heartbeat.now, lists_bots=rates_bots)
        self.people = ConnectedPeople(
            store,
            self.presence,
            block_lists=self.block_lists,
            ratings=self.profiles,
            send=self.hub.send_to,
        )
        self.changed_devices = PlayerQueue(self._end_revoked)
        """The players whose devices may have been revoked at another node."""
        self.room_directory = RoomDirectory(
            store.room_lists, self._read_room, self._is_present, self.heartbeat.now
        )
        self.own_rooms = OwnRooms(self.room_directory.of_player, self.hub.invited, self.hub.invitation_ended)
        self.room_queries = RoomQueries(
            self.room_directory, self.presence.attended_rooms, self.own_rooms.private
        )
        self.lobby_feed = LobbyFeed(self.room_queries, self.presence.count_online, self.own_rooms.of)
        self.tv = Tv(
            now=self.heartbeat.now,
            is_here=self.hub.is_here,
            is_present=self._is_present,
            count_viewers=self.hub.count_viewers,
            publish=self.presence.televised,
            read=self.room_directory.watchable,
        )
        self.lobby = Lobby(self.own_rooms, self._room_changed)
        self.retention = Retention(keeps_bot_games=keeps_bot_games)
        observers = Observers()
        self.keeper = self._keeper(observers, awaited_turns(webhook, self._is_present))
        self.deadlines = DeadlineScheduler(store, self.keeper, self.keeper.follower, self.heartbeat)
        clock = asyncio.get_running_loop().time
        self.absence_monitor = AbsenceMonitor(
            self.keeper, self.room_directory, self.hub.is_here, self.presence.is_elsewhere, clock
        )
        self.ratings = RatingUpdater(store.accounts, self.keeper)
        self.post_game = PostGameJobs(
            store,
            (partial(file_game, store.archive), self.ratings.file),
            now=self.heartbeat.now,
            retention=self.retention,
        )
        self.sequels = SequelOpener(store, self.keeper.current)
        self.vacations = VacationMarker(store, self.keeper, self.room_directory.of_player, self.heartbeat.now)
        self.list_refresher = ListRefresher(
            self.room_directory, self.own_rooms, self.people, self.absence_monitor, self.lobby_feed
        )
        self.wakeups = WakeupListener(store, self.lobby, self.keeper.follower, self.list_refresher.refresh)
        self.recovery = self._recovery()
        self.host_webhooks = self._host_webhooks(webhook)
        observers.add(  # notified in this order: the hub first, so that players get events without delay
            self.hub,
            self.lobby,
            self.deadlines,
            self.post_game,
            self.sequels,
            self.vacations,
            self.absence_monitor,
            self.tv,
            RoomJournal(),
            self.recovery.losses,
            *self.host_webhooks,
        )
        self.rates_bots, self.rates_handicaps, self.idle = rates_bots, rates_handicaps, idle
        self.access_control = access_control or AccessControl()
        self.house_devices = HouseDevices()
        self.sign_ins = SignIns(store.accounts, store.devices, self.house_devices, self.heartbeat.now)
        self.game_search = GameSearch(store)
        sites = sites or SitePolicy()
        self.connection_limits = ConnectionLimiter(self.allowance, sites.trusted_proxies)
        self.health = Health(
            self.program,
            self.heartbeat,
            self.durability,
            lambda: self.room_directory.rooms,
            self.problems.warnings,
        )
        self._create_handlers(clock)
        self.session_parts, self.api = self._session_parts(), self._api()
        self.server = self._server(sites, has_page=has_page)

    def _keeper(self, observers: Observers, turn_begun: TurnBegun) -> Keeper:
        return Keeper(
            self.store,
            observers,
            is_wanted=self.hub.is_wanted,
            now=self.heartbeat.now,
            log_format=self.heartbeat.common_format,
            outages=self.outages.known,
            is_serving=lambda: self.heartbeat.is_serving,
            retention=self.retention,
            mark_key=lambda: mark_key(self.identity.secret),
            players_of_sequel=self._players_of_sequel,
            turn_begun=turn_begun,
        )

    def _recovery(self) -> StoreRecovery:
        return StoreRecovery(
            self.store,
            self.lobby,
            self.keeper.follower,
            self.problems,
            block_lists=self.block_lists,
            refresh=self.list_refresher.refresh,
            load_identity=self.identity.load,
            forget=self._forget,
            losses=LossMonitor(self.store, self.problems, self.heartbeat.now, self._is_expiring),
        )

    def _create_handlers(self, clock: Callable[[], float]) -> None:
        """Create what answers requests, and the checks and parts that several kinds of them share."""
        self.room_passwords = RoomPasswords(self.allowance, clock)
        self.requested = RequestedAccounts(self.store.accounts)
        self.blocking = BlockChecks(self.requested, self.block_lists)
        self.room_access = RoomAccess(
            self.keeper, self.room_passwords, self.room_directory, self.heartbeat.now
        )
        self.room_limits = RoomLimits(self.room_directory, self.hub, self.allowance, clock)
        self.shown_rooms = ShownRooms(
            keeper=self.keeper,
            hub=self.hub,
            blocks=self.block_lists,
            access=self.room_access,
            now=self.heartbeat.now,
        )
        self.watching = WatchRequests(
            self.keeper,
            self.hub,
            self.own_rooms,
            access=self.room_access,
            limits=self.room_limits,
            shown=self.shown_rooms,
            now=self.heartbeat.now,
        )
        self.archive_requests = ArchiveRequests(
            game_search=self.game_search,
            archive=self.store.archive,
            room_log=self.keeper.room_log,
            hub=self.hub,
            blocks=self.block_lists,
            now=self.heartbeat.now,
        )
        self.handlers = handlers_of(
            self.watching,
            self.archive_requests,
            *self._room_requests(clock),
            *self._list_requests(),
            *self._review_requests(clock),
            *self._account_requests(clock),
            *self._people_requests(clock),
            ConnectionRequests(self.heartbeat.now),
        )

    def _room_requests(self, clock: Callable[[], float]) -> Sequence[object]:
        """What answers requests to open rooms, and carries out commands there."""
        now, codes = self.heartbeat.now, JoinCodes(self.store.codes, self.allowance)
        rating = RatingChecks(
            accounts=self.requested,
            no_shows=NoShows(self.store.archive, now),
            profiles=self.profiles,
            rates_bots=self.rates_bots,
            rates_handicaps=self.rates_handicaps,
            now=now,
        )
        opening = OpeningRequests(
            keeper=self.keeper,
            accounts=self.requested,
            blocking=self.blocking,
            rating=rating,
            limits=self.room_limits,
            shown=self.shown_rooms,
            room_directory=self.room_directory,
            room_passwords=self.room_passwords,
            join_codes=codes,
            allowance=self.allowance,
            clock=clock,
            idle=self.idle,
            log_format=self.heartbeat.common_format,
            now=now,
        )
        commands = CommandRequests(
            keeper=self.keeper,
            accounts=self.requested,
            blocking=self.blocking,
            rating=rating,
            access=self.room_access,
            limits=self.room_limits,
            shown=self.shown_rooms,
            hub=self.hub,
            own_rooms=self.own_rooms,
            allowance=self.allowance,
            clock=clock,
            now=now,
        )
        return opening, commands, CodeRequests(self.keeper, self.hub, codes, now)

    def _list_requests(self) -> Sequence[object]:
        """What answers requests about lists of rooms and players, and TV."""
        return (
            RoomListRequests(self.room_queries, self.lobby_feed, self.requested),
            OnlineRequests(self.presence, self.people),
            TvRequests(self.tv),
        )

    def _review_requests(self, clock: Callable[[], float]) -> Sequence[object]:
        """What answers requests about reviews of games, and puzzles from them."""
        reviews = ReviewRequests(
            reviews=self.store.reviews,
            archive=self.archive_requests,
            accounts=self.requested,
            room_log=self.keeper.room_log,
            allowance=self.allowance,
            clock=clock,
            secret=lambda: self.identity.secret,  # which is known once it serves
            now=self.heartbeat.now,
        )
        puzzles = PuzzleRequests(self.store.puzzles, self.archive_requests, reviews, self.heartbeat.now)
        return reviews, puzzles

    def _account_requests(self, clock: Callable[[], float]) -> Sequence[object]:
        """What answers requests about names, results and devices, and what players choose."""
        players = PlayerRequests(
            accounts=self.requested,
            access_control=self.access_control,
            profiles=self.profiles,
            histories=PlayerHistories(self.store.accounts, self.store.archive),
            game_search=self.game_search,
            presence=self.presence,
            now=self.heartbeat.now,
        )
        devices = DeviceRequests(
            devices=self.store.devices,
            accounts=self.requested,
            presence=self.presence,
            hub=self.hub,
            now=self.heartbeat.now,
        )
        vacations = VacationRequests(
            vacations=self.store.vacations,
            accounts=self.requested,
            vacation_changed=self.vacations.changed,
            allowance=self.allowance,
            clock=clock,
            now=self.heartbeat.now,
        )
        notifications = NotificationRequests(
            self.store.turns, self.requested, notifies_turns=self.notifies_turns
        )
        return players, devices, vacations, notifications

    def _people_requests(self, clock: Callable[[], float]) -> Sequence[object]:
        """What answers requests about other people, and what is kept of all that."""
        now, allowance = self.heartbeat.now, self.allowance
        blocks = BlockRequests(
            accounts=self.requested,
            blocks=self.block_lists,
            presence=self.presence,
            feed=self.people.feed,
            now=now,
        )
        friends = FriendRequests(
            friends=self.store.friends,
            connected=self.people,
            presence=self.presence,
            accounts=self.requested,
            now=now,
        )
        messages = DirectMessageRequests(
            messages=self.store.messages,
            friends=self.store.friends,
            inboxes=self.people.inboxes,
            presence=self.presence,
            accounts=self.requested,
            blocking=self.blocking,
            allowance=allowance,
            clock=clock,
            now=now,
        )
        personal_data = PersonalDataRequests(
            accounts=self.requested,
            profiles=self.profiles,
            blocking=blocks,
            friends=friends,
            messages=messages,
            message_store=self.store.messages,
            keeper=self.keeper,
            room_directory=self.room_directory,
            reviews=self.store.reviews,
            hub=self.hub,
            now=now,
        )
        reports = ReportRequests(
            self.store.reports, self.requested, allowance=allowance, clock=clock, now=now
        )
        return blocks, friends, messages, personal_data, reports

    def _session_parts(self) -> SessionParts:
        features = (ServerFeature.POST_MORTEM, ServerFeature.REVIEWS, ServerFeature.PUZZLES)
        greeter = Greeter(
            self.program,
            self.name,
            self.public,
            (*features, *((ServerFeature.RATED_BOTS,) if self.rates_bots else ())),
            identity=self.identity,
            access_control=self.access_control,
            allowance=self.allowance,
            durability=self.durability,
            now=self.heartbeat.now,
        )
        sign_in = SignInHandler(
            self.program,
            heartbeat=self.heartbeat,
            access_control=self.access_control,
            allowance=self.allowance,
            connection_limits=self.connection_limits,
            sign_ins=self.sign_ins,
            accounts=self.store.accounts,
            presence=self.presence,
            block_lists=self.block_lists,
            people=self.people,
            hub=self.hub,
            own_rooms=self.own_rooms,
            room_directory=self.room_directory,
            watching=self.watching,
            durability=self.durability,
        )
        return SessionParts(
            greeter=greeter,
            sign_in=sign_in,
            handlers=self.handlers,
            audiences=(self.lobby_feed, self.tv, self.people.feed, self.hub),
            heartbeat=self.heartbeat,
            allowance=self.allowance,
            connection_limits=self.connection_limits,
            peer_log=self.peer_log,
        )

    def _api(self) -> Api:
        """The read side over HTTP: its questions are answered as requests are."""
        return Api(
            ReaderParts(self.handlers, self.archive_requests, self.shown_rooms, self.keeper, self.hub),
            allowance=self.allowance,
            access_control=self.access_control,
            heartbeat=self.heartbeat,
            peer_log=self.peer_log,
            server_id=lambda: self.identity.server_id,
        )

    def _server(self, sites: SitePolicy, *, has_page: bool) -> WebSocketServer:
        """What peers connect to: it hands them the other parts."""
        pages = Pages(
            self.health,
            self.access_control,
            self.api,
            WebPage(self.name) if has_page else None,
            self.public,
        )
        return WebSocketServer(self.session_parts, self.connection_limits, self.health, sites, pages)

    def _link_to(self, path: str) -> str:
        """A link to a path, with the fingerprint of the server; empty if there is none for others."""
        return with_fingerprint(self.public.link(path), fingerprint_of(self.identity.server_id))

    def _host_webhooks(self, webhook: Webhook | None) -> Sequence[HostWebhook]:
        """The parts of the webhook, if there is one."""
        if webhook is None:
            return ()
        parts = HostWebhook(
            webhook,
            self.store,
            read_room=self._read_room,
            is_here=self.hub.is_connected,
            is_present=self._is_present,
            trouble=lambda: "" if self.health.trouble is None else self.health.trouble.text,
            now=self.heartbeat.now,
            server=self.name,
            link_to=self._link_to,
        )
        return (parts,)

    @property
    def notifies_turns(self) -> bool:
        """Whether players who want it are named in the webhook when it is their turn."""
        return any(webhook.notifies_turns for webhook in self.host_webhooks)

    # Callbacks to parts that are created later than their callers

    async def _players_of_sequel(
        self, room_id: RoomId, room: Room, events: Sequence[ev.Event]
    ) -> tuple[Identity | None, ...]:
        ended = FinishedRoom(room_id, room, tuple(events))
        # Other games count for nobody, or not yet: a rating would tell viewers how they have ended.
        counts = self.retention.of(room) is None and ended.shown_at <= self.heartbeat.now()
        return await players_as_of_now(ended, self.profiles, self.ratings.file if counts else None)

    def _presence_changed_elsewhere(self, room_id: RoomId) -> None:
        self.hub.refresh_presence(room_id)
        self.lobby_feed.attended(room_id)
        self.tv.presence_changed(room_id)

    async def _end_revoked(self, player: PlayerId) -> None:
        await note_devices(self.store.accounts, self.hub, player)

    def _presence_changed_here(self, room_id: RoomId) -> None:
        self.absence_monitor.check_presence(room_id)
        self.lobby_feed.attended(room_id)
        self.tv.presence_changed(room_id)
        self.hub.looks.refresh(room_id)
        self.keeper.release(room_id)  # without effect if the room still has listeners

    def _looked_elsewhere(self, room_id: RoomId) -> None:
        self.hub.looks.refresh(room_id)

    def _televised_elsewhere(self, node: str, room_id: RoomId, body: bytes) -> None:
        self.tv.told(node, room_id, body)

    def _player_changed(
        self, player: PlayerId, before: OnlinePlayer | None, after: OnlinePlayer | None
    ) -> None:
        self.people.player_changed(player, before, after)
        if before is None or after is None:
            self.lobby_feed.online_changed()

    def _noticed(self, kind: FieldKind, player: PlayerId) -> None:
        self.people.noticed(kind, player)
        if kind is FieldKind.ACCOUNT and self.hub.is_connected(player):
            self.changed_devices.add((player,))

    def _room_changed(self, room_id: RoomId, room: RoomSummary | None) -> None:
        self.lobby_feed.changed(room_id)
        if room is not None:
            self.absence_monitor.check_room(room)

    def _player_left(self, player: PlayerId) -> None:
        self.own_rooms.forget(player)
        self.people.forget(player)

    def _is_expiring(self, room_id: RoomId) -> bool:
        room = self.keeper.known(room_id)
        if room is None:
            return True
        return room.status in (ev.Status.FINISHED, ev.Status.CLOSED) and self.retention.of(room) is not None

    async def _read_room(self, room_id: RoomId) -> Room:
        return await self.keeper.current(room_id)

    def _is_present(self, room_id: RoomId, player: PlayerId) -> bool:
        return self.hub.is_here(room_id, player) or self.presence.is_elsewhere(room_id, player)

    async def _credit_outages(self) -> None:
        await self.room_directory.list_outdated()  # else games would be missing in the list of running clocks
        await self.keeper.credits.apply_everywhere()

    def recheck(self) -> None:
        """Called by the heartbeat when the store may have lost something."""
        self.room_directory.forget()
        self.recovery.recheck()

    def start_over(self) -> None:
        """Called by the heartbeat when another store was adopted."""
        self.recovery.start_over()

    def _forget(self) -> None:
        self.server.disconnect_all()
        self.keeper.forget()
        self.lobby.forget()
        self.tv.forget()
        self.room_directory.forget()
        self.outages.forget()

    def durability(self) -> str:
        return self.store.durability

    # Running

    @asynccontextmanager
    async def serving(
        self,
        *listeners: socket.socket,
        private: Sequence[socket.socket] = (),
        gateways: Sequence[socket.socket] = (),
    ) -> AsyncIterator[None]:
        """Serve on listening sockets until the end of the block, then ask all clients to reconnect.

        ``private`` are sockets for clients on this machine, even where its address is that of a proxy;
        ``gateways`` those for gateways on it, which say for whom they connect.

        Raises StoreUnavailable when the store is not reachable at the start.
        """
        await once_reachable(self._begin)
        tasks = [asyncio.create_task(restarted(work)) for work in self._work()]
        try:
            async with self.server.listening(*listeners, private=private, gateways=gateways):
                yield
        finally:
            looks = [task for webhook in self.host_webhooks for task in webhook.tasks]
            asked = [*self.sequels.tasks, *self.keeper.commands.tasks]
            await end_all([*tasks, *asked, *looks])
            with suppress(StoreUnavailable):
                await self.presence.withdraw()

    async def _begin(self) -> None:
        """Make the first contact with the store. Raises StoreUnavailable."""
        await self.durability_monitor.check()
        await self.heartbeat.beat()
        await self.identity.load()
        await self.store.accounts.prepare()
        await self.room_directory.recount()

    def _work(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        return (
            self.heartbeat.run,
            self.identity.run,
            self.durability_monitor.run,
            self.deadlines.run,
            self.deadlines.sweep,
            self.wakeups.run,
            self.recovery.run,
            self.recovery.losses.run,
            self.post_game.run,
            self.sequels.run,
            self.vacations.run,
            self.presence.run,
            *self.people.work(),
            self.block_lists.outdated.run,
            self.changed_devices.run,
            self.absence_monitor.run,
            self.peer_log.run,
            self.tv.run,
            self.lobby_feed.run,
            self.list_refresher.run,
            lambda: self.outages.apply(self._credit_outages),
            *(work for webhook in self.host_webhooks for work in webhook.work),
        )
