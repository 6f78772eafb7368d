"""The head of an HTTP/1 request: its first line and its headers, read strictly (RFC 9112).

What two programs could read in two ways is no request here, so that a proxy in front of the server and the
parsers behind the front door see the same one. A request has no body: nothing follows its head.
"""

import re
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from websockets.datastructures import Headers

from pente_server.net.http.refusals import HttpRefusal
from pente_server.net.http.site_names import is_host

HEAD_BYTES: Final = 8192
"""The longest head, with the blank line at its end."""
MOST_HEADERS: Final = 100
METHODS: Final = ("GET", "HEAD")
API: Final = "/api/"
"""Where the pages of others may read too; their browsers ask first whether they may, with OPTIONS."""

_END: Final = b"\r\n\r\n"
_NEVER: Final = re.compile(rb"[^\t\r\n\x20-\x7e\x80-\xff]|(?<!\r)\n|\r(?!\n|\Z)")
"""A control character, a line feed alone or a carriage return alone."""
_TOKEN: Final = r"[\w!#$%&'*+.^`|~-]+"
_FIRST: Final = re.compile(
    rf"(?P<method>{_TOKEN}) (?P<target>[\x21-\x7e]+) HTTP/(?P<version>\d\.\d)", re.ASCII
)
_NAME: Final = re.compile(_TOKEN, re.ASCII)
_ONCE: Final = frozenset({"content-length", "host", "origin", "transfer-encoding"})
"""Headers of which two could contradict each other."""


class InvalidRequest(Exception):
    """A request that this server does not take, whatever it is for."""

    def __init__(self, refusal: HttpRefusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class RequestHead:
    """The head of a request for something that this server may have."""

    method: str
    target: str
    """A path and perhaps a query, as it was sent."""
    version: str
    """1.0 or 1.1."""
    headers: Headers

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    @property
    def is_for_api(self) -> bool:
        """Whether it asks for something that web pages of others may read."""
        return is_for_api(self.target) and not self.is_handshake

    @property
    def host(self) -> str:
        """The host, perhaps with a port, that the client asks for; empty if HTTP/1.0 does not say."""
        return self.headers.get("Host", "")

    @property
    def is_handshake(self) -> bool:
        """Whether it asks for a WebSocket; whether it does so in a valid way is for the WebSocket to say.

        HTTP/1.0 has no upgrades (RFC 9110, 7.8).
        """
        offers = ",".join(self.headers.get_all("Upgrade")).lower().split(",")
        return self.method == "GET" and self.version == "1.1" and "websocket" in map(str.strip, offers)


class HeadReader:
    """Finds the head at the start of what a peer sends, however it is cut. Mutable."""

    def __init__(self) -> None:
        self.received = bytearray()
        """All data so far, with what may follow the head."""

    @property
    def begun(self) -> tuple[str, str]:
        """The method and the target of a request that may be incomplete or invalid; empty if it has none."""
        method, _, rest = self.received[:HEAD_BYTES].decode("latin-1").partition(" ")
        return method, re.split("[ \r\n]", rest, maxsplit=1)[0]

    def receive(self, data: bytes) -> RequestHead | None:
        """The head; None while it is incomplete. Raises InvalidRequest."""
        before = max(0, len(self.received) - len(_END))
        self.received += data
        end = self.received.find(_END, before, HEAD_BYTES)
        if _NEVER.search(self.received, before, HEAD_BYTES if end < 0 else end + 2):
            raise _malformed("it has a control character, or a line that does not end with CR LF")
        if end >= 0:
            return _head(self.received[:end].decode("latin-1").split("\r\n"))
        if len(self.received) >= HEAD_BYTES:
            raise _too_large(f"{HEAD_BYTES} bytes")
        return None


def _head(lines: list[str]) -> RequestHead:
    first = _FIRST.fullmatch(lines[0])
    if first is None:
        raise _malformed("its first line is not one of HTTP")
    _check_version(first["version"])
    _check_method(first["method"], first["target"])
    if not first["target"].startswith("/"):
        raise _malformed("its target is not a path")
    headers = _headers(lines[1:])
    _check_body(headers)
    _check_host(headers, first["version"])
    return RequestHead(first["method"], first["target"], first["version"], headers)


def _check_version(version: str) -> None:
    if version not in ("1.0", "1.1"):
        text = "This server speaks HTTP/1.1."
        raise InvalidRequest(HttpRefusal(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED, text, "version"))


def _check_method(method: str, target: str) -> None:
    methods = (*METHODS, "OPTIONS") if is_for_api(target) else METHODS
    if method not in methods:
        text = f"This server takes {' and '.join(METHODS)} requests only."
        allow = ("Allow", ", ".join(methods))
        raise InvalidRequest(HttpRefusal(HTTPStatus.METHOD_NOT_ALLOWED, text, "method", (allow,)))


def is_for_api(target: str) -> bool:
    """Whether a target is a resource of the read side."""
    return f"{target.partition('?')[0]}/".startswith(API)


def _headers(lines: list[str]) -> Headers:
    """The headers of a request. Raises InvalidRequest."""
    if len(lines) > MOST_HEADERS:
        raise _too_large(f"{MOST_HEADERS} headers")
    headers = Headers(_header(line) for line in lines)
    counts = Counter(name.lower() for name, _ in headers.raw_items())
    twice = [name for name in _ONCE if counts[name] > 1]
    if twice:
        raise _malformed(f"it has the header {twice[0]} twice")
    return headers


def _header(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not (colon and _NAME.fullmatch(name)):
        raise _malformed("one of its headers has no name, a space in its name, or goes on in the next line")
    return name, value.strip(" \t")


def _check_body(headers: Headers) -> None:
    length = headers.get("Content-Length", "0")
    if not (length.isascii() and length.isdigit()):
        raise _malformed("its Content-Length is no number")
    if "Transfer-Encoding" in headers or length.strip("0"):
        text = "This server takes no request with a body."
        raise InvalidRequest(HttpRefusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, text, "body"))


def _check_host(headers: Headers, version: str) -> None:
    host = headers.get("Host", "")
    if (host or version != "1.0") and not is_host(host):
        raise _malformed("its Host header is missing, or is no host")


def _malformed(text: str) -> InvalidRequest:
    """The error for what is not an HTTP request."""
    sentence = f"This is not a valid HTTP request: {text}."
    return InvalidRequest(HttpRefusal(HTTPStatus.BAD_REQUEST, sentence, "malformed"))


def _too_large(most: str) -> InvalidRequest:
    text = f"The headers of this request are too large; this server takes {most}."
    return InvalidRequest(HttpRefusal(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, text, "head-too-large"))
