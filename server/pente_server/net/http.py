"""The few things that are answered over plain HTTP, on the same port."""

import json
from http import HTTPStatus
from typing import Protocol

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

LANDING_PAGE = """This is a Pente server. Join from a terminal with

    pente play ws://{host}

or watch the game that is on with: pente watch ws://{host}
"""


class HealthPort(Protocol):
    """How a server is."""

    @property
    def is_serving(self) -> bool:
        """Whether requests are answered."""
        ...

    def report(self) -> dict[str, object]:
        """What /healthz says."""
        ...


def http_response(health: HealthPort, connection: ServerConnection, request: Request) -> Response | None:
    """The answer to a request that is no WebSocket handshake; None when it is one."""
    path = request.path.partition("?")[0]
    status = HTTPStatus.OK if health.is_serving else HTTPStatus.SERVICE_UNAVAILABLE
    if path == "/healthz":
        return _json(connection, status, health.report())
    if path == "/readyz":  # for balancers, which ask often and look at the status only
        return connection.respond(status, "ready\n" if health.is_serving else "the store is away\n")
    if path != "/":
        return connection.respond(HTTPStatus.NOT_FOUND, "there is nothing here\n")
    if _header(request, "Upgrade").lower() == "websocket":
        return None
    host = "".join(c for c in _header(request, "Host") if c.isalnum() or c in ".:-[]") or "HOST"
    return connection.respond(HTTPStatus.OK, LANDING_PAGE.format(host=host))


def _header(request: Request, name: str) -> str:
    """A header's value, the last if there are several; empty if there is none."""
    return "".join(request.headers.get_all(name)[-1:])


def _json(connection: ServerConnection, status: HTTPStatus, body: object) -> Response:
    response = connection.respond(status, json.dumps(body) + "\n")
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = "application/json"
    return response
