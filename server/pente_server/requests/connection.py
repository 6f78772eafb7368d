"""Requests about the connection itself."""

from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_protocol.errors import ProtocolError
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.ping import Ping, Pong
from pente_server.requests.costs import FREE
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester


class ConnectionRequests:
    """A sign of life, and a hello that comes too late: the session itself takes the first message."""

    def __init__(self, now: Callable[[], Instant]) -> None:
        self._now = now

    @answers(Ping, cost=FREE, anybody=True)
    def ping(self, _: Requester, request: Ping) -> Pong:
        return Pong(request.id, self._now())

    @answers(Hello, cost=FREE)
    def refuse_hello(self, _requester: Requester, _request: Hello) -> Welcome:
        """Raises ProtocolError."""
        raise ProtocolError("This connection is signed in. Another hello needs another connection.", "/t")
