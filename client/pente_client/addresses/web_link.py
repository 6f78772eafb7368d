"""Links that a browser opens at a server."""

import re
from typing import Final

from pente_protocol.address import BadAddress, parse_address

_WEB: Final = {"wss": "https", "ws": "http"}
_LONGEST: Final = 300
"""Characters of an origin that a server says."""
_HOST: Final = re.compile(r"[a-z0-9._:-]+")


def web_link(url: str, path: str) -> str:
    """What a browser opens for a path of a server.

    >>> web_link("wss://example.org", "/tv"), web_link("ws://[::1]:8765/pente/", "/tv")
    ('https://example.org/tv', 'http://[::1]:8765/pente/tv')

    Raises BadAddress.
    """
    address = parse_address(url)
    return f"{_WEB[address.scheme]}://{address.authority}{address.path.rstrip('/')}{path}"


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
