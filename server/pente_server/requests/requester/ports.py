"""The parts of the server that requests may use, one small set for each kind of request.

Only `pente_server.assembly.ports` creates them. A request that needs another part gets a field here, so that
this module always shows everything a client can reach.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind
from pente_server.access.access_control import AccessControl
from pente_server.access.join_codes import JoinCodes
from pente_server.access.room_passwords import RoomPasswords
from pente_server.limits.limits import Allowance
from pente_server.limits.seat_limits import InvitationLimiter, JoinLimiter
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.live.block_lists import BlockLists
from pente_server.live.hub import Hub
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.presence.presence import Presence
from pente_server.live.room_lists.featured_game import FeaturedGame
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.live.room_lists.room_query import RoomQueries
from pente_server.results.archive import GameSearch
from pente_server.results.profiles import Profiles
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import RoomLogReader
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.device_store import DeviceStore
from pente_server.store.accounts.vacation_store import VacationStore
from pente_server.store.archive_store import ArchiveStore


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPorts:
    """For opening and watching rooms, and for commands in them."""

    keeper: Keeper
    hub: Hub
    own_rooms: OwnRooms
    room_directory: RoomDirectory
    room_passwords: RoomPasswords
    join_codes: JoinCodes
    allowance: Allowance
    chat: TokenBuckets
    """Limits each player's chat messages."""
    openings: Mapping[PlayerKind, TokenBuckets]
    """Limits the rooms that each player opens."""
    joins: JoinLimiter
    invitations: InvitationLimiter
    rates_bots: bool
    idle: Millis
    """How long a new game without a clock may stand still (see `pente_core.room.Created.idle`)."""
    log_format: Callable[[], int]
    """The format of the logs of new rooms."""
    now: Callable[[], Instant]


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPorts:
    """For lists of rooms and players, and the featured game."""

    room_queries: RoomQueries
    lobby_feed: LobbyFeed
    featured_game: FeaturedGame
    hub: Hub
    presence: Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePorts:
    """For searching and reading finished games."""

    game_search: GameSearch
    archive: ArchiveStore
    room_log: RoomLogReader


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPorts:
    """For profiles, leaderboards, changes of name and blocked players."""

    accounts: AccountStore
    devices: DeviceStore
    blocks: BlockLists
    profiles: Profiles
    presence: Presence
    vacations: VacationStore
    vacation_changed: Callable[[PlayerId, Instant], None]
    """Has the player's rooms know of a vacation, or its end."""
    access_control: AccessControl
    now: Callable[[], Instant]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPorts:
    """The parts for all kinds of requests."""

    rooms: RoomPorts
    lobby: LobbyPorts
    archive: ArchivePorts
    players: PlayerPorts
