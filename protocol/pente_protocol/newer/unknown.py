"""What stands for messages, or parts of them, that a newer server sends and this version does not know.

They are on no wire: a client makes them when it reads.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from pente_core.identity import Identity, RoomId
from pente_core.value import Value
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.base import RequestId

_Version: TypeAlias = Annotated[int, Meta(ge=0)]


class UnknownMessage(Value):
    """A message of an unknown type, or with content that can't do without what is unknown. To be ignored."""

    tag: str
    """It has the form of `pente_core.value.WORD`."""


class UnknownEvent(Value):
    """An event of a watched room that this version can't apply. A snapshot of the room is needed."""

    room: RoomId
    version: _Version


class UnreadableSnapshot(Value):
    """A snapshot of a room that this version can't replay. Its position can be shown."""

    room: RoomId
    version: _Version = 0
    position: str = ""
    """The position as one line of text (see `pente_core.notation`), whose ruleset may be unknown; empty: the
    server did not say. It is not checked."""
    seats: tuple[Identity | None, ...] = ()
    """The players, as far as they can be read."""


class UnreadableReply(Value):
    """The reply to a request, which this version can't read."""

    id: RequestId


Unknown = UnknownMessage | UnknownEvent | UnreadableSnapshot | UnreadableReply

Received = ServerMessage | Unknown
"""What a client reads from a server."""
