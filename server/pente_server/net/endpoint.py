"""An address at which a server can be reached, in the words and URLs that people need."""

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from pente_server.limits.networks import parse_address

ANY: Final = ("0.0.0.0", "::")  # noqa: S104 -- compared, not listened on
"""The addresses that stand for all of a machine."""
_FOUR_ELSEWHERE: Final = "192.0.2.1"
_SIX_ELSEWHERE: Final = "2001:db8::1"
"""Addresses for documentation (RFC 5737, RFC 3849), on no network."""
_UNKNOWN: Final = "ADDRESS-OF-THIS-MACHINE"
"""Stands for the address of a machine that is in no network."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address and a port that a server listens on."""

    ip: str
    port: int
    serves_both: bool = False
    """Whether a socket for all IPv6 addresses serves those of IPv4 too."""

    @classmethod
    def of(cls, listener: socket.socket) -> Self:
        """The endpoint of a listening socket."""
        ip, port, *_ = listener.getsockname()
        is_six = listener.family == socket.AF_INET6
        is_only_six = is_six and listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
        return cls(ip, port, serves_both=is_six and not is_only_six)

    def __str__(self) -> str:
        """The endpoint for the host of the server."""
        if self.ip not in ANY:
            return self.url_here
        if self.serves_both:
            return f"{self.url_here} (all addresses of this machine)"
        which = "all IPv6 addresses of this machine, none of IPv4"
        return f"{self.url_here} ({which if self.ip == '::' else 'all IPv4 addresses of this machine'})"

    @property
    def is_any(self) -> bool:
        """Whether it stands for all addresses of the machine."""
        return self.ip in ANY

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        ip = parse_address(self.ip)
        return ip is not None and ip.is_loopback

    @property
    def is_known_elsewhere(self) -> bool:
        """Whether other machines can reach it, at an address that is known."""
        return not self.is_loopback and self.host_elsewhere != _UNKNOWN

    @property
    def url_here(self) -> str:
        """Its URL for clients on this machine."""
        if not self.is_any:
            return self._url(self.ip)
        return self._url("::1" if self.ip == "::" and not self.serves_both else "127.0.0.1")

    @property
    def url_elsewhere(self) -> str:
        """Its URL for clients in the network of this machine."""
        return self._url(self.host_elsewhere)

    @property
    def page_here(self) -> str:
        """What a browser on this machine opens."""
        return _page(self.url_here)

    @property
    def page_elsewhere(self) -> str:
        """What a browser in the network of this machine opens."""
        return _page(self.url_elsewhere)

    @property
    def host_elsewhere(self) -> str:
        """Its address for clients in the network of this machine."""
        if not self.is_any:
            return self.ip
        is_six = self.ip == "::" and not self.serves_both
        return _own_address(_SIX_ELSEWHERE if is_six else _FOUR_ELSEWHERE)

    def _url(self, ip: str) -> str:
        return f"ws://[{ip}]:{self.port}" if ":" in ip else f"ws://{ip}:{self.port}"


def network_url(endpoints: Iterable[Endpoint]) -> str:
    """What a browser in the network opens; empty if only this machine reaches the endpoints."""
    return next((each.page_elsewhere for each in endpoints if each.is_known_elsewhere), "")


def _page(url: str) -> str:
    return url.replace("ws://", "http://", 1)


def _own_address(elsewhere: str) -> str:
    """This machine's address on the way to another. Connecting a UDP socket chooses it, and sends nothing."""
    family = socket.AF_INET6 if ":" in elsewhere else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return _UNKNOWN
