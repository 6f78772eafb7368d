"""Messages for looking at a finished game together: where each person looks, which is in no log.

What is kept of it are annotations: commands and events of the room, in `pente_core.room.commands`.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from pente_core.identity import Identity, RoomId
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.value import Tagged, Value
from pente_protocol.messages.base import Ok, Request, RequestId, Right

MOST_LOOKS = 20
"""People in one room whose looks are shown."""
PointedAt: TypeAlias = Annotated[tuple[Point, ...], Meta(max_length=cmd.MOST_MARKED)]


class Look(Request, tag="look"):
    """Show the others in a finished room where the player looks, until the next look or the end of watching.

    For players who may chat there. The others get at most four
    `Looks` a second, so more need not be sent.
    """

    reply = Ok
    needs = Right.PLAY

    id: RequestId
    room: RoomId
    node: int | None
    """The node of the game (see `AddVariation`); None: the player no longer shows it."""
    points: PointedAt = ()
    """Points to draw attention to."""


class PlayerLook(Value):
    """Where a person looks."""

    player: Identity
    node: int
    points: tuple[Point, ...] = ()
    """Points that they draw attention to."""


class Looks(Tagged, tag="looks"):
    """Where the people in a finished room look. It is not in the log; the latest one is valid."""

    room: RoomId
    looks: tuple[PlayerLook, ...]
    """At most 20, players first."""
