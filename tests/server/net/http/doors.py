"""A front door on a port of this machine, with stand-ins for WebSockets behind it, and raw peers in front."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import Allowance
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import ConnectionLimiter, OpenSocket
from pente_server.net.http.api.answers import HttpAnswer
from pente_server.net.http.api.api import ApiRequest
from pente_server.net.http.api.link_preview import LinkPreview
from pente_server.net.http.front_door import FrontDoor, FrontDoorPorts
from pente_server.net.http.page.web_page import WebPage
from pente_server.net.http.pages import Pages
from pente_server.net.http.sites import SitePolicy
from tests.support.waiting import patience


class Trouble:
    """The health of a server, as it is set. Mutable."""

    trouble = None

    def report(self) -> dict[str, object]:
        return {"status": "ok"}


class Nothing:
    """Stands in for the read side: says how it was asked. Mutable."""

    preview: LinkPreview | None = None

    async def link_preview(self, path: str, client: str) -> LinkPreview | None:
        return self.preview

    async def answer(self, request: ApiRequest) -> HttpAnswer:
        return HttpAnswer(HTTPStatus.OK, f"{request.method} {request.path} for {request.client}\n".encode())


@dataclass
class Access:
    """Who is let in, as it is set. Mutable."""

    needs_password: bool

    @property
    def is_open(self) -> bool:
        return not self.needs_password


class Echo(asyncio.Protocol):
    """Stands in for a WebSocket: says what it was given, and sends back the rest."""

    def __init__(self, address: ClientAddress, socket: OpenSocket, own_address: str) -> None:
        self.address, self.own_address = address, own_address
        self._socket = socket
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(f"welcome {self.address}\n".encode())

    def data_received(self, data: bytes) -> None:
        self._transport.write(data)

    def connection_lost(self, _: Exception | None) -> None:
        self._socket.close()


@dataclass
class Door:
    """A front door. Mutable."""

    port: int
    ports: FrontDoorPorts
    health: Trouble = field(default_factory=Trouble)
    api: Nothing = field(default_factory=Nothing)


@asynccontextmanager
async def opened(
    allowance: Allowance | None = None,
    *,
    sites: SitePolicy | None = None,
    password: str = "",
    has_page: bool = True,
) -> AsyncIterator[Door]:
    """A front door for the time of the block."""
    sites, health, api = sites or SitePolicy(), Trouble(), Nothing()
    pages = Pages(health, Access(bool(password)), api, WebPage() if has_page else None)
    ports = FrontDoorPorts(
        limits=ConnectionLimiter(allowance or Allowance(), sites.trusted_proxies),
        sites=sites,
        connection=Echo,
        pages=pages,
        peer_log=PeerLog(),
        doors=set(),
    )
    async with pages.served():
        server = await asyncio.get_running_loop().create_server(lambda: FrontDoor(ports), "127.0.0.1", 0)
        async with server:
            yield Door(server.sockets[0].getsockname()[1], ports, health, api)
            server.close()


async def said(port: int, *pieces: bytes) -> bytes:
    """All that a server says, until it closes the connection, to what it is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        async with patience(f"the end of the answer to {pieces!r:.200}"):
            return await reader.read()
    finally:
        writer.close()
