"""The session that sent a request, as the handlers see it."""

from typing import Protocol

from pente_core.clock.instant import Millis
from pente_core.identity import Identity
from pente_protocol.errors import CloseCode
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.limits.origin import Origin
from pente_server.live.listening.frames import Frames


class Requester(Protocol):
    """A session whose hello was accepted."""

    @property
    def player(self) -> Identity: ...

    @property
    def origin(self) -> Origin:
        """The player and the address, for limits."""
        ...

    @property
    def is_aside(self) -> bool:
        """Whether it only watches, even in rooms where its player has a seat."""
        ...

    @property
    def device(self) -> DeviceId:
        """The device that it signed in with."""
        ...

    right: Right
    """What that device may do; another device of the account can change it."""

    @property
    def is_anonymous(self) -> bool:
        """Whether it has no account: its player exists only for this connection, and may only watch."""
        ...

    def renamed(self, player: Identity) -> None:
        """Replace the player of this session after a change of name."""
        ...

    @property
    def round_trip(self) -> Millis:
        """The round-trip time of the server's last ping. Clients can't report one, as it gains them time."""
        ...

    def charge(self, cost: float) -> None:
        """Charge the cost of a question, on credit: see `pente_server.requests.costs`."""
        ...

    def send(self, frames: Frames) -> None:
        """Queue a message, in the form of the connection; never waits and never fails."""
        ...

    def end(self, code: CloseCode, reason: str) -> None:
        """Close the connection after what is queued, and carry out no more requests; never waits."""
        ...

    def note(self, level: int, event: str, **fields: object) -> None:
        """Log an event of this connection."""
        ...

    def send_message(self, message: ServerMessage) -> None:
        """Queue a message; never waits and never fails."""
        ...
