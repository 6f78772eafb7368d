"""The core of a node: everything but what answers peers."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.login.fingerprints import fingerprint_of, with_fingerprint
from pente_protocol.messages.lists import RoomSummary
from pente_server.access.access_control import AccessControl
from pente_server.access.house_accounts import HouseDevices
from pente_server.access.loaded_identity import LoadedIdentity
from pente_server.access.server_key import KeyFile
from pente_server.access.sign_ins import SignIns
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
from pente_server.net.http.sites import SitePolicy
from pente_server.results.archive import GameSearch, file_game
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


class NodeCore(ABC):
    """All parts of a node but those that answer peers, and what they tell each other. Mutable."""

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
        self.room_directory = RoomDirectory(store.room_lists, self._is_present, self.heartbeat.now)
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
        self.clock = asyncio.get_running_loop().time
        self.absence_monitor = AbsenceMonitor(
            self.keeper, self.room_directory, self.hub.is_here, self.presence.is_elsewhere, self.clock
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
        self._begin_answering(sites, has_page=has_page)

    @abstractmethod
    def _begin_answering(self, sites: SitePolicy, *, has_page: bool) -> None:
        """Create what peers connect to, and what answers them."""

    @abstractmethod
    def disconnect_all(self) -> None:
        """Ask all peers to reconnect, without waiting for it."""

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
        self.disconnect_all()
        self.keeper.forget()
        self.lobby.forget()
        self.tv.forget()
        self.room_directory.forget()
        self.outages.forget()

    def durability(self) -> str:
        return self.store.durability
