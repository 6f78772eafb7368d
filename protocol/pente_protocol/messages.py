"""Every message of the protocol. On the wire a message is a map with its type under ``t``.

A request carries an ``id`` above 0 and gets exactly one reply with that id: `Welcome` to a hello, else
`Ok` or `Error`.
"""

from dataclasses import dataclass, field
from typing import Any, NewType

from pente_core.clock import TimeControl
from pente_core.instant import Instant, Millis
from pente_core.player import Kind, Player
from pente_core.room import Event, PlayerCommand, Snapshot, Status
from pente_core.ruleset import Ruleset

RequestId = NewType("RequestId", int)
"""Numbers the requests of a connection, from 1; 0 in an `Error` that answers no request."""

RoomId = NewType("RoomId", str)
"""Names a room: 8 to 40 letters and digits, - and _."""

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
    kind: Kind = Kind.PERSON
    token: str = ""
    """The secret from an earlier welcome; empty: a new account."""
    resume: dict[RoomId, int] = field(default_factory=dict)
    """Rooms to go on watching, each with the version that is known already; at most 256."""
    aside: bool = False
    """Whether this connection only looks on: it counts nowhere as being there, and takes over no seat."""


@dataclass(frozen=True, slots=True)
class Create:
    """Open a room. The reply names it; its events follow."""

    id: RequestId
    command_id: CommandId
    ruleset: RulesetSpec
    time: str
    """The time control as people write it: ``5+3``, or ``-`` for none."""
    seat: int | None = None
    """The seat to take; None: drawn by lot."""
    invite: tuple[str, ...] = ()
    """Names of the players who are invited; with as many as seats are left, nobody else may sit down."""


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
    """The name, in any case, of somebody with a seat."""
    kind: Kind | None = None
    """What kind of account somebody with a seat has."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """List the rooms that are open or being played, at most the 100 newest of them."""

    id: RequestId
    which: RoomFilter = RoomFilter()


@dataclass(frozen=True, slots=True)
class Browse:
    """List rooms as `Rooms` does, and be told from now on what becomes of such rooms, by `Lobby`.

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
    kind: Kind | None = None
    """Only those of one kind."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Be told the featured game now (in the reply, if there is one) and whenever it changes."""

    id: RequestId


ClientMessage = Hello | Create | Act | Watch | Unwatch | Rooms | Browse | Unbrowse | Online | Follow


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """A room in a list."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    status: Status
    seats: tuple[Player | None, ...]
    created: Instant
    host: Player
    invited: tuple[Player, ...] = ()


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
    player: Player
    now: Instant
    """The server's clock."""
    durability: str
    """What the store promises: ``strict``, ``everysec``, ``none`` or ``memory``."""
    limits: Limits
    features: tuple[str, ...] = ()
    token: str = ""
    """The secret of a new account: keep it, it is told once."""
    rooms: tuple[RoomSummary, ...] = ()
    """All live rooms in which this player has a seat or an invitation."""


@dataclass(frozen=True, slots=True)
class Ok:
    """A request was carried out, and what it changed is committed."""

    id: RequestId
    room: RoomId | None = None
    version: int | None = None
    """The room's version after the last event of the request."""
    rooms: tuple[RoomSummary, ...] = ()
    players: tuple[Player, ...] = ()


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
class Presence:
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
class Lobby:
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
class Featured:
    """The game to watch now, for those who follow."""

    room: RoomId


ServerMessage = Welcome | Ok | Error | Happened | Synced | Presence | Invited | Lobby | Replaced | Featured

Message = ClientMessage | ServerMessage

Wire = dict[str, Any]
"""A message as msgpack and JSON have it."""
