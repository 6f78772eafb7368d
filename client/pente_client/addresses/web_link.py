"""Links that a browser opens at a server."""

import re
from typing import Final

from pente_client.addresses.address import Address, BadAddress, parse_address

_WEB: Final = {"wss": "https", "ws": "http"}
_LONGEST: Final = 300
"""Characters of an origin that a server says."""
_HOST: Final = re.compile(r"[a-z0-9._:-]+")
_WEB_PORTS: Final = {"wss": 443, "ws": 80}


def web_link(url: str, path: str) -> str:
    """What a browser opens for a path of a server.

    >>> web_link("wss://example.org", "/tv"), web_link("ws://[::1]:8765/pente/", "/tv")
    ('https://example.org/tv', 'http://[::1]:8765/pente/tv')

    Raises BadAddress.
    """
    address = parse_address(url)
    return f"{_WEB[address.scheme]}://{web_host(address)}{address.path.rstrip('/')}{path}"


def public_origin(text: str) -> str:
    """What a server says of where others find it, in its one spelling; empty for what is no origin.

    >>> (
    ...     public_origin("HTTPS://Example.org:443"),
    ...     public_origin("http://10.0.0.1:8765"),
    ...     public_origin("https://a/b"),
    ... )
    ('https://example.org', 'http://10.0.0.1:8765', '')
    """
    schemes = {web: ws for ws, web in _WEB.items()}
    scheme, _, rest = text.partition("://")
    try:
        address = parse_address(f"{schemes.get(scheme.lower(), '')}://{rest}")
    except BadAddress:
        return ""
    is_plain = len(text) <= _LONGEST and _HOST.fullmatch(address.host) is not None
    return web_link(str(address), "") if is_plain and address.path == "/" else ""


def web_host(address: Address) -> str:
    """The host of an address, with its port where that does not go without saying."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    return host if address.port == _WEB_PORTS[address.scheme] else f"{host}:{address.port}"
