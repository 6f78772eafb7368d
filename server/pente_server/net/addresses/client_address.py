"""The address of a client, which may have come through reverse proxies.

A forwarding header is believed as far as trusted proxies have written it: from the last address backwards,
while the address is that of a trusted proxy. Earlier ones may be made up by the client.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Final, TypeAlias

from websockets.datastructures import Headers

from pente_server.limits.networks import IpAddress, Networks, parse_address
from pente_server.net.addresses.forwarding_headers import (
    FORWARDED,
    X_FORWARDED_FOR,
    addresses_in,
    are_forwarded,
)

MOST_WARNED: Final = 16
"""Warnings about addresses of the internet, and as many about those of private networks."""

_UNTRUSTED: Final = (
    "{peer} sends forwarding headers, but is no trusted proxy, so its players count as one address;"
    " if it is your proxy, start with --trusted-proxy {peer}"
)
_SILENT: Final = (
    "the trusted proxy {peer} sends neither Forwarded nor X-Forwarded-For, so its players count as one"
    " address; configure it to set X-Forwarded-For"
)
_CONTRADICTORY: Final = (
    "the trusted proxy {peer} names different clients in Forwarded and X-Forwarded-For, so they count as one"
    " address; configure it to set one of the two and to remove the other"
)
_UNREADABLE: Final = (
    "the trusted proxy {peer} forwards something else than the client's address, so such clients count as one"
    " address; configure it to set X-Forwarded-For to the address"
)

_Warn: TypeAlias = Callable[[str, IpAddress | None], None]
"""Logs a warning about a peer."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClientAddress:
    """The address of a client. A stranger is a client whose address the server can't know."""

    bucket: str
    """What counts as one address for limits; for a stranger that of the peer, usually a proxy."""
    ip: IpAddress | None
    """None for a stranger."""
    is_local: bool = False
    """Whether it is certainly on this machine."""
    is_provisional: bool = False
    """Whether the handshake may tell another address: the peer is a trusted proxy, or on this machine."""

    def __str__(self) -> str:
        return f"a stranger through {self.bucket}" if self.ip is None else str(self.ip)


class ClientAddresses:
    """Finds the addresses of clients. Mutable: it remembers which warnings it has logged."""

    def __init__(self, trusted: Networks) -> None:
        """``trusted`` has the addresses of proxies whose forwarding headers are believed."""
        self._trusted = trusted
        self._warned: set[str] = set()
        self._warned_of_others: set[str] = set()
        """Those about the internet, where anybody can cause some; they must not use up the others."""

    def of_socket(self, peer: object) -> ClientAddress:
        """The address of a socket before its handshake; ``peer`` is what the socket says."""
        ip = _ip(peer)
        return ClientAddress(_bucket(ip), ip, is_provisional=_is_loopback(ip) or ip in self._trusted)

    def of_handshake(self, peer: object, headers: Headers) -> ClientAddress:
        """The address of the client that sent a handshake. Logs a warning if a proxy is configured badly."""
        return self._of_request(_ip(peer), headers, self._warn)

    def of_page_request(self, peer: object, headers: Headers) -> ClientAddress:
        """The address of the client that asks for a page. Logs nothing: a proxy, or a monitor on its machine,
        may ask for itself.
        """
        return self._of_request(_ip(peer), headers, lambda *_: None)

    def _of_request(self, ip: IpAddress | None, headers: Headers, warn: _Warn) -> ClientAddress:
        if ip not in self._trusted:
            return _of_untrusted(ip, headers, warn)
        client = self._forwarded(ip, headers, warn)
        if client is None or _is_loopback(client):  # nobody is on this machine because a header says so
            return ClientAddress(_bucket(ip), None)
        return ClientAddress(_bucket(client), client)

    def _forwarded(self, proxy: IpAddress | None, headers: Headers, warn: _Warn) -> IpAddress | None:
        """The client that a trusted proxy names; None if it names none, or two."""
        named = {self._named(headers, name) for name in (FORWARDED, X_FORWARDED_FOR) if name in headers}
        if not named:
            warn(_SILENT, proxy)
        elif len(named) > 1:  # a proxy that sets one of them may pass on the other as the client has sent it
            warn(_CONTRADICTORY, proxy)
        elif None in named:
            warn(_UNREADABLE, proxy)
        return named.pop() if len(named) == 1 else None

    def _named(self, headers: Headers, name: str) -> IpAddress | None:
        """The last address that is not a trusted proxy's; the first one if all are."""
        chain = addresses_in(headers, name)
        return next((address for address in reversed(chain) if address not in self._trusted), chain[0])

    def _warn(self, cause: str, peer: IpAddress | None) -> None:
        """Log a warning, once for each cause and peer."""
        warning = cause.format(peer=peer)
        warned = self._warned_of_others if peer is None or peer.is_global else self._warned
        if warning not in warned and len(warned) < MOST_WARNED:
            warned.add(warning)
            _log.warning("%s", warning)


def _of_untrusted(ip: IpAddress | None, headers: Headers, warn: _Warn) -> ClientAddress:
    if not are_forwarded(headers):
        is_local = _is_loopback(ip)
        return ClientAddress("local" if is_local else _bucket(ip), ip, is_local=is_local)
    warn(_UNTRUSTED, ip)
    return ClientAddress(_bucket(ip), None)


def _ip(peer: object) -> IpAddress | None:
    return parse_address(str(peer[0])) if isinstance(peer, tuple) and peer else None


def _is_loopback(ip: IpAddress | None) -> bool:
    return ip is not None and ip.is_loopback


def _bucket(ip: IpAddress | None) -> str:
    """What counts as one address: for IPv6 the /64 network, as one household has a whole one.

    >>> _bucket(parse_address("2001:db8:1:2:3::4")), _bucket(parse_address("192.0.2.1")), _bucket(None)
    ('2001:db8:1:2::', '192.0.2.1', '?')
    """
    if isinstance(ip, IPv6Address) and not ip.is_loopback:
        return str(IPv6Address(int(ip) >> 64 << 64))
    return "?" if ip is None else str(ip)
