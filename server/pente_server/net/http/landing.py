"""What programs that show no HTML get at the addresses of the page: what to type in a terminal."""

import re
from typing import Final

from pente_protocol.join_codes import ROOM_PATH, parse_join_code
from pente_server.limits.networks import parse_address
from pente_server.net.http.sites import Site

_SERVER: Final = """This is a Pente server. {how}

{install}
Join an open game, or open one and wait for an opponent:

    pente play {what}

Watch the featured game:

    pente watch {what}
"""
_ROOM: Final = """You are invited to a room of this Pente server. {how}

{install}
Join the game, or watch it if all seats are taken:

    pente join {what}
"""
_FRAME: Final = """This is a game on this Pente server, for the pages of others. {how}

{install}
Watch it:

    pente watch {what}
"""
_GAME: Final = """This is a game on this Pente server. {how}

{install}
Show it:

    pente games show {what}
"""
_PLAYER: Final = """This is a player of this Pente server. {how}

{install}
Show their ratings and results:

    pente profile {what}
"""
_INSTALL: Final = """Install the client once, with Python 3.11 or newer:

    pipx install pente
"""
_BROWSER: Final = "Open this address in a browser, or use a terminal."
_TERMINAL: Final = "It is used from a terminal."
_PASSWORD: Final = """
The server asks for a password. Get it from its host.
"""
_INSECURE: Final = """
Nothing is encrypted on the way to this server, which is what --insecure allows: use it only in a network that
you trust.
"""
_PATH: Final = re.compile("/(?P<kind>[jrgu]|embed)/(?P<which>[^/]+)", re.IGNORECASE)
_ID: Final = re.compile("[A-Za-z0-9_-]{8,40}")
_NAME: Final = re.compile("[A-Za-z0-9_][A-Za-z0-9_-]{1,39}")


def text_page(site: Site, path: str, *, needs_password: bool, has_page: bool) -> str | None:
    """The text at a decoded path, for those who reached the server as a site; None if there is none.

    It is the same whether there is such a room, game or player or not. ``has_page``: whether browsers get the
    page there.
    """
    page = _page(path, *_server(site).split(" "))
    if page is None:
        return None
    text, what = page
    text = text.format(how=_BROWSER if has_page else _TERMINAL, install=_INSTALL, what=what)
    return text + _PASSWORD * needs_password + _INSECURE * _is_exposed(site)


def _page(path: str, url: str, *option: str) -> tuple[str, str] | None:
    """The text at a path, and what its commands are about: of the path, only what is safe to type."""
    match = _PATH.fullmatch(path)
    kind, which = (match["kind"].lower(), match["which"]) if match else ("", "")
    if path == "/":
        return _SERVER, " ".join((url, *option))
    if kind == "j" and (code := parse_join_code(which)):
        return _ROOM, " ".join((code, url, *option))
    if kind in ("r", "embed") and _ID.fullmatch(which):
        return (_ROOM if kind == "r" else _FRAME), " ".join((f"{url}{ROOM_PATH}{which}", *option))
    if kind == "g" and _ID.fullmatch(which):
        return _GAME, " ".join((which, url, *option))
    if kind == "u" and _NAME.fullmatch(which):
        return _PLAYER, " ".join((which, "--server", url, *option))
    return None


def _server(site: Site) -> str:
    """What to type for the server."""
    url = f"{'wss' if site.scheme == 'https' else 'ws'}://{site.host or 'HOST'}"
    return f"{url} --insecure" if _is_exposed(site) else url


def _is_exposed(site: Site) -> bool:
    """Whether others can read what clients of this site send."""
    return site.scheme != "https" and not _is_loopback(site.name)


def _is_loopback(name: str) -> bool:
    """Whether the client takes a name for its own machine."""
    ip = parse_address(name)
    return name == "localhost" or (ip is not None and ip.is_loopback)
