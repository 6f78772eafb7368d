"""The headers in which reverse proxies say where a request came from, and what it asked for.

`Forwarded` and those that begin with `X-Forwarded` are read; all others only show that there is a proxy.

Anybody can send such a header, so every text is read without an error: what is no address is None.
"""

import re
from collections.abc import Iterator
from typing import Final

from websockets.datastructures import Headers

from pente_server.limits.networks import IpAddress, parse_address

FORWARDED: Final = "Forwarded"
X_FORWARDED_FOR: Final = "X-Forwarded-For"

_SIGN: Final = re.compile(
    r"""
    (?<![a-z0-9])
    (?: forward[a-z]* | via | [a-z]*proxy[a-z]* | original | real | remote | scheme | [a-z]*addr(ess)?
    | akamai | amzn? | appengine | arr | azure | cdn | cf | cloudfront | envoy | fastly | fly | nf | ngrok
    | tailscale | vercel | [a-z]*ip(v?[46])? | ip[a-z]+ )
    (?![a-z0-9])
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A word in the names of headers that proxies add, by what they say or whose they are, as in `X-Real-IP`,
`CF-Connecting-IP`, `True-Client-IP` and `CDN-Loop`. Rather too many: no other client sends one.
"""

_PARAMETERS: Final = {"proto": "X-Forwarded-Proto", "host": "X-Forwarded-Host"}
"""Parameters of `Forwarded`, and the headers that say the same."""

_PORT: Final = r"(?::(?:[0-9]{1,5}|_[\w.-]+))?"
_NODE: Final = re.compile(rf"(?:\[(?P<six>[^\]]+)\]|(?P<four>[0-9.]+)){_PORT}", re.ASCII)
"""RFC 7239, 6: an address, an IPv6 address in brackets, and an optional port, which may be obfuscated."""
_PAIR: Final = re.compile(
    r"""
    [ \t]*+ (?: (?P<name> [\w!#$%&'*+.^`|~-]+ ) =
               (?: "(?P<quoted> (?: [^"\\] | \\. )* )" | (?P<plain> [^\s",;=\\]+ ) ) )?
    [ \t]*+ (?P<end> [;,] | \Z )
    """,
    re.VERBOSE | re.ASCII,
)
"""RFC 7239, 4: a parameter, which may be missing, and what ends it. Addresses may lack their quotes.

Possessive (`*+`), or a line of spaces would take quadratic time.
"""


class _Malformed(ValueError):
    """A line is not a `Forwarded` header."""


def are_forwarded(headers: Headers) -> bool:
    """Whether a request has come through a proxy, as any of its headers shows.

    >>> are_forwarded(Headers({"CF-Connecting-IP": "192.0.2.1"})), are_forwarded(Headers({"Cookie": "a"}))
    (True, False)
    """
    return _SIGN.search(" ".join(headers)) is not None


def addresses_in(headers: Headers, name: str) -> tuple[IpAddress | None, ...]:
    """The addresses in all headers of a name, `FORWARDED` or `X_FORWARDED_FOR`: the nearest proxy's last.

    None stands for what is hidden, unknown or malformed.
    """
    read = _forwarded if name == FORWARDED else _x_forwarded_for
    return tuple(address for line in headers.get_all(name) for address in read(line))


def forwarded_scheme(headers: Headers) -> str:
    """The scheme that the client used, as the nearest proxy says: http or https; empty if it does not say."""
    said = _last(headers, "proto").lower()
    return {"ws": "http", "wss": "https"}.get(said, said if said in ("http", "https") else "")


def forwarded_host(headers: Headers) -> str:
    """The host that the client asked for, as the nearest proxy says; empty if it does not say."""
    return _last(headers, "host")


def _last(headers: Headers, parameter: str) -> str:
    """What the nearest proxy has written: the last value of a parameter, or of the header for it."""
    try:
        said = [text for line in headers.get_all(FORWARDED) for text in _values(line, parameter)]
    except _Malformed:
        said = []
    if not any(said):
        said = [
            text.strip(" \t") for line in headers.get_all(_PARAMETERS[parameter]) for text in line.split(",")
        ]
    return said[-1] if said else ""


def _x_forwarded_for(line: str) -> tuple[IpAddress | None, ...]:
    return tuple(parse_node(entry.strip(" \t")) for entry in line.split(","))


def _forwarded(line: str) -> tuple[IpAddress | None, ...]:
    """A malformed line is a single None: where in it an address was added can't be told."""
    try:
        return tuple(parse_node(node) for node in _values(line, "for"))
    except _Malformed:
        return (None,)


def _values(line: str, parameter: str) -> Iterator[str]:
    """A parameter of each element; empty where there is none. Raises _Malformed."""
    at, values = 0, list[str]()
    while True:
        pair = _PAIR.match(line, at)
        if pair is None:
            raise _Malformed
        if (pair["name"] or "").lower() == parameter:
            values.append(_value(pair))
        if pair["end"] != ";":
            if len(values) > 1:
                raise _Malformed
            yield "".join(values)
            values.clear()
        if not pair["end"]:
            return
        at = pair.end()


def _value(pair: re.Match[str]) -> str:
    return re.sub(r"\\(.)", r"\1", pair["quoted"]) if pair["plain"] is None else pair["plain"]


def parse_node(text: str) -> IpAddress | None:
    """The address of a proxy or client, without its port; None if it is hidden, unknown or malformed.

    >>> parse_node("192.0.2.1:443"), parse_node("[2001:db8::1]:_x"), parse_node("2001:db8::1")
    (IPv4Address('192.0.2.1'), IPv6Address('2001:db8::1'), IPv6Address('2001:db8::1'))
    >>> parse_node("unknown"), parse_node("_hidden")
    (None, None)
    """
    node = _NODE.fullmatch(text)
    if node is None:
        return parse_address(text) if ":" in text else None
    if node["six"] is not None:
        return parse_address(node["six"]) if ":" in node["six"] else None
    return parse_address(node["four"])
