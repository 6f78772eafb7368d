"""The WebSocket server of a node: accepts connections, runs a session on each, and closes them at the end."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from pente_protocol.codec import CLIENT_FRAME_MAX
from pente_protocol.errors import CloseCode
from pente_protocol.version import SUBPROTOCOL
from pente_server.limits.limits import STOP_WITHIN, WRITE_HIGH, WRITE_LOW
from pente_server.net.client_address import ClientAddress
from pente_server.net.connection import Connection
from pente_server.net.connection_limits import ConnectionLimiter
from pente_server.net.health import Health
from pente_server.net.http import http_response, too_many_connections, too_many_new_connections
from pente_server.net.session import Session, SessionPorts

_wire_log = logging.getLogger("pente_server.wire")
# websockets logs a traceback for every invalid handshake; anybody could fill the log with them.
_wire_log.setLevel(logging.CRITICAL)

SEND_BUFFER: Final = 65_536
"""Bytes that the kernel buffers for a peer. Anything more stays in this process and counts as unread."""
RECEIVE_BUFFER: Final = 8192
"""Bytes that the kernel reads ahead from a peer. Small, as they may hold a thousand frames."""
RESTARTING: Final = "the server is restarting; reconnect"


class WebSocketServer:
    """The connections of this node. Mutable."""

    def __init__(self, ports: SessionPorts, limits: ConnectionLimiter, health: Health) -> None:
        self._ports = ports
        self._limits = limits
        self._health = health
        self.connections: set[ServerConnection] = set()
        """All open connections, including those before their handshake."""
        self._closing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(
        self, *listeners: socket.socket, private: Sequence[socket.socket] = ()
    ) -> AsyncIterator[None]:
        """Serve on listening sockets until the end of the block, then ask all peers to reconnect.

        ``private`` are sockets for clients on this machine, even where its address is that of a proxy.
        """
        servers: list[Server] = []
        try:
            for listener in (*listeners, *private):
                limits = self._limits.without_proxies() if listener in private else self._limits
                servers += (await self._serve(listener, limits),)
            yield
        finally:
            await asyncio.gather(*map(self._drain, servers))

    async def _serve(self, listener: socket.socket, limits: ConnectionLimiter) -> Server:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        # Inherited by every connection. asyncio sets it only on sockets with an explicit protocol number, and
        # without it Nagle's algorithm delays a reply by 40 ms after its event.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return await serve(
            partial(self._connected, limits),
            sock=listener,
            create_connection=cast(
                type[ServerConnection], partial(Connection, limits, self.connections, self._ports.peer_log)
            ),
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            process_request=partial(self._request, limits),
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

    def disconnect_all(self) -> None:
        """Ask all peers to reconnect, without waiting for it."""
        for connection in tuple(self.connections):
            task = asyncio.create_task(connection.close(CloseCode.RESTART, RESTARTING))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _drain(self, server: Server) -> None:
        """Close all connections; abort those whose peers do not complete the closing handshake in time."""
        server.close(code=CloseCode.RESTART, reason=RESTARTING)
        try:
            await asyncio.wait_for(server.wait_closed(), STOP_WITHIN)
        except TimeoutError:
            for connection in tuple(self.connections):
                connection.transport.abort()
            for handler in tuple(server.handler_tasks):  # some may wait for a store that is not reachable
                handler.cancel()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), 1)

    async def _connected(self, limits: ConnectionLimiter, connection: ServerConnection) -> None:
        address = _address(limits, connection)
        limits.begin_session(address)
        self._health.sessions += 1
        try:
            await Session(self._ports, connection, address).run()
        finally:
            self._health.sessions -= 1
            limits.end_session(address)

    def _request(
        self, limits: ConnectionLimiter, connection: ServerConnection, request: Request
    ) -> Response | None:
        response = http_response(self._health, connection, request)
        return self._refusal(limits, connection) if response is None else response

    def _refusal(self, limits: ConnectionLimiter, connection: ServerConnection) -> Response | None:
        """The answer to a WebSocket handshake from an address with too many connections, open or new."""
        address = _address(limits, connection)
        if limits.is_full_for(address):
            reason, refusal = "too-many-sessions", too_many_connections(connection, limits.per_address)
        elif limits.is_too_fast(limits.address(connection.remote_address), address):
            reason, refusal = "too-fast", too_many_new_connections(connection)
        else:
            return None
        self._ports.peer_log.note(
            logging.INFO, "connection refused", str(address), bucket=address.bucket, reason=reason
        )
        return refusal


def _address(limits: ConnectionLimiter, connection: ServerConnection) -> ClientAddress:
    headers = connection.request.headers if connection.request else Headers()
    return limits.address(connection.remote_address, headers)
