"""The options of `pente serve` for browsers: which web pages may use a server, and which names it has."""

import argparse
from collections.abc import Iterable
from typing import Final

from pente_server.limits.networks import Networks, parse_address
from pente_server.net.http.sites import SitePolicy, parse_origin, parse_server_name
from pente_server.settings.environment import Repeated, default_from, listed

ALLOW_ORIGIN: Final = "PENTE_ALLOW_ORIGIN"
SERVER_NAME: Final = "PENTE_SERVER_NAME"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for browsers."""
    group = parser.add_argument_group("browsers")
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


def site_policy_from(args: argparse.Namespace, trusted_proxies: Networks) -> SitePolicy:
    """Which pages and names the options allow. A name that the server listens at is one of its names."""
    return SitePolicy(
        allowed_origins=frozenset(args.allowed_origins),
        server_names=frozenset((*args.server_names, *_names_in(args.hosts))),
        trusted_proxies=trusted_proxies,
    )


def _names_in(hosts: Iterable[str]) -> Iterable[str]:
    return (host.lower() for host in hosts if parse_address(host) is None)
