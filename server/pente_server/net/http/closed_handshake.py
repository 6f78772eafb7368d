"""Handshakes that are refused by a close code: a WebSocket that is accepted and closed in one write.

A browser shows its page neither the status nor the body of a handshake that was refused, but the code and the
reason of a close frame. This costs the server no more than a refusal by HTTP: nothing is kept, and nothing
more is read.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as InvalidBase64
from hashlib import sha1
from struct import pack
from typing import Final

from pente_protocol.errors import CloseCode
from pente_protocol.forms import form_offered
from pente_server.net.http.request_head import RequestHead

LONGEST_REASON: Final = 123
"""Bytes of the longest reason: a control frame has at most 125, two of them for the code (RFC 6455, 5.5)."""
_GUID: Final = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""From RFC 6455, 1.3."""
_TOKEN: Final = re.compile(r"[\w!#$%&'*+.^`|~-]{1,100}", re.ASCII)
_CLOSE: Final = 0x88
_KEY_BYTES: Final = 16


def offered(head: RequestHead) -> tuple[str, ...]:
    """The subprotocols that a client offers, in its order; none if one of them is no name."""
    lines = head.headers.get_all("Sec-WebSocket-Protocol")
    names = tuple(name.strip(" \t") for line in lines for name in line.split(","))
    return names if all(map(_TOKEN.fullmatch, names)) else ()


def closed_handshake(head: RequestHead, code: CloseCode, reason: str) -> bytes | None:
    """The whole answer to a handshake: it is accepted, with a subprotocol that was offered, and closed.

    None if it is not a valid handshake (RFC 6455, 4.2.1), which can be refused by HTTP only.
    """
    key = ",".join(head.headers.get_all("Sec-WebSocket-Key"))
    versions = head.headers.get_all("Sec-WebSocket-Version")
    if not (_is_key(key) and versions == ["13"] and _upgrades(head)):
        return None
    names = offered(head)
    form = form_offered(names)
    chosen = form.subprotocol if form is not None else "".join(names[:1])
    lines = (
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Accept: {_accept(key)}",
        *((f"Sec-WebSocket-Protocol: {chosen}",) if chosen else ()),
    )
    return "\r\n".join((*lines, "", "")).encode() + _close_frame(code, reason)


def _upgrades(head: RequestHead) -> bool:
    options = ",".join(head.headers.get_all("Connection")).lower().split(",")
    return "upgrade" in map(str.strip, options)


def _is_key(text: str) -> bool:
    try:
        return len(b64decode(text, validate=True)) == _KEY_BYTES
    except (InvalidBase64, ValueError):
        return False


def _accept(key: str) -> str:
    return b64encode(sha1((key + _GUID).encode(), usedforsecurity=False).digest()).decode()


def _close_frame(code: CloseCode, reason: str) -> bytes:
    body = pack("!H", code) + reason.encode()[:LONGEST_REASON]
    return pack("!BB", _CLOSE, len(body)) + body
