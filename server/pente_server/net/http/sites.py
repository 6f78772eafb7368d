"""Which web pages may use this server, and under which names it is asked.

A browser lets every page open a WebSocket to every server that the browser can reach, also to one on the same
machine or in the same network. It says in `Origin` where the page is from. A page can also have its own name
lead to a private address (DNS rebinding), and then looks like the server's own: so at such an address a
browser must ask for a name that is known here. A handshake without `Origin` is not from a browser.

What everybody on the internet can read (`RequestHead.is_for_api`), every page may read too; but not at
a private address, which not everybody can reach.
"""

import socket
from dataclasses import dataclass, field, replace
from functools import cache
from http import HTTPStatus

from pente_protocol.address import Address, BadAddress
from pente_protocol.address import parse_address as parse_server_address
from pente_server.limits.networks import IpAddress, Networks, parse_address
from pente_server.net.addresses.forwarding_headers import (
    FORWARDED,
    X_FORWARDED_FOR,
    are_forwarded,
    forwarded_host,
    forwarded_scheme,
)
from pente_server.net.http.refusals import HttpRefusal
from pente_server.net.http.request_head import RequestHead
from pente_server.net.http.site_names import InvalidOrigin, is_host, parse_origin


@dataclass(frozen=True, slots=True)
class Site:
    """How a client reached the server: the scheme, and the host that it asked for."""

    scheme: str
    host: str
    """With its port, if it was given; empty if the client did not say."""
    is_forwarded: bool = False
    """Whether a trusted proxy is in between."""
    is_scheme_known: bool = True
    """Whether that is certain: a proxy in between has to say what scheme the client has used."""

    @property
    def origin(self) -> str:
        """The origin of its own pages; empty if the client did not ask for a host."""
        return parse_origin(f"{self.scheme}://{self.host}") if self.host else ""

    @property
    def name(self) -> str:
        """The host without its port, in lower case."""
        return _without_port(self.host).lower().removesuffix(".")


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePolicy:
    """What a host allows besides a server's own pages and names."""

    allowed_origins: frozenset[str] = frozenset()
    """The origins of pages from elsewhere, as `parse_origin` writes them."""
    server_names: frozenset[str] = frozenset()
    """The names of this server, in lower case."""
    public_url: str = ""
    """Where others find it, as an origin; empty if the host has not said."""
    trusted_proxies: Networks = field(default_factory=Networks)

    def without_proxies(self) -> "SitePolicy":
        """The same for a socket that no proxy connects to."""
        return replace(self, trusted_proxies=Networks())

    def site(self, head: RequestHead, peer: IpAddress | None) -> Site:
        """How the client reached the server: what a trusted proxy forwards counts, nobody else's."""
        headers = head.headers
        if peer not in self.trusted_proxies or not any(
            name in headers for name in (FORWARDED, X_FORWARDED_FOR)
        ):
            return Site("http", head.host, is_scheme_known=not are_forwarded(headers))
        host, scheme = forwarded_host(headers), forwarded_scheme(headers)
        asked = host if is_host(host) else head.host
        return Site(scheme or "http", asked, is_forwarded=True, is_scheme_known=bool(scheme))

    def own_address(self, site: Site, here: object, peer: IpAddress | None) -> str:
        """The server's own address with the name that it was asked for; empty if that is none of its names.

        ``here`` is the address and port of this machine that was reached. An address or a name that means
        another machine in another network counts only for a peer that is in a private network, too.
        """
        scheme, _, name = self.public_url.partition("://")
        asked, public = _address(site.scheme, site.host), _address(scheme, name)
        if asked is None or not site.is_scheme_known:
            return ""
        if public is not None and public.host == asked.host:
            return str(public) if _address(scheme, site.host) == public else ""
        is_named = asked.host in self.server_names
        if site.is_forwarded:
            return str(asked) if is_named and asked.authority == asked.host else ""
        own, port = (parse_address(str(here[0])), here[1]) if isinstance(here, tuple) and here else (None, 0)
        if own is None or peer is None or asked.port != port:
            return ""
        if is_named:
            return str(asked)
        if peer.is_global and not own.is_global:
            return ""
        names = {"localhost"} if own.is_loopback else names_of_this_machine() - {"localhost"}
        is_own = parse_address(asked.host) == own or (asked.host in names and not own.is_global)
        return str(asked) if is_own else ""

    def refusal(self, head: RequestHead, site: Site, own: IpAddress | None) -> HttpRefusal | None:
        """Why a request is not taken from its page, or under its name; None if it is.

        ``own`` is the address of this machine that it has reached.
        """
        origin = head.headers.get("Origin")
        is_public = head.is_for_api and (site.is_forwarded or (own is not None and own.is_global))
        if origin is not None and not (is_public or self._may_use(origin, site)):
            return _foreign_page(origin, site)
        is_browser = origin is not None or not head.is_handshake
        if is_browser and not (site.is_forwarded or self._is_known_as(site, own)):
            return _unknown_host(site)
        return None

    def _may_use(self, origin: str, site: Site) -> bool:
        try:
            return parse_origin(origin) in (site.origin, *self.allowed_origins)
        except InvalidOrigin:  # also "null", which a page in a sandbox or a file sends
            return False

    def _is_known_as(self, site: Site, own: IpAddress | None) -> bool:
        """Whether the name of a site can't be one that some page has made to lead here."""
        if own is None or own.is_global or not site.name or _is_address(site.name):
            return True
        return site.name in (*names_of_this_machine(), *self.server_names) or site.name.endswith(".localhost")


@cache
def names_of_this_machine() -> frozenset[str]:
    """The names by which this machine is reached from itself, and from its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


def _address(scheme: str, host: str) -> Address | None:
    """Where clients of the protocol find a web server; None if that is no address."""
    try:
        return parse_server_address(f"{'wss' if scheme == 'https' else 'ws'}://{host}")
    except BadAddress:
        return None


def _without_port(host: str) -> str:
    return host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]


def _is_address(name: str) -> bool:
    return parse_address(name) is not None


def _foreign_page(origin: str, site: Site) -> HttpRefusal:
    try:
        named = parse_origin(origin)
    except InvalidOrigin:  # not repeated, whatever it is
        text = "This server takes no requests of web pages that do not say where they are from."
        return HttpRefusal(HTTPStatus.FORBIDDEN, text, "foreign-page")
    text = (
        f"A web page of {named} has asked for {site.origin or 'no host'}, and this server takes no requests"
        " of other pages. For its host: if that is the page of this server, name the reverse proxy in between"
        " with --trusted-proxy, and have it set X-Forwarded-For, X-Forwarded-Proto and Host. To let that page"
        f" use this server, start it with --allow-origin {named}."
    )
    return HttpRefusal(HTTPStatus.FORBIDDEN, text, "foreign-page", named=named)


def _unknown_host(site: Site) -> HttpRefusal:
    text = (
        f"This server is not known as {site.name}. For its host: if that is its name, start it with"
        f" --server-name {site.name}. If a reverse proxy is in between, name it with --trusted-proxy, and"
        " have it set X-Forwarded-For."
    )
    return HttpRefusal(HTTPStatus.FORBIDDEN, text, "unknown-host", named=site.name)
