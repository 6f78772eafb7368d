"""The front door: reads the head of the one request of each connection, and hands it to who serves it.

A connection has one request: for a WebSocket, or for a page whose answer says `Connection: close`. So no
proxy sends a handshake down a connection on which it has asked for a page, and nothing hides behind that.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Protocol, cast

from pente_protocol.forms import form_offered
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import HEAD_WITHIN
from pente_server.limits.networks import IpAddress, parse_address
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import COST_OF_FILE, ConnectionLimiter, OpenSocket
from pente_server.net.http.closed_handshake import closed_handshake, offered
from pente_server.net.http.exchange import RefusedRequest
from pente_server.net.http.page.assets import FOLDER
from pente_server.net.http.refusals import (
    HttpRefusal,
    full,
    too_many_connections,
    too_many_new_connections,
    too_many_requests,
    unknown_subprotocol,
)
from pente_server.net.http.request_head import HeadReader, InvalidRequest, RequestHead, is_for_api
from pente_server.net.http.sites import Site, SitePolicy

SLOW: Final = HttpRefusal(
    HTTPStatus.REQUEST_TIMEOUT, f"The request did not come within {HEAD_WITHIN:.0f} seconds.", "slow-head"
)


class PagesPort(Protocol):
    """The pages of a server."""

    def exchange(
        self, head: RequestHead, site: Site, client: str, on_lost: Callable[[], None]
    ) -> asyncio.Protocol:
        """A protocol that answers a request and closes the connection, and then calls ``on_lost``.

        ``client`` is the address for limits; empty if it is exempt from them.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontDoorPorts:
    """What the front door of a listening socket uses, and where it leads."""

    limits: ConnectionLimiter
    sites: SitePolicy
    connection: Callable[[ClientAddress, OpenSocket, str], asyncio.Protocol]
    """Makes the WebSocket of a client, which closes the count of its socket when it is lost."""
    pages: PagesPort
    peer_log: PeerLog
    doors: "set[FrontDoor]"
    """Where requests are awaited or refused; each adds and removes itself."""


