"""Every message of the protocol. On the wire a message is a map with its type under ``t``.

A request carries an ``id`` above 0 and gets exactly one reply with that id: `Welcome` to a hello, an `Answer`
of its own to a question about the archive, else `Ok`; or `Error`.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NewType

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import DEFAULT_OPTIONS, Event, Options, PlayerCommand, Snapshot, Status
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset

RequestId = NewType("RequestId", int)
"""Numbers the requests of a connection, from 1; 0 in an `Error` that answers no request."""

CommandId = NewType("CommandId", str)
"""Chosen by the client, 8 to 40 letters, digits, - and _, unique per player.

A command sent again under the same id is carried out once.
"""

RulesetSpec = NewType("RulesetSpec", object)
"""A ruleset as people write it: a name, or a flat map of a base and parameters. Judged by the server."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a client: who it is, and what it wants to go on with."""

    id: RequestId
    versions: tuple[int, ...]
    """The protocol versions that the client speaks."""
    client: str
    """Name and version of the program, for the server's log."""
    name: str = ""
    """The name to play under; may be empty with a token, else a new guest gets one."""
    kind: PlayerKind = PlayerKind.PERSON
    token: str = ""
    """The secret from an earlier welcome; empty: a new account."""
    resume: dict[RoomId, int] = field(default_factory=dict)
    """Rooms to go on watching, each with the version that is known already; at most 256."""
    passwords: dict[RoomId, str] = field(default_factory=dict)
    """Those of the rooms among them that have one."""
    password: str = ""
    """That of the server, where it has one."""
    aside: bool = False
    """Whether this connection only looks on: it counts nowhere as being there, and takes over no seat."""


@dataclass(frozen=True, slots=True)
class Create:
    """Open a room. It is told from then on as after `Watch`, first of all by `Synced`; the reply names it."""

    id: RequestId
    command_id: CommandId
    ruleset: RulesetSpec
    time: str
    """The time control as people write it: ``5+3``, or ``-`` for none."""
    seat: int | None = None
    """The seat to take; None: drawn by lot."""
    invite: tuple[str, ...] = ()
    """Names of the players who are invited; with as many as seats are left, nobody else may sit down."""
    options: Options = DEFAULT_OPTIONS
    """What else is wished for; its ``lock`` counts for nothing."""
    password: str = ""
    """What others have to know who want to sit down or watch uninvited; empty: nothing."""


@dataclass(frozen=True, slots=True)
class Act:
    """Ask something of a room."""

    id: RequestId
    room: RoomId
    base: int
    """The version that the client had seen. A turn based on an older game is refused as stale."""
    command_id: CommandId
    command: PlayerCommand


@dataclass(frozen=True, slots=True)
class Watch:
    """Get the events of a room: first what is missing since a version, or a snapshot, then the reply."""

    id: RequestId
    room: RoomId
    since: int = 0
    """The version that the client has; 0: nothing, so a snapshot comes."""
    password: str = ""
    """For a room that has one, of somebody who was neither invited nor sits there."""


@dataclass(frozen=True, slots=True)
class Unwatch:
    """No longer get the events of a room."""

    id: RequestId
    room: RoomId


@dataclass(frozen=True, slots=True)
class RoomFilter:
    """Which rooms somebody is interested in: those to which all that is given applies."""

    ruleset: str = ""
    """The name of a ruleset; what is derived from it is meant too."""
    status: Status | None = None
    """``waiting`` for rooms with a free seat, ``playing`` for games."""
    player: str = ""
    """The name, in any case, of somebody with a seat or an invitation."""
    kind: PlayerKind | None = None
    """What kind of account somebody with a seat has."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """List the rooms that are open or being played, at most the 100 newest of them."""

    id: RequestId
    which: RoomFilter = RoomFilter()


@dataclass(frozen=True, slots=True)
class Browse:
    """List rooms as `Rooms` does, and be told from now on what becomes of such rooms, by `LobbyUpdate`.

    Another one takes its place: a connection browses with one filter at a time.
    """

    id: RequestId
    which: RoomFilter = RoomFilter()


@dataclass(frozen=True, slots=True)
class Unbrowse:
    """Be told no longer what becomes of rooms."""

    id: RequestId


@dataclass(frozen=True, slots=True)
class Online:
    """List the players who are connected, at most 200 of them."""

    id: RequestId
    kind: PlayerKind | None = None
    """Only those of one kind."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Be told the featured game now (in the reply, if there is one) and whenever it changes."""

    id: RequestId


