"""A sign of life that programs can see, also where a browser hides the pings of its WebSocket."""

from pente_core.clock.instant import Instant
from pente_core.value import Tagged
from pente_protocol.messages.base import Request, RequestId, Right


class Pong(Tagged, tag="pong"):
    """The reply to `Ping`."""

    id: RequestId
    now: Instant
    """The server's clock."""


class Ping(Request, tag="ping"):
    """Ask whether the connection still works. The reply is `Pong`.

    A page should send it every 15 seconds, and connect again if no reply comes in the next 15. Programs that
    can send the pings of WebSockets don't need it.
    """

    reply = Pong
    needs = Right.PLAY

    id: RequestId
