"""The trusted proxies and the policy for browsers that the options of `pente serve` ask for."""

import argparse
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from pente_server.limits.networks import Networks, parse_address, parse_network
from pente_server.net.http.sites import SitePolicy

PRIVATE_NETWORKS: Final = tuple(
    map(
        parse_network,
        ("127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
    )
)
"""Loopback (RFC 1122, RFC 4291) and the networks for private use (RFC 1918, RFC 4193)."""


def trusted_proxies(args: argparse.Namespace) -> Networks:
    """The networks of the proxies whose forwarding headers are believed."""
    return Networks((*args.trusted_proxy, *(PRIVATE_NETWORKS if args.behind_proxy else ())))


def site_policy_from(args: argparse.Namespace) -> SitePolicy:
    """Which pages and names the options allow. Where it listens and is found are its names too."""
    public = [args.public_url] if args.public_url else []
    found = [urlsplit(url).hostname or "" for url in public]
    return SitePolicy(
        allowed_origins=frozenset((*args.allow_origin, *public)),
        server_names=frozenset((*args.server_name, *_names_in((*args.host, *found)))),
        public_url=args.public_url or "",
        trusted_proxies=trusted_proxies(args),
    )


def _names_in(hosts: Iterable[str]) -> Iterable[str]:
    return (host.lower() for host in hosts if parse_address(host) is None)
