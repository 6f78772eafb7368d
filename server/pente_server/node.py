"""A node: assembles one server process from its parts."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

from pente_protocol.messages.features import ServerFeature
from pente_server.access.join_codes import JoinCodes
from pente_server.access.room_passwords import RoomPasswords
from pente_server.background import end_all, once_reachable, restarted
from pente_server.net.http.api.api import Api
from pente_server.net.http.api.reader import ReaderParts
from pente_server.net.http.page.web_page import WebPage
from pente_server.net.http.pages import Pages
from pente_server.net.http.sites import SitePolicy
from pente_server.net.sessions.greeting import Greeter
from pente_server.net.sessions.session_parts import SessionParts
from pente_server.net.sessions.sign_in import SignInHandler
from pente_server.net.websocket_server import WebSocketServer
from pente_server.node_core import NodeCore
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
from pente_server.requests.rooms import RequestedRooms
from pente_server.requests.shown_rooms import ShownRooms
from pente_server.requests.tv import TvRequests
from pente_server.requests.vacations import VacationRequests
from pente_server.requests.watching import WatchRequests
from pente_server.requests.who_is_here import OnlineRequests
from pente_server.results.no_shows import NoShows
from pente_server.results.player_history import PlayerHistories
from pente_server.store import StoreUnavailable


class Node(NodeCore):
    """One server process: creates all parts, connects them, and runs them. Mutable."""

    def _create_handlers(self) -> None:
        """Create what answers requests, and the checks and parts that several kinds of them share."""
        now = self.heartbeat.now
        self.requested = RequestedAccounts(self.store.accounts)
        self.blocking = BlockChecks(self.requested, self.block_lists)
        self.room_passwords = RoomPasswords(self.allowance, self.clock)
        access = RoomAccess(self.keeper, self.room_passwords, self.room_directory, now)
        self.rooms = RequestedRooms(
            keeper=self.keeper,
            hub=self.hub,
            own_rooms=self.own_rooms,
            shown=ShownRooms(self.keeper, self.hub, self.block_lists, access, now),
            accounts=self.requested,
            blocking=self.blocking,
            rating=self._rating_checks(),
            access=access,
            limits=RoomLimits(self.room_directory, self.hub, self.store.accounts, self.allowance, self.clock),
            now=now,
        )
        self.watching = WatchRequests(self.rooms)
        self.archive_requests = ArchiveRequests(
            game_search=self.game_search,
            archive=self.store.archive,
            room_log=self.keeper.room_log,
            hub=self.hub,
            blocks=self.block_lists,
            now=now,
        )
        self.handlers = handlers_of(
            self.watching,
            self.archive_requests,
            *self._room_requests(),
            *self._list_requests(),
            *self._review_requests(),
            *self._account_requests(),
            *self._people_requests(),
            ConnectionRequests(now),
        )

    def _room_requests(self) -> Sequence[object]:
        """What answers requests to open rooms, and carries out commands there."""
        codes, log_format = JoinCodes(self.store.codes, self.allowance), self.heartbeat.common_format
        opening = OpeningRequests(self.rooms, codes, idle=self.idle, log_format=log_format)
        return opening, CommandRequests(self.rooms), CodeRequests(self.rooms, codes)

    def _rating_checks(self) -> RatingChecks:
        return RatingChecks(
            accounts=self.requested,
            no_shows=NoShows(self.store.archive, self.heartbeat.now),
            profiles=self.profiles,
            rates_bots=self.rates_bots,
            rates_handicaps=self.rates_handicaps,
            now=self.heartbeat.now,
        )

    def _list_requests(self) -> Sequence[object]:
        """What answers requests about lists of rooms and players, and TV."""
        return (
            RoomListRequests(self.room_queries, self.lobby_feed, self.requested),
            OnlineRequests(self.presence, self.people),
            TvRequests(self.tv),
        )

    def _review_requests(self) -> Sequence[object]:
        """What answers requests about reviews of games, and puzzles from them."""
        reviews = ReviewRequests(
            reviews=self.store.reviews,
            archive=self.archive_requests,
            accounts=self.requested,
            room_log=self.keeper.room_log,
            allowance=self.allowance,
            clock=self.clock,
            secret=lambda: self.identity.secret,  # which is known once it serves
            now=self.heartbeat.now,
        )
        puzzles = PuzzleRequests(self.store.puzzles, self.archive_requests, reviews, self.heartbeat.now)
        return reviews, puzzles

    def _account_requests(self) -> Sequence[object]:
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
            self.store.devices, self.requested, self.presence, self.hub, self.heartbeat.now
        )
        vacations = VacationRequests(
            vacations=self.store.vacations,
            accounts=self.requested,
            vacation_changed=self.vacations.changed,
            allowance=self.allowance,
            clock=self.clock,
            now=self.heartbeat.now,
        )
        notifications = NotificationRequests(
            self.store.turns, self.requested, notifies_turns=self.notifies_turns
        )
        return players, devices, vacations, notifications

    def _people_requests(self) -> Sequence[object]:
        """What answers requests about other people, and what is kept of all that."""
        now, allowance = self.heartbeat.now, self.allowance
        blocks = BlockRequests(self.requested, self.block_lists, self.presence, self.people.feed, now)
        friends = FriendRequests(self.store.friends, self.people, self.presence, self.requested, now)
        messages = DirectMessageRequests(
            messages=self.store.messages,
            friends=self.store.friends,
            inboxes=self.people.inboxes,
            presence=self.presence,
            accounts=self.requested,
            blocking=self.blocking,
            allowance=allowance,
            clock=self.clock,
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
            self.store.reports, self.requested, allowance=allowance, clock=self.clock, now=now
        )
        return blocks, friends, messages, personal_data, reports

    def _session_parts(self) -> SessionParts:
        features = (ServerFeature.PEOPLE, ServerFeature.LISTS, ServerFeature.REVIEW)
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
            ReaderParts(self.handlers, self.archive_requests, self.rooms),
            allowance=self.allowance,
            access_control=self.access_control,
            heartbeat=self.heartbeat,
            peer_log=self.peer_log,
            server_id=lambda: self.identity.server_id,
        )

    def _begin_answering(self, sites: SitePolicy, *, has_page: bool) -> None:
        self._create_handlers()
        self.session_parts, self.api = self._session_parts(), self._api()
        pages = Pages(
            self.health,
            self.access_control,
            self.api,
            WebPage(self.name) if has_page else None,
            self.public,
        )
        self.server = WebSocketServer(self.session_parts, self.connection_limits, self.health, sites, pages)

    def disconnect_all(self) -> None:
        self.server.disconnect_all()

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
