"""What a connection asks of the parts that it connects."""

from collections.abc import MutableSet
from typing import Protocol, TypeVar

from websockets.frames import Close

from pente_server.diagnostics.peer_log import PeerLog

C = TypeVar("C")
"""A connection."""


class Receiver(Protocol):
    """What takes the messages of a connection: a session."""

    def receive(self, message: bytes | str) -> None:
        """Take a message; a text message is a string."""
        ...

    def resume(self) -> None:
        """Go on after the peer has read most of what it was sent; `Connection.is_writable` is True again."""
        ...

    def lost(self, sent: Close | None) -> None:
        """Take notice of the end of the connection: nothing follows.

        ``sent`` is the close frame that the peer was sent, unless the peer had sent one first.
        """
        ...


class ConnectionHost(Protocol[C]):
    """What a connection asks of the server that it belongs to."""

    @property
    def connections(self) -> MutableSet[C]:
        """All open connections; each adds and removes itself."""
        ...

    @property
    def peer_log(self) -> PeerLog: ...

    def begin_session(self, connection: C) -> Receiver:
        """Begin a session after a handshake."""
        ...

    def ended(self) -> None:
        """Take notice that a connection has removed itself."""
        ...