class GameResult(StrEnum):
    """How the games ended that somebody looks for."""

    WON = "won"
    """By the player who is looked for."""
    LOST = "lost"
    DRAW = "draw"
    ABORTED = "aborted"
    WHITE = "white"
    """Won by that colour."""
    BLACK = "black"
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which finished games somebody looks for: those to which all that is given applies."""

    player: str = ""
    """A name, in any case, or an id."""
    ruleset: RulesetSpec = RulesetSpec("")
    """Exactly this one."""
    since: Instant | None = None
    """Ended then or later."""
    until: Instant | None = None
    """Ended before."""
    result: GameResult | None = None
    position: str = ""
    """A position as one line of text (see `pente_core.notation`) that came about, or one of its images by the
    eight symmetries of the board."""


@dataclass(frozen=True, slots=True)
class Games:
    """Find finished games, the newest first. The reply is `GamesFound`."""

    id: RequestId
    which: GameFilter = GameFilter()
    cursor: str = ""
    """Where the last answer said to go on."""
    count: int = 50
    """How many at most, from 1 to 50."""


@dataclass(frozen=True, slots=True)
class Logs:
    """Get the events of finished games. The reply is `LogsFound`."""

    id: RequestId
    rooms: tuple[RoomId, ...]
    """At least one; those for which the answer has no room are asked for again."""
    since: int = 0
    """The version of the first of them that is known already."""


@dataclass(frozen=True, slots=True)
class Explore:
    """Ask what was played in a position, how often and with what result. The reply is `Explored`."""

    id: RequestId
    position: str
    """As one line of text (see `pente_core.notation`), with its ruleset."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Ask who somebody is, and how they have played so far. The reply is `ProfileFound`."""

    id: RequestId
    name: str = ""
    """In any case; empty: the asker."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """Ask who has the highest ratings. The reply is `LeadersFound`."""

    id: RequestId
    ruleset: str = "pente"
    """The name of a ruleset."""
    speed: Speed | None = None
    """None: for every speed."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Have another name from now on; games keep the name that they were played under.

    The reply has the player under the new name.
    """

    id: RequestId
    name: str


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
)


@dataclass(frozen=True, slots=True)
class RoomSummary:
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
    """The id of the room whose players go on here; empty: there is none."""
    number: int = 1
    """Which game of these players it is."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game in a list. Its id is that of its room."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    players: tuple[Identity, ...]
    """By seat, after all swaps, with the ratings that they had."""
    termination: Termination
    winners: tuple[int, ...]
    """The seats that won; empty for a draw or an aborted game."""
    moves: int
    """How many stones were placed."""
    start: Instant
    end: Instant
    rated: bool = False
    private: bool = False
    """Whether only its players find it."""


@dataclass(frozen=True, slots=True)
class PoolScore:
    """How somebody has played under one ruleset at one speed."""

    ruleset: str
    """The name of the ruleset; ``custom`` for all that have none of their own."""
    speed: Speed
    wins: int = 0
    losses: int = 0
    draws: int = 0
    rated: int = 0
    """How many of these games were rated."""
    last: Instant = Instant(0)
    """When the last of them ended."""
    rating: int | None = None
    """None without any rated game."""
    deviation: int = 0
    """How far off the rating may be: by twice that in one of twenty cases."""
    provisional: bool = False
    """Whether little is known of the rating, yet or any more."""


@dataclass(frozen=True, slots=True)
class Leader:
    """One of those with the highest ratings."""

    player: Identity
    score: PoolScore


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Those with the highest ratings under one ruleset at one speed."""

    ruleset: str
    speed: Speed
    leaders: tuple[Leader, ...]
    """The best first; nobody whose rating is provisional."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server puts up with."""

    frame_bytes: int
    messages_per_second: int
    chat_length: int
    rooms_per_player: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """The reply to a hello. The missing events of the rooms to resume have been sent before it."""

    id: RequestId
    version: int
    """The protocol version that both will speak."""
    server: str
    player: Identity
    now: Instant
    """The server's clock."""
    durability: str
    """What the store promises: ``strict``, ``everysec``, ``none`` or ``memory``."""
    limits: Limits
    token: str = ""
    """The secret of a new account: keep it, it is told once."""
    rooms: tuple[RoomSummary, ...] = ()
    """The live rooms in which this player has a seat or an invitation: the 100 newest, seats first."""


