"""What can be read: paths, and what answers there."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from pente_protocol.messages import ClientMessage, ServerMessage
from pente_server.net.http.api.answers import Content
from pente_server.net.http.api.parameters import Parameter
from pente_server.requests.requester.requester import Requester

R = TypeVar("R", bound=ServerMessage)
ANY_ROOM: Final = "[A-Za-z0-9_-]{8,40}"
"""The id of a room in a path."""


class ReaderPort(Requester, Protocol):
    """Who reads, as resources see it."""

    async def ask(self, request: ClientMessage, kind: type[R]) -> R:
        """The reply to a request that reads."""
        ...


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked of a resource."""

    given: Sequence[tuple[str, str]]
    """The names and values of its query."""
    named: str = ""
    """The part of the path that its pattern captures; empty if it captures none."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that can be read."""

    path: str
    """Where, for people: a word in capital letters stands for a value."""
    pattern: str
    """A regular expression for all of the path after `/api/`, which captures at most one value."""
    parameters: tuple[Parameter, ...]
    read: Callable[[ReaderPort, Query], Awaitable[Content]]
