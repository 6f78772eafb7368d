"""What every session of a server has in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pente_server.diagnostics.peer_log import PeerLog
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.limits import Allowance
from pente_server.live.listening.listeners import Listener
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.sessions.greeting import Greeter
from pente_server.net.sessions.sign_in import SignInHandler
from pente_server.requests.dispatch import Handlers


class Audience(Protocol):
    """Something that sessions follow."""

    def leave(self, session: Listener, /) -> None:
        """Forget a session, if it is known."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionParts:
    """What a session begins with, what carries out its requests, and what it leaves at its end."""

    greeter: Greeter
    sign_in: SignInHandler
    handlers: Handlers
    audiences: Sequence[Audience]
    """In the order in which they are left."""
    heartbeat: Heartbeat
    allowance: Allowance
    connection_limits: ConnectionLimiter
    peer_log: PeerLog
