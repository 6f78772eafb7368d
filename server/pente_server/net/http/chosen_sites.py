"""The policy for browsers that the options of `pente serve` ask for."""

import argparse
from collections.abc import Iterable

from pente_server.limits.networks import Networks, parse_address
from pente_server.net.http.sites import SitePolicy


def site_policy_from(args: argparse.Namespace, trusted_proxies: Networks) -> SitePolicy:
    """Which pages and names the options allow. A name that the server listens at is one of its names."""
    return SitePolicy(
        allowed_origins=frozenset(args.allowed_origins),
        server_names=frozenset((*args.server_names, *_names_in(args.hosts))),
        trusted_proxies=trusted_proxies,
    )


def _names_in(hosts: Iterable[str]) -> Iterable[str]:
    return (host.lower() for host in hosts if parse_address(host) is None)
