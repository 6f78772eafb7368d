"""The ports of a node: which of its parts sessions and requests may use."""

from typing import Protocol

from pente_core.clock.instant import Millis
from pente_protocol.messages.features import ServerFeature
from pente_server.access.access_control import AccessControl
from pente_server.access.join_codes import JoinCodes
from pente_server.access.loaded_identity import LoadedIdentity
from pente_server.access.sign_ins import SignIns
from pente_server.assembly.limiters import RequestLimiters
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.limits import Allowance
from pente_server.live.hub import Hub
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.presence.presence import Presence
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.live.room_lists.room_query import RoomQueries
from pente_server.live.tv.tv import Tv
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.addresses.public_url import PublicUrl
from pente_server.net.http.api.api import ApiPorts
from pente_server.net.sessions.session_ports import SessionPorts
from pente_server.requests.requester.ports import (
    ArchivePorts,
    LobbyPorts,
    PlayerPorts,
    RequestPorts,
    RoomPorts,
    people_ports,
    review_ports,
)
from pente_server.results.archive import GameSearch
from pente_server.results.no_shows import NoShows
from pente_server.results.player_history import PlayerHistories
from pente_server.results.profiles import Profiles
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.vacations import VacationMarker
from pente_server.store import Store


class NodeParts(Protocol):
    """The parts of a node that are handed on."""

    access_control: AccessControl
    allowance: Allowance
    block_lists: BlockLists
    connection_limits: ConnectionLimiter
    tv: Tv
    game_search: GameSearch
    heartbeat: Heartbeat
    hub: Hub
    identity: LoadedIdentity
    idle: Millis
    keeper: Keeper
    limiters: RequestLimiters
    lobby_feed: LobbyFeed
    name: str
    own_rooms: OwnRooms
    peer_log: PeerLog
    people: ConnectedPeople
    presence: Presence
    profiles: Profiles
    program: str
    public: PublicUrl
    rates_bots: bool
    rates_handicaps: bool
    room_directory: RoomDirectory
    room_queries: RoomQueries
    sign_ins: SignIns
    store: Store
    vacations: VacationMarker

    @property
    def notifies_turns(self) -> bool: ...

    def durability(self) -> str:
        """How safe an acknowledged commit is."""
        ...


def session_ports(parts: NodeParts) -> SessionPorts:
    """The ports of sessions, with those of their requests."""
    return SessionPorts(
        server=parts.program,
        name=parts.name,
        public=parts.public,
        features=(
            ServerFeature.POST_MORTEM,
            ServerFeature.REVIEWS,
            ServerFeature.PUZZLES,
            *((ServerFeature.RATED_BOTS,) if parts.rates_bots else ()),
        ),
        identity=parts.identity,
        heartbeat=parts.heartbeat,
        durability=parts.durability,
        block_lists=parts.block_lists,
        people=parts.people,
        access_control=parts.access_control,
        sign_ins=parts.sign_ins,
        connection_limits=parts.connection_limits,
        allowance=parts.allowance,
        hub=parts.hub,
        own_rooms=parts.own_rooms,
        room_directory=parts.room_directory,
        lobby_feed=parts.lobby_feed,
        peer_log=parts.peer_log,
        requests=_request_ports(parts),
    )


def api_ports(sessions: SessionPorts) -> ApiPorts:
    """The ports of the read side over HTTP: some of those of sessions."""
    return ApiPorts(
        access_control=sessions.access_control,
        allowance=sessions.allowance,
        heartbeat=sessions.heartbeat,
        peer_log=sessions.peer_log,
        requests=sessions.requests,
        server_id=lambda: sessions.identity.server_id,
    )


def _request_ports(parts: NodeParts) -> RequestPorts:
    return RequestPorts(
        rooms=_room_ports(parts),
        lobby=LobbyPorts(
            room_queries=parts.room_queries,
            lobby_feed=parts.lobby_feed,
            tv=parts.tv,
            hub=parts.hub,
            presence=parts.presence,
        ),
        archive=ArchivePorts(
            game_search=parts.game_search,
            archive=parts.store.archive,
            room_log=parts.keeper.room_log,
            now=parts.heartbeat.now,
        ),
        players=_player_ports(parts),
        people=people_ports(parts.store, parts.people, parts.allowance),
        reviews=review_ports(
            parts.store, parts.allowance, parts.heartbeat.now, lambda: parts.identity.secret
        ),
    )


def _room_ports(parts: NodeParts) -> RoomPorts:
    return RoomPorts(
        keeper=parts.keeper,
        hub=parts.hub,
        own_rooms=parts.own_rooms,
        room_directory=parts.room_directory,
        room_passwords=parts.limiters.room_passwords,
        join_codes=JoinCodes(parts.store.codes, parts.allowance),
        allowance=parts.allowance,
        chat=parts.limiters.chat,
        annotations=parts.limiters.annotations,
        openings=parts.limiters.openings,
        joins=parts.limiters.joins,
        invitations=parts.limiters.invitations,
        rates_bots=parts.rates_bots,
        rates_handicaps=parts.rates_handicaps,
        idle=parts.idle,
        log_format=parts.heartbeat.common_format,
        now=parts.heartbeat.now,
    )


def _player_ports(parts: NodeParts) -> PlayerPorts:
    return PlayerPorts(
        accounts=parts.store.accounts,
        devices=parts.store.devices,
        blocks=parts.block_lists,
        profiles=parts.profiles,
        no_shows=NoShows(parts.store.archive, parts.heartbeat.now),
        histories=PlayerHistories(parts.store.accounts, parts.store.archive),
        presence=parts.presence,
        vacations=parts.store.vacations,
        vacation_changed=parts.vacations.changed,
        turns=parts.store.turns,
        notifies_turns=parts.notifies_turns,
        vacation_changes=parts.limiters.vacations,
        access_control=parts.access_control,
        now=parts.heartbeat.now,
    )
