"""The messages of the protocol. On the wire a message is a map with its type under ``t``.

A request has an ``id`` above 0 and gets exactly one reply with the same id: `Error` if it fails, else
`Welcome` for a hello, an `Answer` of its own type for a query, and `Ok` for all other requests.
"""

from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Annotated, Any, Final, NewType, TypeAlias

from msgspec import Meta, field

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, PlayerId, PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import DEFAULT_OPTIONS, Event, Options, PlayerCommand, Snapshot, Status
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset
from pente_core.value import Tagged, Value

LAST_REQUEST: Final = (1 << 31) - 1
"""The highest request id."""
MOST_ROOMS: Final = 256
"""The maximum rooms in one request."""

RequestId = NewType("RequestId", Annotated[int, Meta(ge=1, le=LAST_REQUEST)])
"""The number of a request on its connection, from 1."""

CommandId = NewType("CommandId", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$(?!\n)")])
"""An id that the client chooses for a command: 8 to 40 letters, digits, - and _, unique per player.

A command that is sent again with the same id is carried out only once.
"""

_Finite: TypeAlias = Annotated[float, Meta(ge=-1e300, le=1e300)]
"""A float that is neither infinite nor NaN."""
_Parameter: TypeAlias = bool | int | _Finite | str | list[int] | None
RulesetSpec: TypeAlias = Annotated[str | dict[str, _Parameter], Meta(title="RulesetSpec")]
"""A ruleset as a name, or as a flat map of a base and parameters. The server checks it, and replies to a bad
one with an error.
"""


class Hello(Tagged, tag="hello"):
    """The first message of a client: it logs in, and resumes watching rooms."""

    id: RequestId
    versions: tuple[int, ...]
    """The protocol versions that the client speaks."""
    client: str
    """Name and version of the program, for the server's log."""
    name: str = ""
    """The player's name. It is not needed with a token; without either, a new guest gets a generated name."""
    kind: PlayerKind = PlayerKind.PERSON
    token: str = ""
    """The account's secret, from an earlier welcome; empty: open a new account."""
    resume: Annotated[dict[RoomId, int], Meta(max_length=MOST_ROOMS)] = field(default_factory=dict)
    """The rooms to resume watching, each with the version that the client has; at most 256."""
    passwords: Annotated[dict[RoomId, str], Meta(max_length=MOST_ROOMS)] = field(default_factory=dict)
    """The passwords of those rooms that have one."""
    password: str = ""
    """The server's password, if it has one."""
    aside: bool = False
    """Whether this connection is only for watching: it does not count as presence, and takes over no seat."""


class Create(Tagged, tag="create"):
    """Open a room and watch it, starting with a `Synced`. The reply has the room's id."""

    id: RequestId
    command_id: CommandId
    ruleset: RulesetSpec
    time: str
    """The time control as text: ``5+3``, or ``-`` for none."""
    seat: int | None = None
    """The seat to take; None: a random seat."""
    invite: tuple[str, ...] = ()
    """The names of invited players. If they fill all seats that are left, no other player may join."""
    options: Options = DEFAULT_OPTIONS
    """Further options; ``lock`` is ignored."""
    password: str = ""
    """The password that uninvited players need to join or watch; empty: none."""
    accepts_rating: bool = False
    """Whether the player accepts that a rating shows the result of a game that only its players can find.

    Required for a rated room that is private, has a password, or restricts who may watch.
    """


class Act(Tagged, tag="act"):
    """Send a command to a room."""

    id: RequestId
    room: RoomId
    base: int
    """The latest version that the client has. A turn based on an outdated game is rejected as stale."""
    command_id: CommandId
    command: PlayerCommand


class Watch(Tagged, tag="watch"):
    """Receive the events of a room.

    Before the reply the server sends the events since a version, or a snapshot; after it, every new event.
    """

    id: RequestId
    room: RoomId
    since: int = 0
    """The version that the client has; 0: none, so the server sends a snapshot."""
    password: str = ""
    """The room's password, which players without a seat or an invitation need."""


class Unwatch(Tagged, tag="unwatch"):
    """Stop receiving the events of a room."""

    id: RequestId
    room: RoomId


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
    """List the rooms that are waiting or being played, at most the 100 newest."""

    id: RequestId
    which: RoomFilter = RoomFilter()


class Browse(Tagged, tag="browse"):
    """List rooms as `Rooms` does, and receive a `LobbyUpdate` whenever rooms that match the filter change.

    A connection has one filter: sent again, this message replaces it.
    """

    id: RequestId
    which: RoomFilter = RoomFilter()


class Unbrowse(Tagged, tag="unbrowse"):
    """Stop receiving lobby updates."""

    id: RequestId


class Online(Tagged, tag="online"):
    """List the connected players, at most 200."""

    id: RequestId
    kind: PlayerKind | None = None
    """The account kind of the players to list; None: all kinds."""


class Follow(Tagged, tag="follow"):
    """Receive the featured game: now in the reply, if there is one, and as `Featured` whenever it changes."""

    id: RequestId


class GameResult(StrEnum):
    """A condition on the result of finished games."""

    WON = "won"
    """Won by the player of the filter."""
    LOST = "lost"
    DRAW = "draw"
    ABORTED = "aborted"
    WHITE = "white"
    """Won by white; the other colours likewise."""
    BLACK = "black"
    RED = "red"
    BLUE = "blue"


class GameFilter(Value):
    """A filter for finished games: all conditions that are set must hold."""

    player: str = ""
    """The name or id of a player; upper and lower case are equal."""
    ruleset: RulesetSpec = ""
    """Exactly this ruleset."""
    since: Instant | None = None
    """Games that ended at this moment or later."""
    until: Instant | None = None
    """Games that ended before this moment."""
    result: GameResult | None = None
    position: str = ""
    """A position as one line of text (see `pente_core.notation`). A game matches if it reached the position,
    or one of its images under the eight symmetries of the board."""


class Games(Tagged, tag="games"):
    """Find finished games, newest first. The reply is `GamesFound`."""

    id: RequestId
    which: GameFilter = GameFilter()
    cursor: str = ""
    """The cursor of the previous reply, to continue from there; empty: start with the newest game."""
    count: int = 50
    """The maximum number of games in the reply, 1 to 50."""


class Logs(Tagged, tag="logs"):
    """Get the events of finished games. The reply is `LogsFound`."""

    id: RequestId
    rooms: Annotated[tuple[RoomId, ...], Meta(max_length=MOST_ROOMS)]
    """One to 256 games. The reply may have room for the first of them only; request the rest again."""
    since: int = 0
    """The version of the first game that the client has already; its log starts after it."""


class Explore(Tagged, tag="explore"):
    """Query which turns were played in a position, how often and with what results.

    The reply is `Explored`.
    """

    id: RequestId
    position: str
    """The position with its ruleset, as one line of text (see `pente_core.notation`)."""


class Profile(Tagged, tag="profile"):
    """Look up an account and its results. The reply is `ProfileFound`."""

    id: RequestId
    name: str = ""
    """The name of the player, in upper or lower case; empty: the player who asks."""


class Leaders(Tagged, tag="leaders"):
    """Query the players with the highest ratings. The reply is `LeadersFound`."""

    id: RequestId
    ruleset: str = "pente"
    """The name of a ruleset."""
    speed: Speed | None = None
    """The speed of the games; None: every speed."""


class Rename(Tagged, tag="rename"):
    """Change the player's name. Games and rooms keep the name that was used in them.

    The reply has the player with the new name.
    """

    id: RequestId
    name: str


class Block(Tagged, tag="block"):
    """Block a player: no more of their chat, their invitations, or their company in the player's own rooms.

    The reply has the blocked player, who is not told. A player can block a hundred others.
    """

    id: RequestId
    player: str
    """The name of the player, in upper or lower case, or the id."""


class Unblock(Tagged, tag="unblock"):
    """Unblock a player. The reply has the player."""

    id: RequestId
    player: str
    """The name of the player, in upper or lower case, or the id."""


class Blocked(Tagged, tag="blocked"):
    """List the players whom the player has blocked. The reply has them, as far as their accounts exist."""

    id: RequestId


class PersonalData(Tagged, tag="personaldata"):
    """Get what the server keeps about the player, beside their games. The reply is `PersonalDataFound`.

    The games, private ones too, are found by `Games` with the player's id, and read by `Logs`.
    """

    id: RequestId
    cursor: int = 0
    """The cursor of the previous reply, to continue from there; 0: the beginning."""


class DeleteAccount(Tagged, tag="deleteaccount"):
    """Delete the player's account with its ratings and results, for good. Refused while they have a seat.

    The name is reserved for 30 days. Games stay with the names under which they were played, as they are
    those of the opponents too, but they are not found by the deleted player's name or id any more. After the
    reply the server closes the player's connections with 4503.
    """

    id: RequestId
    name: str
    """The name of the account, to make sure that no other one is deleted."""


ClientMessage = (
    Hello
    | Create
    | Act
    | Watch
    | Unwatch
    | Rooms
    | Browse
    | Unbrowse
    | Online
    | Follow
    | Games
    | Logs
    | Explore
    | Profile
    | Leaders
    | Rename
    | Block
    | Unblock
    | Blocked
    | PersonalData
    | DeleteAccount
)


class RoomSummary(Value):
    """A room in a list."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    status: Status
    seats: tuple[Identity | None, ...]
    created: Instant
    host: Identity
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    follows: str = ""
    """The id of the room that this one continues with the same players; empty: none."""
    number: int = 1
    """The number of this game in such a sequence, from 1."""

    def involves(self, players: AbstractSet[PlayerId]) -> bool:
        """Whether the host or a player with a seat is one of some players."""
        seated = (player.id for player in self.seats if player is not None)
        return self.host.id in players or any(player in players for player in seated)


class GameSummary(Value):
    """A finished game in a list. Its id is the id of its room."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    players: tuple[Identity, ...]
    """By seat, after all swaps, with their ratings at the time."""
    termination: Termination
    winners: tuple[int, ...]
    """The seats that won; empty for a draw or an aborted game."""
    moves: int
    """How many stones were placed."""
    start: Instant
    end: Instant
    rated: bool = False
    private: bool = False
    """Whether only its players can find it."""
    follows: RoomId = NO_ROOM
    """The id of the game that this one continues with the same players; empty: none, or not known."""


class PoolScore(Value):
    """The results of a player in one pool: a ruleset and a speed."""

    ruleset: str
    """The name of the ruleset; ``custom`` for all rulesets without a name."""
    speed: Speed
    wins: int = 0
    losses: int = 0
    draws: int = 0
    rated: int = 0
    """How many of these games were rated."""
    last: Instant = Instant(0)
    """The end of the last of these games."""
    rating: int | None = None
    """None without a rated game."""
    deviation: int = 0
    """The uncertainty of the rating: with a probability of 95 % it is off by at most twice this number."""
    provisional: bool = False
    """Whether the rating is still uncertain, or has become so after a long time without games."""


class Leader(Value):
    """A player on a leaderboard."""

    player: Identity
    score: PoolScore


class Leaderboard(Value):
    """The players with the highest ratings in one pool: a ruleset and a speed."""

    ruleset: str
    speed: Speed
    leaders: tuple[Leader, ...]
    """The highest rating first, without provisional ratings."""


class Limits(Value):
    """The server's limits for this connection."""

    frame_bytes: int
    messages_per_second: int
    chat_length: int
    rooms_per_player: int
    watched_rooms: int = 256
    """The rooms that the connection may watch."""
    questions_per_second: int = 10
    """Units for questions, on average: each costs at least one, and those with much to read cost more."""
    joins_per_minute: int = 12
    """The open seats that the player may take, on average; those who were invited always join."""
    invitations_per_minute: int = 6
    """The invitations that the player may send to one other person, on average."""


class Welcome(Tagged, tag="welcome"):
    """The reply to a hello. Before it, the server sends the missing events of the rooms to resume."""

    id: RequestId
    version: int
    """The protocol version of this connection."""
    server: str
    player: Identity
    now: Instant
    """The server's clock."""
    durability: str
    """The durability of the server's store: ``strict``, ``everysec``, ``none``, ``memory`` or ``unknown``."""
    limits: Limits
    token: str = ""
    """The secret of a new account. Keep it: the server sends it only once."""
    rooms: tuple[RoomSummary, ...] = ()
    """The live rooms in which the player has a seat or an invitation, with seats first: the 100 newest.

    Invitations of players whom the player has blocked are left out.
    """
    blocked: tuple[PlayerId, ...] = ()
    """The ids of the players whom the player has blocked."""


class Ok(Tagged, tag="ok"):
    """The request was carried out, and its changes are stored."""

    id: RequestId
    room: RoomId | None = None
    version: int | None = None
    """The version of the room after the request's last event."""
    rooms: tuple[RoomSummary, ...] = ()
    players: tuple[Identity, ...] = ()


class GamesFound(Tagged, tag="gamesfound"):
    """The reply to `Games`: a page of games, which may be empty even if more follow."""

    id: RequestId
    games: tuple[GameSummary, ...] = ()
    cursor: str = ""
    """The cursor for the next page; empty: this is the last page."""


class LogPage(Value):
    """A part of the log of a finished game."""

    room: RoomId
    events: tuple[Event, ...]
    """Contiguous events, starting after the version that the client has."""
    is_whole: bool
    """Whether the log ends with these events; if not, request the rest with ``since``."""


class LogsFound(Tagged, tag="logged"):
    """The reply to `Logs`: the logs of the first rooms in the request, at least one."""

    id: RequestId
    logs: tuple[LogPage, ...]


class ExploredTurn(Value):
    """A turn that was played in a position."""

    turns: tuple[str, ...]
    """The turn as text, followed by the turns that are equivalent by the symmetries of the position."""
    games: int
    """The number of games with this turn. Private games and games without a result are not counted."""
    wins: tuple[int, ...]
    """The games that each seat won; a team's win counts for each partner."""
    draws: int = 0


class Explored(Tagged, tag="explored"):
    """The reply to `Explore`."""

    id: RequestId
    games: int = 0
    """The number of games that reached the position or one of its images. Some may have ended there."""
    wins: tuple[int, ...] = ()
    draws: int = 0
    turns: tuple[ExploredTurn, ...] = ()
    """The turns played in the position, the most frequent first."""


class Error(Tagged, tag="error"):
    """The request was not carried out."""

    id: Annotated[int, Meta(ge=0, le=LAST_REQUEST)]
    """The number of the request; 0: the message answers no request."""
    code: str
    """A value of `pente_core.room.Reason` or `pente_protocol.errors.ErrorCode`."""
    text: str
    retry_ms: Millis | None = None
    """The time after which the same request may succeed."""


class Happened(Tagged, tag="happened"):
    """An event of a watched room. Versions are contiguous."""

    room: RoomId
    version: int
    event: Event


class Synced(Tagged, tag="synced"):
    """A snapshot of a watched room, which replaces all its events so far.

    With a lower version than the client has, the server has lost the events after it: they did not happen.
    """

    room: RoomId
    snapshot: Snapshot


class RoomPresence(Tagged, tag="presence"):
    """The players and viewers who are connected to a room. It is not in the log; the latest one is valid."""

    room: RoomId
    online: tuple[bool, ...]
    """For each seat, whether its player is connected."""
    watchers: int
    """The number of viewers without a seat."""
    names: tuple[str, ...] = ()
    """The names of at most 20 of them."""


class Invited(Tagged, tag="invited"):
    """The player was invited to a room."""

    room: RoomSummary


class LobbyUpdate(Tagged, tag="lobby"):
    """Changes to the room list of a client that browses; changes in quick succession are sent together."""

    rooms: tuple[RoomSummary, ...] = ()
    """Rooms that are new in the list or have changed."""
    gone: tuple[RoomId, ...] = ()
    """Rooms that are not in the list any more. The client may not have known them."""
    online: int = 0
    """The number of connected players."""


class Replaced(Tagged, tag="replaced"):
    """A newer connection of the player has taken over the room; this one receives nothing more of it."""

    room: RoomId


class Dismissed(Tagged, tag="dismissed"):
    """The player was kicked, or may not watch a room any more, or it is lost: nothing more of it is sent."""

    room: RoomId
    code: str
    """A code as in `Error`: ``kicked`` if the player may return, ``banned``, or ``not-invited``."""
    text: str


class Featured(Tagged, tag="featured"):
    """The new featured game, for clients that follow it."""

    room: RoomId


class ProfileFound(Tagged, tag="profilefound"):
    """The reply to `Profile`."""

    id: RequestId
    player: Identity
    scores: tuple[PoolScore, ...] = ()
    """The pools with the most games first."""


class LeadersFound(Tagged, tag="leadersfound"):
    """The reply to `Leaders`."""

    id: RequestId
    boards: tuple[Leaderboard, ...] = ()
    """The boards by speed, the fastest first; empty boards are left out."""


class CountedGame(Value):
    """A game that was counted in a player's results."""

    room: RoomId
    ruleset: str
    """The name of the ruleset; ``custom`` for all rulesets without a name."""
    speed: Speed
    end: Instant
    result: str
    """``win``, ``loss`` or ``draw``."""
    before: int
    """The rating before the game."""
    after: int | None = None
    """The rating after it; None: it was not rated."""


class PersonalDataFound(Tagged, tag="personaldatafound"):
    """The reply to `PersonalData`."""

    id: RequestId
    player: Identity
    renamed: Instant | None = None
    """When the name was last changed; None: never."""
    earlier_names: tuple[str, ...] = ()
    """Earlier names that are still reserved for the player."""
    scores: tuple[PoolScore, ...] = ()
    games: tuple[CountedGame, ...] = ()
    """A page of the games that were counted, in no order. A game may be on two pages."""
    cursor: int = 0
    """The cursor for the next page; 0: this is the last page."""
    blocked: tuple[Identity, ...] = ()
    """The players whom the player has blocked."""


Answer = GamesFound | LogsFound | Explored | ProfileFound | LeadersFound | PersonalDataFound
"""The replies to queries, in place of `Ok`."""

ServerMessage = (
    Welcome
    | Ok
    | GamesFound
    | LogsFound
    | Explored
    | ProfileFound
    | LeadersFound
    | PersonalDataFound
    | Error
    | Happened
    | Synced
    | RoomPresence
    | Invited
    | LobbyUpdate
    | Replaced
    | Dismissed
    | Featured
)

Message = ClientMessage | ServerMessage

Wire = dict[str, Any]
"""A message as the plain map that msgpack and JSON encode."""
