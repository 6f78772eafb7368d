"""Messages about one room: opening it, commands, watching, and what happens in it."""

from typing import Annotated

from msgspec import Meta

from pente_core.identity import RoomId
from pente_core.room import DEFAULT_OPTIONS, Options, Snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.setup import Setup
from pente_core.value import Tagged
from pente_protocol.messages.base import CommandId, Ok, PlayerRef, Request, RequestId, Right, RulesetSpec
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.lists import RoomSummary


class RoomCreated(Tagged, tag="room_created"):
    """The reply to `Create`: the room exists, and its events follow."""

    id: RequestId
    room: RoomId
    version: int
    """The version of the room after its first events."""
    code: str = ""
    """The room's join code: six characters to give to others, see `FindCode`. Rooms that a bot opens have
    none.
    """


class Create(Request, tag="create"):
    """Open a room and watch it, starting with a `Synced`. The reply is `RoomCreated`."""

    reply = RoomCreated
    needs = Right.PLAY

    id: RequestId
    command_id: CommandId
    ruleset: RulesetSpec
    time: str
    """The time control as text: ``5+3``, or ``-`` for none."""
    seat: int | None = None
    """The seat to take; None: a random seat."""
    invite: tuple[PlayerRef, ...] = ()
    """The invited players. If they fill all seats that are left, no other player may join."""
    options: Options = DEFAULT_OPTIONS
    """Further options. With a ``password_hash`` the request is refused: use ``password``."""
    password: str = ""
    """The password that uninvited players need to join or watch; empty: none."""
    accepts_rating: bool = False
    """Whether the player accepts that a rating shows the result of a game that only its players can find.

    Required for a rated room that is private, has a password, or restricts who may watch.
    """
    setup: Setup | None = None
    """The position in which the game begins; absent: on the empty board."""
    keeps_seats: bool = False
    """Whether the players keep their seats in the next game, as where stones were given to one of them."""


class Acted(Tagged, tag="acted"):
    """The reply to `Act`: the command was carried out, and its events are stored."""

    id: RequestId
    room: RoomId
    version: int
    """The version of the room after the last event of the command."""


class Act(Request, tag="act"):
    """Send a command to a room. The reply is `Acted`."""

    reply = Acted
    needs = Right.PLAY

    id: RequestId
    room: RoomId
    command_id: CommandId
    command: cmd.PlayerCommand
    base: Checkpoint | None = None
    """What the client has of the room. Commands to which the position does not matter need none.

    A turn, or the acceptance of an offer, is refused as ``stale`` if the game has changed since, or without a
    base. If the server has another history of the room by now, every command but chat is refused as
    ``stale``, and a `Synced` comes before that error.
    """


class Watching(Tagged, tag="watching"):
    """The reply to `Watch`: the connection receives the events of the room from now on."""

    id: RequestId
    room: RoomId
    version: int
    """The version up to which everything was sent before this reply."""


class Watch(Request, tag="watch"):
    """Receive the events of a room.

    Before the reply the server sends what happened since ``after`` in one `Missed`, or a `Synced`; after it,
    every new event. The reply is `Watching`.
    """

    reply = Watching
    needs = Right.PLAY

    id: RequestId
    room: RoomId
    after: Checkpoint | None = None
    """What the client has of the room. Absent: nothing, so the server sends a snapshot.

    It also sends one if that is of another history, or too much has happened since.
    """
    password: str = ""
    """The room's password, which players without a seat or an invitation need."""


class Unwatch(Request, tag="unwatch"):
    """Stop receiving the events of a room."""

    reply = Ok
    needs = Right.PLAY

    id: RequestId
    room: RoomId


class CodeFound(Tagged, tag="code_found"):
    """The reply to `ShareCode` and to `FindCode`."""

    id: RequestId
    room: RoomId
    code: str
    """The room's join code."""
    invitation: RoomSummary | None = None
    """What the code invites to, in a reply to `FindCode` while the room waits for players; else None. Private
    rooms are shown too: the code is the invitation.
    """


class ShareCode(Request, tag="share_code"):
    """Get the join code of a room that the connection receives the events of. The reply is `CodeFound`.

    A room that has none, or none any more, gets one. Asking keeps the code for another week.
    """

    reply = CodeFound
    needs = Right.PLAY

    id: RequestId
    room: RoomId


class FindCode(Request, tag="find_code"):
    """Find the room with a join code, to join or watch it. The reply is `CodeFound`.

    The code is of no use for anything else: a password, a ban or a block hold all the same.
    """

    reply = CodeFound
    needs = Right.PLAY

    id: RequestId
    code: Annotated[str, Meta(max_length=40)]
    """In any case, with any spaces and hyphens."""


class TellsTurn(Tagged, kw_only=True):
    """The abstract base of what leads a client to a version: it also says whose turn it is there.

    So a client can play that knows no rules. Of several events that are sent at once, such as a winning stone
    and the end of the game, only the last one says it.
    """

    to_act: int | None = None
    """The seat whose turn it is; nil: nobody may act, as the game has not begun, is paused or is over."""
    left: int = 0
    """How many stones that seat has yet to place in its turn; 0 if it has to choose, or nobody may act."""
    choices: tuple[Choice, ...] = ()
    """What that seat can choose, if a choice of an opening is due in place of a stone."""


class Happened(TellsTurn, tag="happened"):
    """An event of a watched room. Versions are contiguous."""

    room: RoomId
    version: int
    mark: Mark
    """The mark of this version. Together they are what the client has of the room: its `Checkpoint`."""
    event: ev.Event


class Missed(TellsTurn, tag="missed"):
    """The events of a room that a client has missed: what as many `Happened` would have said."""

    room: RoomId
    after: int
    """The version that the client has; the first event leads to the next one."""
    mark: Mark
    """The mark of the version after the last event."""
    events: Annotated[tuple[ev.Event, ...], Meta(min_length=1)]
    """At most 500, of together at most 64 KiB."""


class Synced(TellsTurn, tag="synced"):
    """A snapshot of a watched room, which replaces all its events so far.

    It may be of another history than the one that the client has, at a lower, equal or higher version: then
    the server has lost the end of that one, and those events did not happen.
    """

    room: RoomId
    snapshot: Snapshot
    mark: Mark
    """The mark of the snapshot's version."""
    position: str
    """The position as one line of text (see `pente_core.notation`), for clients that know no rules."""
    captures: tuple[int, ...]
    """How many captured stones each seat has."""
    last_move: Point | None = None
    """Where the last stone was placed; None before the first."""


class RoomPresence(Tagged, tag="presence"):
    """The players and viewers who are connected to a room. It is not in the log; the latest one is valid."""

    room: RoomId
    present: tuple[bool, ...]
    """For each seat, whether its player is connected."""
    viewers: int
    """The number of viewers without a seat."""
    viewer_names: tuple[str, ...] = ()
    """The names of at most 20 of them."""


class Replaced(Tagged, tag="replaced"):
    """A newer connection of the player has taken over the room; this one receives nothing more of it."""

    room: RoomId


class Dismissed(Tagged, tag="dismissed"):
    """The player was kicked, or may not watch a room any more, or it is lost: nothing more of it is sent."""

    room: RoomId
    code: str
    """A code as in `Error`: ``kicked`` if the player may return, ``banned``, or ``not-invited``."""
    text: str


RoomRequest = Create | Act | Watch | Unwatch | ShareCode | FindCode
RoomAnswer = RoomCreated | CodeFound | Acted | Watching
RoomNotice = Happened | Missed | Synced | RoomPresence | Replaced | Dismissed
