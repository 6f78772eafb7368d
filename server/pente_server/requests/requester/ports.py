"""The parts of the server that requests may use, one small set for each kind of request.

Only `pente_server.assembly.ports` creates them. A request that needs another part gets a field here, so that
this module always shows everything a client can reach.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind
from pente_server.access.access_control import AccessControl
from pente_server.access.join_codes import JoinCodes
from pente_server.access.room_passwords import RoomPasswords
from pente_server.limits.limits import Allowance
from pente_server.limits.origin_limiter import OriginLimiter
from pente_server.limits.seat_limits import InvitationLimiter, JoinLimiter
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.live.hub import Hub
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.presence.presence import Presence
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.live.room_lists.room_query import RoomQueries
from pente_server.live.tv.tv import Tv
from pente_server.results.archive import GameSearch
from pente_server.results.no_shows import NoShows
from pente_server.results.player_history import PlayerHistories
from pente_server.results.profiles import Profiles
from pente_server.results.reviews.review_drafts import ReviewDrafts
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import RoomLogReader
from pente_server.store import Store
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.device_store import DeviceStore
from pente_server.store.accounts.vacation_store import VacationStore
from pente_server.store.archive_store import ArchiveStore
from pente_server.store.notification_store import TurnStore
from pente_server.store.people.friend_store import FriendStore
from pente_server.store.people.message_store import MessageStore
from pente_server.store.people.report_store import ReportStore
from pente_server.store.reviews.puzzle_store import PuzzleStore
from pente_server.store.reviews.review_store import ReviewStore


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
    annotations: TokenBuckets
    """Limits each player's variations and marks in finished games, and plans of moves."""
    openings: Mapping[PlayerKind, TokenBuckets]
    """Limits the rooms that each player opens."""
    joins: JoinLimiter
    invitations: InvitationLimiter
    rates_bots: bool
    rates_handicaps: bool
    """Whether games from a position, or with a handicap, may be rated."""
    idle: Millis
    """How long a new game without a clock may stand still (see `pente_core.room.Created.idle`)."""
    log_format: Callable[[], int]
    """The format of the logs of new rooms."""
    now: Callable[[], Instant]


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPorts:
    """For lists of rooms and players, and TV."""

    room_queries: RoomQueries
    lobby_feed: LobbyFeed
    tv: Tv
    hub: Hub
    presence: Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePorts:
    """For searching and reading finished games."""

    game_search: GameSearch
    archive: ArchiveStore
    room_log: RoomLogReader
    now: Callable[[], Instant]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPorts:
    """For profiles, leaderboards, changes of name and blocked players."""

    accounts: AccountStore
    devices: DeviceStore
    blocks: BlockLists
    profiles: Profiles
    no_shows: NoShows
    histories: PlayerHistories
    presence: Presence
    vacations: VacationStore
    vacation_changed: Callable[[PlayerId, Instant], None]
    """Has the player's rooms know of a vacation, or its end."""
    turns: TurnStore
    notifies_turns: bool
    """Whether the host has a webhook for turns."""
    vacation_changes: TokenBuckets
    """Limits the vacations that each player takes, changes or ends."""
    access_control: AccessControl
    now: Callable[[], Instant]


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePorts:
    """For friends, direct messages, reports, and the list of who is here."""

    friends: FriendStore
    messages: MessageStore
    reports: ReportStore
    connected: ConnectedPeople
    writing: TokenBuckets
    """Limits each player's direct messages."""
    reporting: OriginLimiter
    """Limits the reports of each player, and from each address."""


def people_ports(store: Store, connected: ConnectedPeople, allowance: Allowance) -> PeoplePorts:
    """The ports with limits that begin now."""
    clock = asyncio.get_running_loop().time
    return PeoplePorts(
        friends=store.friends,
        messages=store.messages,
        reports=store.reports,
        connected=connected,
        writing=TokenBuckets(*allowance.direct_messages, clock),
        reporting=OriginLimiter(
            TokenBuckets(*allowance.reports, clock),
            TokenBuckets(*allowance.reports_per_address, clock),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPorts:
    """For reviews of finished games, and puzzles from them."""

    reviews: ReviewStore
    puzzles: PuzzleStore
    drafts: ReviewDrafts
    asking: OriginLimiter
    """Limits the games that each player, and each address, has reviewed."""
    secret: Callable[[], bytes]
    """The server's secret, which is known once it serves."""
    now: Callable[[], Instant]
    proofs: asyncio.Semaphore
    """Limits the proofs of puzzles that are checked at once."""


def review_ports(
    store: Store, allowance: Allowance, now: Callable[[], Instant], secret: Callable[[], bytes]
) -> ReviewPorts:
    """The ports with limits that begin now, and no drafts."""
    clock = asyncio.get_running_loop().time
    return ReviewPorts(
        reviews=store.reviews,
        puzzles=store.puzzles,
        drafts=ReviewDrafts(),
        asking=OriginLimiter(
            TokenBuckets(*allowance.reviews, clock),
            TokenBuckets(*allowance.reviews_per_address, clock),
        ),
        secret=secret,
        now=now,
        proofs=asyncio.Semaphore(1),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPorts:
    """The parts for all kinds of requests."""

    rooms: RoomPorts
    lobby: LobbyPorts
    archive: ArchivePorts
    players: PlayerPorts
    people: PeoplePorts
    reviews: ReviewPorts
