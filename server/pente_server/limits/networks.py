"""Networks of IP addresses, as hosts write them in options."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

IpAddress: TypeAlias = IPv4Address | IPv6Address
IpNetwork: TypeAlias = IPv4Network | IPv6Network


class InvalidNetwork(ValueError):
    """A text is not a network; the message is one sentence that says what to write."""


def parse_network(text: str) -> IpNetwork:
    """A network in CIDR notation; an address alone is a network of one. Raises InvalidNetwork.

    >>> parse_network("192.168.1.0/24"), parse_network("::1")
    (IPv4Network('192.168.1.0/24'), IPv6Network('::1/128'))
    """
    try:
        return _network(text)
    except ValueError:
        raise InvalidNetwork(f"{text!r} is not a network; {_remedy(text)}") from None


def _network(text: str, *, strict: bool = True) -> IpNetwork:
    return ip_network(text.strip().replace("%", " "), strict=strict)  # a network has no zone


def _remedy(text: str) -> str:
    try:
        return f"the network of that address is {_network(text, strict=False)}"
    except ValueError:
        return "write it as 192.168.1.0/24, fd00::/8 or a single address"


def parse_address(text: str) -> IpAddress | None:
    """An IP address without its zone, or None for anything else. IPv4 addresses may be mapped to IPv6.

    >>> parse_address("fe80::1%eth0"), parse_address("::ffff:192.0.2.1"), parse_address("example.org")
    (IPv6Address('fe80::1'), IPv4Address('192.0.2.1'), None)
    """
    try:
        return _unmapped(ip_address(text.partition("%")[0]))
    except ValueError:
        return None


def _unmapped(ip: IpAddress) -> IpAddress:
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip


class Networks:
    """A set of networks, to ask whether an address is in one of them. Immutable."""

    def __init__(self, networks: Iterable[IpNetwork] = ()) -> None:
        self._networks = tuple(networks)

    def __contains__(self, address: IpAddress | None) -> bool:
        """Whether an address is in one of the networks; None, an unknown address, is in none."""
        if address is None:
            return False
        forms = {address, _unmapped(address)}  # an address is in no network of the other version
        return any(ip in network for network in self._networks for ip in forms)

    def __str__(self) -> str:
        return ", ".join(map(str, self._networks))
