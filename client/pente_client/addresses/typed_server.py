"""A server as a person types or pastes it: an address, a host alone, or a link to a room."""

import re
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from pente_core.identity import RoomId
from pente_protocol.address import Address, BadAddress, parse_address
from pente_protocol.join_codes import parse_join_code
from pente_protocol.login.fingerprints import read_fragment
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

USUAL_PORT: Final = 8765
"""Where a server listens that has no proxy in front of it."""
_SCHEMES: Final = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
_LOCAL_ENDINGS: Final = (".local", ".lan", ".home.arpa", ".internal")
_LINK: Final = re.compile(r"(?P<base>.*?)/(?P<kind>[rj])/(?P<what>[A-Za-z0-9_ -]{6,40})/?", re.IGNORECASE)
_HOST: Final = re.compile(
    r"[A-Za-z0-9._-]+(:\d{1,5})?|\[?[0-9A-Fa-f:]*:[0-9A-Fa-f:]*[0-9A-Fa-f]*\]?(:\d{1,5})?"
)


@dataclass(frozen=True, slots=True)
class TypedServer:
    """Where a server may be, and what is meant there."""

    addresses: tuple[Address, ...]
    """To be tried in this order; there is at least one."""
    room: RoomId | None = None
    """The room of a link that has its id."""
    code: str | None = None
    """The code of a link that has one, as it was typed."""
    fingerprint: str = ""
    """That of the server which is meant; empty: it is not said."""

    @property
    def host(self) -> str:
        """The host that was named."""
        return self.addresses[0].host


def parse_server(text: str) -> TypedServer:
    """Read what somebody types for a server.

    >>> [str(address) for address in parse_server("192.168.1.5").addresses]
    ['wss://192.168.1.5', 'ws://192.168.1.5:8765']
    >>> parse_server("https://example.org/j/k7m2qx").code
    'k7m2qx'
    >>> parse_server("example.org#B5XCQ2TZP4GKMN7A").fingerprint
    'b5xcq2tzp4gkmn7a'

    A host alone is tried with encryption. It is tried without only if it is on this machine or in a private
    network, and even then a person has to allow that. Raises BadAddress.
    """
    typed, _, fragment = text.strip().partition("#")
    return replace(_parsed(typed, text), fingerprint=_fingerprint(fragment))


def split_fingerprint(text: str) -> tuple[str, str]:
    """A text for a server without the fingerprint that stands at its end, and that. Raises BadAddress."""
    server, _, fragment = text.strip().partition("#")
    return server, _fingerprint(fragment)


def _fingerprint(fragment: str) -> str:
    """Raises BadAddress."""
    found = read_fragment(fragment)
    if found is None:
        told = clean(fragment, 60)
        raise BadAddress(tell("reach.behind-the-is-no-fingerprint", told=repr(told)))
    return found


def _parsed(typed: str, text: str) -> TypedServer:
    scheme, has_scheme, rest = typed.partition("://")
    if not has_scheme:
        return _bare(typed)
    if scheme.lower() not in _SCHEMES:
        raise _bad(text)
    base, room, code = _split(rest, text)
    return TypedServer((parse_address(f"{_SCHEMES[scheme.lower()]}://{base}"),), room, code)


def looks_like_server(text: str) -> bool:
    """Whether a word of a command line can only be meant as a server, and as no command.

    >>> [
    ...     looks_like_server(text)
    ...     for text in ("example.org", "localhost", "mybox:8765", "wss://a/r/b", "play")
    ... ]
    [True, True, True, True, False]
    """
    if text.startswith("-"):
        return False
    host = text.partition("#")[0].partition("/")[0]
    return "://" in text or host == "localhost" or "." in host.strip(".") or ":" in host


def names_room(text: str) -> bool:
    """Whether a text is a link to a room.

    >>> names_room("https://example.org/j/K7M2QX"), names_room("https://example.org")
    (True, False)
    """
    link = text.strip().partition("#")[0]
    return _LINK.fullmatch(link.partition("://")[2] or link) is not None


def is_private(host: str) -> bool:
    """Whether a host is on this machine, or in a network that is not the internet, as far as its name tells.

    >>> [
    ...     is_private(host)
    ...     for host in ("localhost", "10.0.0.1", "mybox", "mybox.lan", "8.8.8.8", "example.org")
    ... ]
    [True, True, True, True, False, False]
    """
    try:
        ip = ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_LOCAL_ENDINGS)
    return ip.is_private or ip.is_loopback or ip.is_link_local


def _bare(typed: str) -> TypedServer:
    """A host, perhaps with a port and a path."""
    base, room, code = _split(typed, typed)
    host, _, path = base.partition("/")
    if host.count(":") > 1 and not host.startswith("["):
        host = f"[{host}]"
    if not _HOST.fullmatch(host):
        raise _bad(typed)
    where = f"{host}/{path}"
    secure = parse_address(f"wss://{where}")
    if not is_private(secure.host):
        return TypedServer((secure,), room, code)
    has_port = urlsplit(f"//{host}").port is not None
    plain = parse_address(f"ws://{where}" if has_port else f"ws://{host}:{USUAL_PORT}/{path}")
    return TypedServer((secure, plain), room, code)


def _split(rest: str, text: str) -> tuple[str, RoomId | None, str | None]:
    """What stands before a link's path to a room, and that room's id or code."""
    link = _LINK.fullmatch(rest)
    if link is None:
        return rest, None, None
    base, kind, what = link["base"], link["kind"].lower(), link["what"]
    if kind == "r":
        return base, RoomId(what), None
    if parse_join_code(what) is None:
        raise BadAddress(tell("reach.has-no-join-code-like", text=repr(clean(text, 60))))
    return base, None, what


def _bad(text: str) -> BadAddress:
    return BadAddress(tell("reach.is-no-address-of-a", text=repr(clean(text, 60))))
