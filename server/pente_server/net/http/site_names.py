"""Origins of web pages and names of servers, as a host writes them."""

import re
from typing import Final

_ORIGIN: Final = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[^/?#@\s\"'<>\\,]+)")
_PORTS: Final = {"http": ":80", "https": ":443"}
"""What a browser leaves out."""
_LONGEST: Final = 300
"""Characters of the longest origin."""
_LONGEST_HOST: Final = 260
"""Characters of the longest name of a host, and a port."""
_HOST: Final = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", re.ASCII)


class InvalidOrigin(ValueError):
    """A text is not an origin; the message is one sentence that says what to write."""


def parse_origin(text: str) -> str:
    """The scheme, host and port of a web page, in their one spelling. Raises InvalidOrigin.

    >>> parse_origin("HTTPS://Pente.Example.org:443"), parse_origin("http://localhost:5173")
    ('https://pente.example.org', 'http://localhost:5173')
    """
    match = _ORIGIN.fullmatch(text.strip().lower())
    if match is None or not text.isascii() or len(text) > _LONGEST or "*" in text:
        raise InvalidOrigin(
            f"{text!r} is not an origin; write it as https://pente.example.org, without a path"
        )
    return f"{match['scheme']}://{match['host'].removesuffix(_PORTS.get(match['scheme'], ':'))}"


def parse_public_url(text: str) -> str:
    """The address at which others find a server. Raises ValueError with one sentence that says what to write.

    >>> parse_public_url("https://Pente.example.org/")
    'https://pente.example.org'
    """
    try:
        origin = parse_origin(text.strip().removesuffix("/"))
    except InvalidOrigin:
        origin = ""
    scheme, _, host = origin.partition("://")
    if scheme not in _PORTS or not is_host(host):
        raise ValueError(
            f"{text!r} is not the address of a server for others; write it as https://pente.example.org,"
            " without a path"
        )
    return origin


def parse_server_name(text: str) -> str:
    """The name of a server, in lower case. Raises ValueError with one sentence that says what to write.

    >>> parse_server_name("Pente.Example.org.")
    'pente.example.org'
    """
    name = text.strip().lower().removesuffix(".")
    if not is_host(name) or ":" in name:
        raise ValueError(
            f"{text!r} is not the name of a server; write it as pente.example.org, without a port"
        )
    return name


def is_host(text: str) -> bool:
    """Whether a text is a name or an address, perhaps with a port."""
    return len(text) <= _LONGEST_HOST and _HOST.fullmatch(text) is not None
