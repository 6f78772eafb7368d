"""Who asks: a session, as those see it who carry out its requests."""

from typing import TYPE_CHECKING, Protocol

from pente_core.clock.instant import Millis
from pente_core.identity import Identity
from pente_protocol.messages import ServerMessage

if TYPE_CHECKING:
    from pente_server.node import Node


class Requester(Protocol):
    """A connection of a player who has said hello."""

    @property
    def node(self) -> "Node": ...

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
