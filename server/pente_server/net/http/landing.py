"""What a browser shows that opens the address of a server: how to join from a terminal."""

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
_PASSWORD = """
The server asks for a password. Get it from its host.
"""
_INSECURE = """
Nothing is encrypted on the way to this server, which is what --insecure allows: use it only in a network that
you trust.
"""


def landing_page(site: Site, *, needs_password: bool) -> str:
    """The page for those who reached the server as a site."""
    url = f"{'wss' if site.scheme == 'https' else 'ws'}://{site.host or 'HOST'}"
    is_exposed = site.scheme != "https" and not _is_loopback(site.name)
    page = _PAGE.format(server=f"{url} --insecure" if is_exposed else url)
    return page + _PASSWORD * needs_password + _INSECURE * is_exposed


def _is_loopback(name: str) -> bool:
    """Whether the client takes a name for its own machine."""
    ip = parse_address(name)
    return name == "localhost" or (ip is not None and ip.is_loopback)