class FrontDoor(asyncio.Protocol):
    """A new connection, until the head of its request is complete. Mutable."""

    def __init__(self, ports: FrontDoorPorts) -> None:
        self._ports = ports
        self._reader = HeadReader()
        self._socket: OpenSocket | None = None
        self._transport: asyncio.Transport
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Take no request any more."""
        self._transport.abort()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none
        address = self._ports.limits.address(transport.get_extra_info("peername"))
        self._socket = self._ports.limits.open_socket(address)
        if self._socket is None:
            self._note(logging.WARNING, address, "too-many")
            self._transport.abort()
            return
        self._ports.doors.add(self)
        self._timer = asyncio.get_running_loop().call_later(HEAD_WITHIN, self._too_slow)

    def data_received(self, data: bytes) -> None:
        if self._transport.is_closing():
            return
        try:
            head = self._reader.receive(data)
        except InvalidRequest as error:
            self._refuse(error.refusal)
        else:
            if head is not None:
                self._enter(head)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- why does not matter
        self._stop_timer()
        self._lost()

    # Where a request goes

    def _enter(self, head: RequestHead) -> None:
        """Hand a request to who serves it, or refuse it."""
        ports, peer = self._ports, self._transport.get_extra_info("peername")
        is_for_players = head.is_handshake and head.path == "/"
        find = ports.limits.address if is_for_players else ports.limits.address_for_page
        address, site = find(peer, head.headers), ports.sites.site(head, _ip(peer))
        refusal = ports.sites.refusal(head, site, _ip(self._transport.get_extra_info("sockname")))
        is_for_all = refusal is None  # what is refused to a page for where it is from, it can't read either
        if refusal is None:
            refusal = self._excess(address, head, is_for_players=is_for_players)
        if refusal is None and is_for_players:
            refusal = _misunderstanding(head)
        if refusal is not None:
            refusal = refusal.for_api(is_for_all=is_for_all) if head.is_for_api else refusal
            self._turn_away(head, refusal, address)
        elif is_for_players:
            here = self._transport.get_extra_info("sockname")
            self._admit(address, ports.sites.own_address(site, here, _ip(peer)))
        else:
            self._ports.doors.discard(self)
            client = "" if ports.limits.is_exempt(address) else address.bucket
            self._hand_over(ports.pages.exchange(head, site, client, self._lost))

    def _excess(
        self, address: ClientAddress, head: RequestHead, *, is_for_players: bool
    ) -> HttpRefusal | None:
        """The refusal of one more request from an address, if that is too many."""
        assert self._socket is not None
        limits = self._ports.limits
        if not is_for_players:
            cost = COST_OF_FILE if head.path.startswith(f"{FOLDER}/") else 1.0
            return too_many_requests() if limits.is_asking_too_fast(address, cost) else None
        if self._socket.is_one_too_many:
            return full(limits.most)
        if limits.is_full_for(address):
            return too_many_connections(limits.per_address)
        return too_many_new_connections() if limits.is_too_fast(address) else None

    def _turn_away(self, head: RequestHead, refusal: HttpRefusal, address: ClientAddress) -> None:
        """Answer a request whose head is complete, after which nothing more is to come."""
        self._stop_timer()
        self._note_refusal(refusal, address)
        self._transport.write(_answer(head, refusal))
        self._transport.close()

    def _admit(self, address: ClientAddress, own_address: str) -> None:
        """Make the connection a WebSocket; from then on the front door has no part in it.

        ``own_address``: see `SitePolicy.own_address`.
        """
        assert self._socket is not None
        self._ports.doors.discard(self)
        connection = self._ports.connection(address, self._socket, own_address)
        self._hand_over(connection)
        connection.data_received(bytes(self._reader.received))

    def _hand_over(self, protocol: asyncio.Protocol) -> None:
        self._stop_timer()
        self._transport.set_protocol(protocol)
        protocol.connection_made(self._transport)

    # Refusals

    def _too_slow(self) -> None:
        self._timer = None
        if self._reader.received:
            self._refuse(SLOW)
        else:  # browsers open spare connections, and take any answer there for that to their next request
            self._transport.abort()

    def _refuse(self, refusal: HttpRefusal) -> None:
        """Answer a request whose head is not read to its end."""
        self._note_refusal(refusal, self._ports.limits.address(self._transport.get_extra_info("peername")))
        method, target = self._reader.begun
        refusal = refusal.for_api(is_for_all=False) if is_for_api(target) else refusal
        self._hand_over(RefusedRequest(refusal, self._lost, with_body=method != "HEAD"))

    def _note_refusal(self, refusal: HttpRefusal, address: ClientAddress) -> None:
        self._note(
            logging.INFO, address, refusal.reason, **({"named": refusal.named} if refusal.named else {})
        )

    def _note(self, level: int, address: ClientAddress, reason: str, **fields: str) -> None:
        note = self._ports.peer_log.note
        note(level, "connection refused", str(address), bucket=address.bucket, reason=reason, **fields)

    # The end

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _lost(self) -> None:
        """Forget a connection that has ended before it was a WebSocket."""
        self._ports.doors.discard(self)
        if self._socket is not None:
            self._socket.close()


def _misunderstanding(head: RequestHead) -> HttpRefusal | None:
    """The refusal of a handshake whose client and this server have no subprotocol in common."""
    names = offered(head)
    return None if form_offered(names) else unknown_subprotocol(is_one_offered=bool(names))


def _answer(head: RequestHead, refusal: HttpRefusal) -> bytes:
    """What a refused request is answered: if a WebSocket can tell it, by its close code."""
    closed = None
    if head.is_handshake and refusal.close_code is not None:
        closed = closed_handshake(head, refusal.close_code, refusal.text)
    return closed or refusal.answer(with_body=head.method != "HEAD")


def _ip(address: object) -> IpAddress | None:
    return parse_address(str(address[0])) if isinstance(address, tuple) and address else None
