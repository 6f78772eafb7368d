"""The WebSocket server of a node: accepts connections, runs a session on each, and closes them at the end."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus
from typing import Final, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from pente_protocol.codec import CLIENT_FRAME_MAX
from pente_protocol.errors import CloseCode
from pente_protocol.version import SUBPROTOCOL
from pente_server.limits.limits import STOP_WITHIN, WRITE_HIGH, WRITE_LOW
from pente_server.net.connection import Connection
from pente_server.net.connection_limits import ConnectionLimiter
from pente_server.net.health import Health
from pente_server.net.http import http_response
from pente_server.net.session import Session, SessionPorts

_wire_log = logging.getLogger("pente_server.wire")
# websockets logs a traceback for every invalid handshake; anybody could fill the log with them.
_wire_log.setLevel(logging.CRITICAL)

SEND_BUFFER: Final = 65_536
"""Bytes that the kernel buffers for a peer. Anything more stays in this process and counts as unread."""
RECEIVE_BUFFER: Final = 8192
"""Bytes that the kernel reads ahead from a peer. Small, as they may hold a thousand frames."""


class WebSocketServer:
    """The connections of this node. Mutable."""

    def __init__(self, ports: SessionPorts, limits: ConnectionLimiter, health: Health) -> None:
        self._ports = ports
        self._limits = limits
        self._health = health
        self.connections: set[ServerConnection] = set()
        """All open connections, including those before their handshake."""

    @asynccontextmanager
    async def listening(self, listener: socket.socket) -> AsyncIterator[None]:
        """Serve on a listening socket until the end of the block, then ask all peers to reconnect."""
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        # Inherited by every connection. asyncio sets it only on sockets with an explicit protocol number, and
        # without it Nagle's algorithm delays a reply by 40 ms after its event.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server = await serve(
            self._connected,
            sock=listener,
            create_connection=cast(
                type[ServerConnection],
                partial(Connection, self._limits, self.connections, self._ports.peer_log),
            ),
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            process_request=self._request,
            compression=None,
            server_header=None,
            max_size=CLIENT_FRAME_MAX,
            max_queue=8,
            write_limit=(WRITE_HIGH, WRITE_LOW),
            open_timeout=5,
            ping_interval=15,
            ping_timeout=15,
            close_timeout=2,
            logger=_wire_log,
        )
        try:
            yield
        finally:
            await self._drain(server)

    async def _drain(self, server: Server) -> None:
        """Close all connections; abort those whose peers do not complete the closing handshake in time."""
        server.close(code=CloseCode.RESTART, reason="the server is restarting; reconnect")
        try:
            await asyncio.wait_for(server.wait_closed(), STOP_WITHIN)
        except TimeoutError:
            for connection in tuple(self.connections):
                connection.transport.abort()
            for handler in tuple(server.handler_tasks):  # some may wait for a store that is not reachable
                handler.cancel()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), 1)

    async def _connected(self, connection: ServerConnection) -> None:
        address = self._address(connection)
        self._limits.begin_session(address)
        self._health.sessions += 1
        try:
            await Session(self._ports, connection, address).run()
        finally:
            self._health.sessions -= 1
            self._limits.end_session(address)

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        response = http_response(self._health, connection, request)
        if response is None and self._limits.is_full_for(self._address(connection)):
            self._ports.peer_log.note(
                logging.INFO, "connection refused", self._address(connection), reason="too-many-sessions"
            )
            return connection.respond(
                HTTPStatus.TOO_MANY_REQUESTS, "too many connections from this address; close one\n"
            )
        return response

    def _address(self, connection: ServerConnection) -> str:
        headers = connection.request.headers if connection.request else Headers()
        return self._limits.address(connection.remote_address, headers.get_all("X-Forwarded-For"))
