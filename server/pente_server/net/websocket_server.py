"""The server of a node: opens a front door to each connection, runs sessions, and ends them when it stops."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from pente_protocol.errors import CloseCode
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import STOP_WITHIN
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.connection import Connection
from pente_server.net.health import Health
from pente_server.net.http.front_door import FrontDoor, FrontDoorPorts
from pente_server.net.http.pages import Pages
from pente_server.net.http.sites import SitePolicy
from pente_server.net.listeners import BACKLOG
from pente_server.net.sessions.session import Session
from pente_server.net.sessions.session_parts import SessionParts

SEND_BUFFER: Final = 65_536
"""Bytes that the kernel buffers for a peer. Anything more stays in this process and counts as unread."""
RECEIVE_BUFFER: Final = 8192
"""Bytes that the kernel reads ahead from a peer. Small, as they may hold a thousand frames."""
LOOPBACK: Final = Networks((parse_network("127.0.0.0/8"), parse_network("::1")))
"""This machine."""
RESTARTING: Final = "the server is restarting; reconnect"


class WebSocketServer:
    """The connections of this node. Mutable."""

    def __init__(
        self, parts: SessionParts, limits: ConnectionLimiter, health: Health, sites: SitePolicy, pages: Pages
    ) -> None:
        self._parts = parts
        self._limits = limits
        self._health = health
        self._sites = sites
        self._pages = pages
        self._doors: set[FrontDoor] = set()
        self._connections: set[Connection] = set()
        self._sessions: set[Session] = set()
        self._some_ended = asyncio.Event()

    @property
    def connections(self) -> set[Connection]:
        """All open connections that are WebSockets."""
        return self._connections

    @property
    def peer_log(self) -> PeerLog:
        """The log of what peers do."""
        return self._parts.peer_log

    @asynccontextmanager
    async def listening(
        self,
        *listeners: socket.socket,
        private: Sequence[socket.socket] = (),
        gateways: Sequence[socket.socket] = (),
    ) -> AsyncIterator[None]:
        """Serve on listening sockets until the end of the block, then ask all peers to reconnect.

        ``private`` are sockets for clients on this machine, even where its address is that of a proxy;
        ``gateways`` those for gateways on it, which say for whom they connect.
        """
        servers: list[asyncio.Server] = []
        async with self._pages.served():
            try:
                for listener in listeners:
                    servers += (await self._listen(listener, self._limits, self._sites),)
                for listener in private:
                    limits, sites = self._limits.without_proxies(), self._sites.without_proxies()
                    servers += (await self._listen(listener, limits, sites),)
                for listener in gateways:
                    limits, sites = self._limits.for_gateways(LOOPBACK), self._sites.without_proxies()
                    servers += (await self._listen(listener, limits, sites),)
                yield
            finally:
                for server in servers:
                    server.close()
                await self._stop()

    async def _listen(
        self, listener: socket.socket, limits: ConnectionLimiter, sites: SitePolicy
    ) -> asyncio.Server:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        # Inherited by every connection. asyncio sets it only on sockets with an explicit protocol number, and
        # without it Nagle's algorithm delays a reply by 40 ms after its event.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ports = FrontDoorPorts(
            limits=limits,
            sites=sites,
            connection=partial(Connection, self),
            pages=self._pages,
            peer_log=self._parts.peer_log,
            doors=self._doors,
        )
        server = await asyncio.get_running_loop().create_server(partial(FrontDoor, ports), sock=listener)
        # It has set the backlog to 100, which is also how many connections it accepts in one turn. That is
        # enough for a turn, but when all players come back at once, the kernel would drop most of their
        # packets, which they send again only after seconds.
        listener.listen(BACKLOG)
        return server

    def disconnect_all(self) -> None:
        """Ask all peers to reconnect, without waiting for it."""
        for connection in tuple(self._connections):
            connection.close(CloseCode.RESTART, RESTARTING)

    async def _stop(self) -> None:
        """Close all connections; abort those whose peers do not complete the closing handshake in time.

        Requests for pages are still answered.
        """
        self._close_doors()
        self.disconnect_all()
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await self._all_ended()
        except TimeoutError:
            for connection in tuple(self._connections):
                connection.abort()
            for session in tuple(self._sessions):  # some may wait for a store that is not reachable
                session.stop()
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._all_ended()
        self._close_doors()  # of sockets that were just being accepted

    def _close_doors(self) -> None:
        for door in tuple(self._doors):
            door.close()

    async def _all_ended(self) -> None:
        while self._connections or self._sessions:
            self._some_ended.clear()
            await self._some_ended.wait()

    # What connections ask

    def begin_session(self, connection: Connection) -> Session:
        """Run a session on a connection after its handshake."""
        limits, address = connection.socket.limits, connection.address
        session = Session(self._parts, connection, address, partial(self._session_ended, limits, address))
        limits.begin_session(address)
        self._health.sessions += 1
        self._sessions.add(session)
        return session

    def _session_ended(self, limits: ConnectionLimiter, address: ClientAddress, session: Session) -> None:
        self._sessions.discard(session)
        self._health.sessions -= 1
        limits.end_session(address)
        self._some_ended.set()

    def ended(self) -> None:
        """Take notice that a connection has removed itself."""
        self._some_ended.set()
