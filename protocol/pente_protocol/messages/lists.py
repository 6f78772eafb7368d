"""Lists of rooms and of connected players, and the featured game."""

from collections.abc import Set as AbstractSet

from msgspec import field

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import DEFAULT_OPTIONS, Options, Status
from pente_core.rules.ruleset import Ruleset
from pente_core.value import Tagged, Value
from pente_protocol.messages.base import RequestId


class RoomSummary(Value):
    """A room in a list."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    status: Status
    seats: tuple[Identity | None, ...]
    created_at: Instant
    host: Identity
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    continues: str = ""
    """The id of the room that this one continues with the same players; empty: none."""
    number: int = 1
    """The number of this game in such a sequence, from 1."""

    def involves(self, players: AbstractSet[PlayerId]) -> bool:
        """Whether the host or a player with a seat is one of some players."""
        seated = (player.id for player in self.seats if player is not None)
        return self.host.id in players or any(player in players for player in seated)


class RoomFilter(Value):
    """A filter for rooms: all conditions that are set must hold."""

    ruleset: str = ""
    """The name of a ruleset; rulesets derived from it match, too."""
    status: Status | None = None
    """``waiting`` for rooms with a free seat, ``playing`` for games."""
    player: str = ""
    """The name of a player with a seat or an invitation; upper and lower case are equal."""
    kind: PlayerKind | None = None
    """The account kind of a player with a seat."""


class Rooms(Tagged, tag="rooms"):
    """List the rooms that are waiting or being played, at most the 100 newest. The reply is `RoomList`."""

    id: RequestId
    which: RoomFilter = field(default=RoomFilter(), name="filter")


class Browse(Tagged, tag="browse"):
    """List rooms as `Rooms` does, and receive a `LobbyUpdate` whenever rooms that match the filter change.

    A connection has one filter: sent again, this message replaces it. The reply is `RoomList`.
    """

    id: RequestId
    which: RoomFilter = field(default=RoomFilter(), name="filter")


class Unbrowse(Tagged, tag="unbrowse"):
    """Stop receiving lobby updates."""

    id: RequestId


class Online(Tagged, tag="online"):
    """List the connected players, at most 200. The reply is `PlayerList`."""

    id: RequestId
    kind: PlayerKind | None = None
    """The account kind of the players to list; None: all kinds."""


class Follow(Tagged, tag="follow"):
    """Follow the featured game, and receive `Featured` whenever it changes. The reply is `Following`."""

    id: RequestId


class Unfollow(Tagged, tag="unfollow"):
    """Stop receiving the featured game."""

    id: RequestId


class RoomList(Tagged, tag="room_list"):
    """The reply to `Rooms` and `Browse`: the newest rooms first."""

    id: RequestId
    rooms: tuple[RoomSummary, ...] = ()


class PlayerList(Tagged, tag="player_list"):
    """The reply to `Online` and `Blocked`."""

    id: RequestId
    players: tuple[Identity, ...] = ()


class Following(Tagged, tag="following"):
    """The reply to `Follow`."""

    id: RequestId
    room: RoomId | None = None
    """The featured game; None: there is none now."""


class Invited(Tagged, tag="invited"):
    """The player was invited to a room."""

    room: RoomSummary


class LobbyUpdate(Tagged, tag="lobby_update"):
    """Changes to the room list of a client that browses; changes in quick succession are sent together."""

    rooms: tuple[RoomSummary, ...] = ()
    """Rooms that are new in the list or have changed."""
    removed: tuple[RoomId, ...] = ()
    """Rooms that are not in the list any more. The client may not have known them."""
    players_online: int = 0
    """The number of connected players."""


class Featured(Tagged, tag="featured"):
    """The new featured game, for clients that follow it."""

    room: RoomId
