"""Lists of rooms and of connected players."""

from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, field

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import DEFAULT_OPTIONS, Options
from pente_core.room import events as ev
from pente_core.rules.ruleset import Ruleset
from pente_core.value import Tagged, Value
from pente_protocol.messages.base import Ok, PlayerRef, Request, RequestId, Right

PageSize: TypeAlias = Annotated[int, Meta(ge=1, le=100)]

Rating: TypeAlias = Annotated[int, Meta(ge=-10_000, le=10_000)]


class RoomSummary(Value):
    """What a live room is. It changes when players come and go, and not with a move."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    status: ev.Status
    seats: tuple[Identity | None, ...]
    created_at: Instant
    host: Identity
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    continues: str = ""
    """The id of the room that this one continues with the same players; empty: none."""
    number: int = 1
    """The number of this game in such a sequence, from 1."""
    away: tuple[int, ...] = ()
    """The seats of a waiting room whose players have been away for a while, and will be given up."""
    from_position: bool = False
    """Whether the game begins from a position, not on the empty board."""
    out: tuple[int, ...] = ()
    """The seats that have left a game which goes on without them."""

    @property
    def players(self) -> tuple[Identity, ...]:
        """The players with a seat who are not out of the game."""
        seated = enumerate(self.seats)
        return tuple(player for seat, player in seated if player is not None and seat not in self.out)

    def involves(self, players: AbstractSet[PlayerId]) -> bool:
        """Whether the host or a player with a seat is one of some players."""
        seated = (player.id for player in self.seats if player is not None)
        return self.host.id in players or any(player in players for player in seated)


class RoomActivity(Value):
    """What goes on in a live room. It changes with every move."""

    to_act: int | None = None
    """The seat whose turn it is; None while nobody may act, and where only viewers of the room may know."""
    ply: int = 0
    """How many stones were placed; 0 where only viewers of the room may know."""
    deadline: Instant | None = None
    """When the time of the seat to act, a pause, or a room nobody joins is over; None: never, or hidden."""
    last_activity: Instant = Instant(0)
    """When the game or its seats changed last."""
    present: tuple[bool, ...] = ()
    """By seat, whether a player has it who is connected to the room."""
    to_answer: tuple[int, ...] = ()
    """The seats that have an offer to answer."""
    paused_at: Instant | None = None
    """Since when the game is paused; None: it is not, or that is hidden."""
    resumes_at: Instant | None = None
    """When a paused game goes on at the latest, as a player has announced."""


class ListedRoom(Value):
    """A live room in a list."""

    room: RoomSummary
    activity: RoomActivity = RoomActivity()


class PlayerActivity(StrEnum):
    """What a connected player does; of several things, the first of these."""

    PLAYING = "playing"
    """Plays a game."""
    WAITING = "waiting"
    """Has a seat in a room that waits for players."""
    WATCHING = "watching"
    """Watches a game of others."""
    LOBBY = "lobby"
    """Is in no room."""


class ListedPlayer(Value):
    """A connected player in a list."""

    player: Identity
    """With the rating that was asked for; None: the player has none."""
    activity: PlayerActivity = PlayerActivity.LOBBY
    room: RoomId | None = None
    """The game that they play or watch, or the room where they wait; None: in none that may be known."""
    opponents: tuple[str, ...] = ()
    """The names of the others in the game that they play, unless it is private."""
    since: Instant = Instant(0)
    """Since when they have been connected; 0: not known."""


class RoomFilter(Value):
    """A filter for rooms: all conditions that are set must hold."""

    ruleset: str = ""
    """The name of a ruleset; rulesets derived from it match, too."""
    status: ev.Status | None = None
    """``waiting`` for rooms with a free seat, ``playing`` for games."""
    player: PlayerRef = ""
    """A player with a seat or an invitation."""
    kind: PlayerKind | None = None
    """The account kind of a player with a seat."""
    speed: Speed | None = None
    """The speed of the game."""
    rating_from: Rating | None = None
    """A player with a seat has this rating or a higher one, as shown in the room."""
    rating_below: Rating | None = None
    """A player with a seat has a lower rating than this; with ``rating_from``, the same player."""
    present: bool = False
    """Only open rooms whose host is connected to them, and games with a connected player."""
    my_turn: bool = False
    """Only games in which it is the requester's own turn."""


class RoomList(Tagged, tag="room_list"):
    """The reply to `Rooms` and `Browse`: rooms, newest first. There may be none even if more follow.

    On the first page a quarter of the places is for open rooms for live games, which may come again later.
    """

    id: RequestId
    rooms: tuple[ListedRoom, ...] = ()
    cursor: str = ""
    """The cursor for the next page; empty: this is the last page."""


