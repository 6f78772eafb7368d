"""What a browser shows that opens the address of a server: how to join from a terminal."""

from pente_core.identity import RoomId
from pente_protocol.join_codes import ROOM_PATH, JoinCode
from pente_server.limits.networks import parse_address
from pente_server.net.http.sites import Site

_PAGE = """This is a Pente server. You play from a terminal.

Install the client once, with Python 3.11 or newer:

    pipx install pente

Join an open game, or open one and wait for an opponent:

    pente play {server}

Watch the featured game:

    pente watch {server}
"""
_INVITED = """You are invited to a room of this Pente server. You play from a terminal.

Install the client once, with Python 3.11 or newer:

    pipx install pente

Join the game, or watch it if all seats are taken:

    pente join {what}
"""
_PASSWORD = """
The server asks for a password. Get it from its host.
"""
_INSECURE = """
Nothing is encrypted on the way to this server, which is what --insecure allows: use it only in a network that
you trust.
"""


def landing_page(site: Site, *, needs_password: bool) -> str:
    """The page for those who reached the server as a site."""
    return _with_notes(_PAGE.format(server=_server(site)), site, needs_password=needs_password)


def code_page(site: Site, code: JoinCode, *, needs_password: bool) -> str:
    """The page of a link with a room's code. It is the same whether there is such a room or not."""
    page = _INVITED.format(what=f"{code} {_server(site)}")
    return _with_notes(page, site, needs_password=needs_password)


def room_page(site: Site, room: RoomId, *, needs_password: bool) -> str:
    """The page of a link with a room's id; ``room`` has only letters, digits, - and _."""
    url, *option = _server(site).split(" ")
    page = _INVITED.format(what=" ".join((f"{url}{ROOM_PATH}{room}", *option)))
    return _with_notes(page, site, needs_password=needs_password)


def _with_notes(page: str, site: Site, *, needs_password: bool) -> str:
    return page + _PASSWORD * needs_password + _INSECURE * _is_exposed(site)


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
