"""What a session asks of its connection."""

from typing import Protocol

from pente_protocol.forms import Form
from pente_server.net.sessions.outbox import FrameWriter


class SessionConnection(FrameWriter, Protocol):
    """The connection of a session."""

    @property
    def form(self) -> Form:
        """The form of all messages, which the handshake has chosen."""
        ...

    @property
    def latency(self) -> float:
        """Seconds that the last answered ping took; 0 before the first."""
        ...

    @property
    def nonce(self) -> str:
        """What the client has drawn for the connection; empty if it has not."""
        ...

    @property
    def own_address(self) -> str:
        """The server's own address with the name that it was asked for; empty if that is not its name."""
        ...

    @property
    def is_from_here(self) -> bool:
        """Whether it came over the loopback of this machine: its client, a proxy, or a gateway is on it."""
        ...

    @property
    def is_writable(self) -> bool:
        """Whether the peer has read most of what it was sent."""
        ...

    def ping(self) -> None:
        """Measure the round-trip time now."""
        ...

    def pause_reading(self) -> None:
        """Stop reading, so that TCP stops the peer; what was parsed already still arrives."""
        ...

    def resume_reading(self) -> None:
        """Go on reading after a pause; `Receiver.receive` may be called before this returns."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake, and take no more messages. Never waits."""
        ...

    def abort(self) -> None:
        """End the connection at once."""
        ...