class Rooms(Request, tag="rooms"):
    """List the rooms that are waiting or being played. The reply is `RoomList`."""

    reply = RoomList
    needs = Right.PLAY

    id: RequestId
    which: RoomFilter = field(default=RoomFilter(), name="filter")
    cursor: str = ""
    """The cursor of the previous reply, to continue from there; empty: start with the newest room."""
    count: PageSize = 100
    """The maximum number of rooms in the reply, 1 to 100."""


class Browse(Request, tag="browse"):
    """List the 100 newest rooms as `Rooms` does, and receive a `LobbyUpdate` whenever the list changes.

    What goes on in the rooms is sent every two seconds at most. A connection has one such list: sent again,
    this message replaces it. The reply is `RoomList`.
    """

    reply = RoomList
    needs = Right.PLAY

    id: RequestId
    which: RoomFilter = field(default=RoomFilter(), name="filter")


class Unbrowse(Request, tag="unbrowse"):
    """Stop receiving lobby updates."""

    reply = Ok
    needs = Right.PLAY

    id: RequestId


class OnlineList(Tagged, tag="online_list"):
    """The reply to `Online` and `BrowsePlayers`: connected players."""

    id: RequestId
    players: tuple[ListedPlayer, ...] = ()
    count: int = 0
    """The number of all connected players."""
    cursor: str = ""
    """The cursor for the next page; empty: this is the last page."""


class Online(Request, tag="online"):
    """List the connected players, by name. The reply is `OnlineList`."""

    reply = OnlineList
    needs = Right.PLAY

    id: RequestId
    kind: PlayerKind | None = None
    """The account kind of the players to list; None: all kinds."""
    ruleset: str = "pente"
    """The named ruleset whose ratings are shown."""
    speed: Speed | None = None
    """The speed whose ratings are shown; None: for each player that with the most rated games."""
    cursor: str = ""
    """The cursor of the previous reply, to continue from there; empty: from the beginning."""
    count: PageSize = 100
    """The maximum number of players in the reply, 1 to 100."""


class BrowsePlayers(Request, tag="browse_players"):
    """List the connected players as `Online` does, and receive a `PlayersUpdate` when the list changes.

    Friends come before the others. Left out, as in `Online`, are players who have blocked the requester, and
    those whom the requester has blocked. Changes are sent every two seconds at most. A connection has one
    such list: sent again, this message replaces it. The reply is `OnlineList`, without a cursor.
    """

    reply = OnlineList
    needs = Right.PLAY

    id: RequestId
    ruleset: str = "pente"
    """The named ruleset whose ratings are shown."""
    speed: Speed | None = None
    """The speed whose ratings are shown; None: for each player that with the most rated games."""


class UnbrowsePlayers(Request, tag="unbrowse_players"):
    """Stop receiving changes of the list of players."""

    reply = Ok
    needs = Right.PLAY

    id: RequestId


class PlayerList(Tagged, tag="player_list"):
    """The reply to `Blocked`."""

    id: RequestId
    players: tuple[Identity, ...] = ()


class Invited(Tagged, tag="invited"):
    """The player was invited to a room."""

    room: RoomSummary


class InvitationEnded(Tagged, tag="invitation_ended"):
    """An invitation of the player has come to nothing: the room was closed, or has begun without them.

    It may come for an invitation that the player has declined.
    """

    room: RoomId
    host: Identity


class LobbyUpdate(Tagged, tag="lobby_update"):
    """Changes to the room list of a client that browses; changes in quick succession are sent together.

    The list has at most 200 rooms: when it grows longer, those that changed longest ago are removed from it.
    """

    rooms: tuple[ListedRoom, ...] = ()
    """Rooms that are new in the list or have changed."""
    removed: tuple[RoomId, ...] = ()
    """Rooms that are not in the list any more."""
    players_online: int = 0
    """The number of connected players."""


class PlayersUpdate(Tagged, tag="players_update"):
    """Changes to the list of players of a client that browses it.

    The list has at most 200 players: others are in it as soon as there is room.
    """

    players: tuple[ListedPlayer, ...] = ()
    """Players who are new in the list, or do something else."""
    removed: tuple[PlayerId, ...] = ()
    """Players who are not in the list any more."""
    count: int = 0
    """The number of all connected players."""


ListRequest = Rooms | Browse | Unbrowse | Online | BrowsePlayers | UnbrowsePlayers
ListAnswer = RoomList | PlayerList | OnlineList
ListNotice = Invited | InvitationEnded | LobbyUpdate | PlayersUpdate
