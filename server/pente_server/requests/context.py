"""The session behind a request, as the code that carries the request out sees it."""

from typing import Protocol

from pente_core.clock.instant import Millis
from pente_core.identity import Identity
from pente_protocol.messages import ServerMessage
from pente_server.requests.ports import RequestPorts


class Requester(Protocol):
    """A connection of a player who has said hello."""

    @property
    def ports(self) -> RequestPorts:
        """The parts of the server that requests may use."""
        ...

    @property
    def player(self) -> Identity: ...

    @property
    def is_aside(self) -> bool:
        """Whether it only looks on, even in rooms in which its player has a seat."""
        ...

    def renamed(self, player: Identity) -> None:
        """From now on this is the player, under another name."""
        ...

    @property
    def round_trip(self) -> Millis:
        """How long the last ping and its answer took; nothing that the peer says of itself counts."""
        ...

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits and never fails."""
        ...

    def tell(self, message: ServerMessage) -> None:
        """Queue a message; never waits and never fails."""
        ...
