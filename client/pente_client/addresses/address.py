"""Where a server is."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

DEFAULT_URL: Final = "ws://127.0.0.1:8765"

_PORTS: Final = {"ws": 80, "wss": 443}


class BadAddress(ValueError):
    """A text that is not the address of a server; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address in its one spelling: scheme and host in lower case, always with a port."""

    scheme: str
    host: str
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

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


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

    >>> str(parse_address("WSS://Play.Example.org"))
    'wss://play.example.org:443/'

    Raises BadAddress.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise BadAddress(f"{text!r} is no address of a server: {error}") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise BadAddress(f"{text!r} is no address of a server; write wss://host or {DEFAULT_URL}")
    if parts.username is not None or parts.query or parts.fragment:
        raise BadAddress("an address has a host, a port and a path, and no secrets or options")
    if port == 0 or not all(char.isprintable() and not char.isspace() for char in text.strip()):
        raise BadAddress(f"{text!r} is no address of a server; write wss://host or {DEFAULT_URL}")
    return Address(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], parts.path or "/")
