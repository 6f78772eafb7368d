"""What can be read: paths, and what answers there."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from pente_core.drawing import BoardPicture
from pente_core.identity import RoomId
from pente_core.room import Room, Snapshot
from pente_core.room import events as ev
from pente_core.value import Tagged
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.rooms import RoomPresence, Synced
from pente_server.net.http.api.answers import Content
from pente_server.net.http.api.parameters import Parameter
from pente_server.net.http.pictures.png import Caption
from pente_server.requests.requester import Requester

R = TypeVar("R", bound=ServerMessage)
ANY_ROOM: Final = "[A-Za-z0-9_-]{8,40}"
"""The id of a room in a path."""


class ReaderPort(Requester, Protocol):
    """Who reads, as resources see it."""

    async def ask(self, request: ClientMessage, kind: type[R]) -> R:
        """The reply to a request that reads."""
        ...

    async def png(self, picture: BoardPicture, caption: Caption | None) -> bytes:
        """A board as PNG, with what stands beside it."""
        ...

    async def read_room(self, room_id: RoomId) -> Synced:
        """A room as one who begins to watch it is sent it."""
        ...

    async def whole_log(self, room_id: RoomId) -> tuple[ev.Event, ...]:
        """All events of a finished game that everybody may see."""
        ...

    async def current(self, room_id: RoomId) -> Room:
        """A room with all that there is of it, unlike what viewers see."""
        ...

    def presence(self, room_id: RoomId, snapshot: Snapshot) -> RoomPresence:
        """Who is in a room."""
        ...


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked of a resource."""

    given: Sequence[tuple[str, str]]
    """The names and values of its query."""
    named: str = ""
    """The part of the path that its pattern captures; empty if it captures none."""
    origin: str = ""
    """The address of the server for links in the answer; empty: it is not known."""
    server_id: str = ""
    reached: str = ""
    """Where the client has found the server; empty: it did not say."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that can be read."""

    path: str
    """Where, for people: a word in capital letters stands for a value."""
    pattern: str
    """A regular expression for all of the path after `/api/`, which captures at most one value."""
    parameters: tuple[Parameter, ...]
    read: Callable[[ReaderPort, Query], Awaitable[Content]]
    about: str
    """What it is, in a sentence."""
    answer: type | str
    """The message or value that it answers with, as JSON; or the type of other content."""
    asks: type[Tagged] | None = None
    """The request of the protocol whose fields the parameters set, but for those that say what they mean."""
    more: Mapping[str, type] = field(default_factory=dict)
    """What it adds to that message, by key."""
