"""The WebSocket server of a node: accepts connections, runs a session on each, and closes them at the end."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus
from typing import Final

from websockets.http11 import Request, Response

from pente_protocol.errors import CloseCode
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import STOP_WITHIN
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.connection import Connection
from pente_server.net.health import Health
from pente_server.net.http import http_response, too_many_connections, too_many_new_connections
from pente_server.net.session import Session, SessionPorts

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
        self._connections: set[Connection] = set()
        self._sessions: set[asyncio.Task[None]] = set()
        self._some_ended = asyncio.Event()
        self._is_stopping = False

    @property
    def connections(self) -> set[Connection]:
        """All open connections, including those before their handshake."""
        return self._connections

    @property
    def peer_log(self) -> PeerLog:
        """The log of what peers do."""
        return self._ports.peer_log

    @asynccontextmanager
    async def listening(
        self, *listeners: socket.socket, private: Sequence[socket.socket] = ()
    ) -> AsyncIterator[None]:
        """Serve on listening sockets until the end of the block, then ask all peers to reconnect.

        ``private`` are sockets for clients on this machine, even where its address is that of a proxy.
        """
        servers: list[asyncio.Server] = []
        try:
            for listener in (*listeners, *private):
                limits = self._limits.without_proxies() if listener in private else self._limits
                servers += (await self._listen(listener, limits),)
            yield
        finally:
            self._is_stopping = True
            for server in servers:
                server.close()
            await self._stop()

    async def _listen(self, listener: socket.socket, limits: ConnectionLimiter) -> asyncio.Server:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        # Inherited by every connection. asyncio sets it only on sockets with an explicit protocol number, and
        # without it Nagle's algorithm delays a reply by 40 ms after its event.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return await asyncio.get_running_loop().create_server(partial(self.connection, limits), sock=listener)

    def connection(self, limits: ConnectionLimiter) -> Connection:
        """The protocol for a new socket."""
        return Connection(self, limits)

    def disconnect_all(self) -> None:
        """Ask all peers to reconnect, without waiting for it."""
        for connection in tuple(self._connections):
            connection.close(CloseCode.RESTART, RESTARTING)

    async def _stop(self) -> None:
        """Close all connections; abort those whose peers do not complete the closing handshake in time."""
        self.disconnect_all()
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await self._all_ended()
        except TimeoutError:
            for connection in tuple(self._connections):
                connection.abort()
            for session in tuple(self._sessions):  # some may wait for a store that is not reachable
                session.cancel()
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._all_ended()

    async def _all_ended(self) -> None:
        while self._connections or self._sessions:
            self._some_ended.clear()
            await self._some_ended.wait()

    # What connections ask

    def answer(self, connection: Connection, request: Request) -> Response | None:
        """The answer to a request that is no WebSocket handshake, or is refused; None to accept it."""
        response = http_response(self._health, connection, request)
        if response is None and self._is_stopping:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, RESTARTING)
        return self._refusal(connection, request) if response is None else response

    def begin_session(self, connection: Connection, request: Request) -> Session:
        """Run a session on a connection after its handshake."""
        limits, address = connection.limits, _client(connection, request)
        session = Session(self._ports, connection, address)
        limits.begin_session(address)
        self._health.sessions += 1
        task = asyncio.get_running_loop().create_task(session.run())
        self._sessions.add(task)
        task.add_done_callback(partial(self._session_ended, limits, address))
        return session

    def _session_ended(
        self, limits: ConnectionLimiter, address: ClientAddress, task: asyncio.Task[None]
    ) -> None:
        self._sessions.discard(task)
        self._health.sessions -= 1
        limits.end_session(address)
        self._some_ended.set()

    def ended(self) -> None:
        """Take notice that a connection has removed itself."""
        self._some_ended.set()

    def _refusal(self, connection: Connection, request: Request) -> Response | None:
        """The answer to a WebSocket handshake from an address with too many connections, open or new."""
        limits, address = connection.limits, _client(connection, request)
        if limits.is_full_for(address):
            reason, refusal = "too-many-sessions", too_many_connections(connection, limits.per_address)
        elif limits.is_too_fast(limits.address(connection.peer), address):
            reason, refusal = "too-fast", too_many_new_connections(connection)
        else:
            return None
        self._ports.peer_log.note(
            logging.INFO, "connection refused", str(address), bucket=address.bucket, reason=reason
        )
        return refusal


def _client(connection: Connection, request: Request) -> ClientAddress:
    """The address of the client behind a connection, which the headers may tell."""
    return connection.limits.address(connection.peer, request.headers)
