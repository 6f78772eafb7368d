"""The options of `pente serve` for browsers: which web pages may use a server, and which names it has."""

import argparse
from typing import Final

from pente_server.net.http.site_names import parse_origin, parse_public_url, parse_server_name
from pente_server.settings.environment import Reader, Repeated, Switch, default_from, listed

ALLOW_ORIGIN: Final = "PENTE_ALLOW_ORIGIN"
SERVER_NAME: Final = "PENTE_SERVER_NAME"
NO_WEB: Final = "PENTE_NO_WEB"
PUBLIC_URL: Final = "PENTE_PUBLIC_URL"


def add_public_url(parser: argparse.ArgumentParser) -> None:
    """Add where others find the server."""
    parser.add_argument(
        "--public-url",
        metavar="URL",
        type=Reader(parse_public_url),
        default=default_from(PUBLIC_URL) or None,
        help="where others find this server, such as https://pente.example.org, for all links, QR codes and"
        " notifications (default: its address in the network, if it listens there without a trusted proxy)",
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for browsers."""
    group = parser.add_argument_group("browsers")
    group.add_argument(
        "--no-web",
        action=Switch,
        variable=NO_WEB,
        help="no page to watch and play in: browsers get the text that other programs get, which says what to"
        " type in a terminal; /api stays",
    )
    group.add_argument(
        "--allow-origin",
        dest="allowed_origins",
        metavar="ORIGIN",
        action=Repeated,
        type=listed(parse_origin),
        default=default_from(ALLOW_ORIGIN),
        help="let web pages from elsewhere use this server, such as those of https://club.example.org; may be"
        " given several times",
    )
    group.add_argument(
        "--server-name",
        dest="server_names",
        metavar="NAME",
        action=Repeated,
        type=listed(parse_server_name),
        default=default_from(SERVER_NAME),
        help="a name of this server for browsers in a private network without a reverse proxy, besides"
        " localhost, the name of this machine and its addresses; may be given several times",
    )