@dataclass(frozen=True, slots=True)
class Ok:
    """A request was carried out, and what it changed is committed."""

    id: RequestId
    room: RoomId | None = None
    version: int | None = None
    """The room's version after the last event of the request."""
    rooms: tuple[RoomSummary, ...] = ()
    players: tuple[Identity, ...] = ()


@dataclass(frozen=True, slots=True)
class GamesFound:
    """The reply to `Games`: some of them, perhaps none, and whether there may be more."""

    id: RequestId
    games: tuple[GameSummary, ...] = ()
    cursor: str = ""
    """Asked again with it, the search goes on; empty: it is over."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A part of the log of a finished game."""

    room: RoomId
    events: tuple[Event, ...]
    """Contiguous, from the one after those that were known."""
    is_whole: bool
    """Whether these are the last; else they are asked for again from here."""


@dataclass(frozen=True, slots=True)
class LogsFound:
    """The reply to `Logs`: those of the first rooms that were asked for, at least one."""

    id: RequestId
    logs: tuple[LogPage, ...]


@dataclass(frozen=True, slots=True)
class ExploredTurn:
    """A turn that was played in a position."""

    turns: tuple[str, ...]
    """As people write it, and those that are the same by the symmetries of the position."""
    games: int
    """In how many games; those without a result and private ones count nowhere."""
    wins: tuple[int, ...]
    """How many each seat won; in teams each partner has won."""
    draws: int = 0


@dataclass(frozen=True, slots=True)
class Explored:
    """The reply to `Explore`."""

    id: RequestId
    games: int = 0
    """In how many games the position came about, also as one of its images; it was the last of some."""
    wins: tuple[int, ...] = ()
    draws: int = 0
    turns: tuple[ExploredTurn, ...] = ()
    """What was played, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Error:
    """A request was not carried out. With id 0 it answers no request."""

    id: RequestId
    code: str
    """A value of `pente_core.room.Reason` or `pente_protocol.errors.ErrorCode`."""
    text: str
    retry_ms: Millis | None = None
    """After this time the same request may well succeed."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a room that is watched. Versions are contiguous."""

    room: RoomId
    version: int
    event: Event


@dataclass(frozen=True, slots=True)
class Synced:
    """A whole room, in place of all its events so far."""

    room: RoomId
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class RoomPresence:
    """Who is here. Not in the log: only the latest counts."""

    room: RoomId
    online: tuple[bool, ...]
    """For each seat, whether its player is connected."""
    watchers: int
    """How many others watch."""
    names: tuple[str, ...] = ()
    """Who they are: at most 20 of them."""


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody keeps a seat free for this player."""

    room: RoomSummary


@dataclass(frozen=True, slots=True)
class LobbyUpdate:
    """What has become of rooms, for those who browse; several changes of a moment come in one."""

    rooms: tuple[RoomSummary, ...] = ()
    """Rooms that are new to the list or have changed."""
    gone: tuple[RoomId, ...] = ()
    """Rooms that are no longer on the list, known or not."""
    online: int = 0
    """How many players are connected."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A newer connection of this player has come to the room; this one gets nothing more of it."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class Dismissed:
    """This connection gets nothing more of a room: the player was sent away, or may not come back."""

    room: RoomId
    code: str
    """As in `Error`; ``kicked`` for somebody who may come back."""
    text: str


@dataclass(frozen=True, slots=True)
class Featured:
    """The game to watch now, for those who follow."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class ProfileFound:
    """The reply to `Profile`."""

    id: RequestId
    player: Identity
    scores: tuple[PoolScore, ...] = ()
    """The pools with most games first."""


@dataclass(frozen=True, slots=True)
class LeadersFound:
    """The reply to `Leaders`."""

    id: RequestId
    boards: tuple[Leaderboard, ...] = ()
    """By speed, the quickest first; those on which nobody leads are left out."""


Answer = GamesFound | LogsFound | Explored | ProfileFound | LeadersFound
"""What a question gets in place of `Ok`."""

ServerMessage = (
    Welcome
    | Ok
    | GamesFound
    | LogsFound
    | Explored
    | ProfileFound
    | LeadersFound
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
"""A message as msgpack and JSON have it."""
