"""The policy for browsers that the options of `pente serve` ask for."""

import argparse
from collections.abc import Iterable
from urllib.parse import urlsplit

from pente_server.limits.networks import Networks, parse_address
from pente_server.net.http.sites import SitePolicy


def site_policy_from(args: argparse.Namespace, trusted_proxies: Networks) -> SitePolicy:
    """Which pages and names the options allow. Where it listens and is found are its names too."""
    public = [args.public_url] if args.public_url else []
    found = [urlsplit(url).hostname or "" for url in public]
    return SitePolicy(
        allowed_origins=frozenset((*args.allowed_origins, *public)),
        server_names=frozenset((*args.server_names, *_names_in((*args.hosts, *found)))),
        public_url=args.public_url or "",
        trusted_proxies=trusted_proxies,
    )


def _names_in(hosts: Iterable[str]) -> Iterable[str]:
    return (host.lower() for host in hosts if parse_address(host) is None)
