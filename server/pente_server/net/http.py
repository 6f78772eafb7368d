"""Answers to plain HTTP requests on the WebSocket port: a landing page and health checks."""

import json
from http import HTTPStatus
from typing import Final, Protocol

from websockets.http11 import Request, Response

from pente_protocol.errors import ERROR_HEADER, ErrorCode
from pente_server.heartbeat.problems import StoreProblem

RETRY_AFTER: Final = 10
"""Seconds after which a client may ask again whether its address has room for one more connection."""
LANDING_PAGE = """This is a Pente server. Join from a terminal with

    pente play ws://{host}

or watch the featured game with: pente watch ws://{host}
"""


class Responder(Protocol):
    """What makes HTTP responses: a connection."""

    def respond(self, status: int, text: str) -> Response:
        """A response with a text."""
        ...


class HealthPort(Protocol):
    """The health of a server."""

    @property
    def trouble(self) -> StoreProblem | None:
        """Why requests of players are not carried out; None while they are."""
        ...

    def report(self) -> dict[str, object]:
        """The content of /healthz."""
        ...


def http_response(health: HealthPort, connection: Responder, request: Request) -> Response | None:
    """The answer to a plain HTTP request; None for a WebSocket handshake."""
    path = request.path.partition("?")[0]
    trouble = health.trouble
    status = HTTPStatus.OK if trouble is None else HTTPStatus.SERVICE_UNAVAILABLE
    if path == "/healthz":
        return _json(connection, status, health.report())
    if path == "/readyz":  # for load balancers, which ask often and only read the status
        return connection.respond(
            status, "ready\n" if trouble is None else f"{trouble.code}: {trouble.text}\n"
        )
    if path != "/":
        return connection.respond(HTTPStatus.NOT_FOUND, "not found\n")
    if _header(request, "Upgrade").lower() == "websocket":
        return None
    # The header comes from the peer, and the page prints it: keep only the characters of a host name.
    host = "".join(c for c in _header(request, "Host") if c.isalnum() or c in ".:-[]") or "HOST"
    return connection.respond(HTTPStatus.OK, LANDING_PAGE.format(host=host))


def too_many_connections(connection: Responder, most: int) -> Response:
    """The refusal of a handshake from an address with as many connections as it may have."""
    return _too_many(
        connection,
        f"Too many people are connected from your network ({most})."
        " Ask the host to raise --connections-per-address or to exempt your network,"
        " or close another connection.\n",
    )


def too_many_new_connections(connection: Responder) -> Response:
    """The refusal of a handshake from an address that opens connections too fast."""
    return _too_many(connection, "Too many new connections come from your network. Try again in a moment.\n")


def _too_many(connection: Responder, text: str) -> Response:
    """The refusal of a handshake, with a sentence for players.

    The header tells it from the same status of a proxy, whose text is not for players.
    """
    response = connection.respond(HTTPStatus.TOO_MANY_REQUESTS, text)
    response.headers[ERROR_HEADER] = ErrorCode.TOO_MANY
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _header(request: Request, name: str) -> str:
    """A header's last value; empty if there is none."""
    return "".join(request.headers.get_all(name)[-1:])


def _json(connection: Responder, status: HTTPStatus, body: object) -> Response:
    response = connection.respond(status, json.dumps(body) + "\n")
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = "application/json"
    return response
