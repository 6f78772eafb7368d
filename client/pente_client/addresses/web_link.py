"""Links that a browser opens at a server."""

from typing import Final

from pente_client.addresses.address import Address, parse_address

_WEB: Final = {"wss": "https", "ws": "http"}
_WEB_PORTS: Final = {"wss": 443, "ws": 80}


def web_link(url: str, path: str) -> str:
    """What a browser opens for a path of a server.

    >>> web_link("wss://example.org", "/tv"), web_link("ws://[::1]:8765/pente/", "/tv")
    ('https://example.org/tv', 'http://[::1]:8765/pente/tv')

    Raises BadAddress.
    """
    address = parse_address(url)
    return f"{_WEB[address.scheme]}://{web_host(address)}{address.path.rstrip('/')}{path}"


def web_host(address: Address) -> str:
    """The host of an address, with its port where that does not go without saying."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    return host if address.port == _WEB_PORTS[address.scheme] else f"{host}:{address.port}"
