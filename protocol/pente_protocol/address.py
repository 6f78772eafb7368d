"""Where a server is, in the one spelling that clients dial, remember and sign, and servers sign."""

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

DEFAULT_URL: Final = "ws://127.0.0.1:8765"

_PORTS: Final = {"ws": 80, "wss": 443}
_NAME: Final = re.compile(r"[a-z0-9._~-]+")


class BadAddress(ValueError):
    """A text that is not the address of a server; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address: its `str` is the only spelling that it has."""

    scheme: str
    host: str
    """In lower case, with IDNA in ASCII, no dot at the end, and IPv6 by RFC 5952 without a zone."""
    port: int
    path: str = "/"

    @property
    def is_secure(self) -> bool:
        """Whether the connection will be encrypted."""
        return self.scheme == "wss"

    @property
    def is_loopback(self) -> bool:
        """Whether nothing leaves this machine."""
        return is_own_machine(self.host)

    @property
    def authority(self) -> str:
        """The host as URLs and the header Host have it, with its port unless that goes without saying."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{'' if self.path == '/' else self.path}"


def is_own_machine(host: str) -> bool:
    """Whether a host is the machine that asks for it."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def parse_address(text: str) -> Address:
    """Read an address; `str` of it reads back the same.

    >>> [str(parse_address(text)) for text in ("WSS://Play.Example.org.:443/", "ws://[0:0::1]:8765/a")]
    ['wss://play.example.org', 'ws://[::1]:8765/a']

    Raises BadAddress.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
        host = _host(parts.hostname or "")
    except ValueError as error:
        raise BadAddress(f"{text!r} is no address of a server: {error}") from None
    if parts.scheme not in _PORTS or not host:
        raise BadAddress(f"{text!r} is no address of a server; write wss://host or {DEFAULT_URL}")
    if parts.username is not None or parts.query or parts.fragment:
        raise BadAddress("an address has a host, a port and a path, and no secrets or options")
    if port == 0 or not all(char.isprintable() and not char.isspace() for char in text.strip()):
        raise BadAddress(f"{text!r} is no address of a server; write wss://host or {DEFAULT_URL}")
    return Address(parts.scheme, host, port or _PORTS[parts.scheme], parts.path or "/")


def _host(host: str) -> str:
    """A host in its one spelling; empty for what is none. Raises ValueError."""
    if ":" in host:
        return str(IPv6Address(host.partition("%")[0]))
    if not host.isascii():
        host = host.encode("idna").decode()
    name = host.lower().rstrip(".")
    return name if _NAME.fullmatch(name) else ""
