"""Limits on open and new connections, in total and per address."""

from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from pente_server.limits.limits import Allowance
from pente_server.limits.networks import parse_address
from pente_server.limits.token_bucket import TokenBuckets

HALF_OPEN: Final = 4
"""The sockets per connection that an address may have open: some have not finished their handshake."""


class ConnectionLimiter:
    """The open sockets and sessions by address. Mutable.

    Loopback addresses and those in exempt networks are exempt from all limits but the total.
    """

    def __init__(self, allowance: Allowance, *, is_behind_proxy: bool = False) -> None:
        self._allowance = allowance
        self._is_behind_proxy = is_behind_proxy
        self._sockets: Counter[str] = Counter()
        self._players: Counter[str] = Counter()
        self._opened = TokenBuckets(allowance.sockets, allowance.sockets_burst, monotonic)
        self._accounts = TokenBuckets(allowance.accounts, allowance.accounts_burst, monotonic)
        self._total = 0

    def address(self, peer: object, forwarded: Sequence[str] = ()) -> str:
        """The client's address: the socket's peer, or behind a proxy the last of the forwarded addresses.

        Earlier ones are ignored: the client can send anything, and only the last one is added by the proxy.
        """
        if self._is_behind_proxy and forwarded:
            return _network(forwarded[-1].rpartition(",")[2].strip())
        return _network(str(peer[0]) if isinstance(peer, tuple) and peer else "")

    @property
    def per_address(self) -> int:
        """How many connections one address may have."""
        return self._allowance.connections_per_address

    def is_exempt(self, address: str) -> bool:
        """Whether an address is exempt from the limits per address."""
        return _is_local(address) or parse_address(address) in self._allowance.exempt_networks

    def open_socket(self, address: str) -> bool:
        """Count a socket, unless there are too many; if True, `close_socket` must be called at its end."""
        if self._total >= self._allowance.connections:
            return False
        if not (self._is_behind_proxy or self.is_exempt(address)) and self._is_crowded(address):
            return False
        self._sockets[address] += 1
        self._total += 1
        return True

    def _is_crowded(self, address: str) -> bool:
        """Whether the address has too many open sockets, or opens them too fast."""
        limit = HALF_OPEN * self._allowance.connections_per_address
        return self._sockets[address] >= limit or self._opened.of(address).try_take() > 0

    def close_socket(self, address: str) -> None:
        _less(self._sockets, address)
        self._total -= 1

    def is_full_for(self, address: str) -> bool:
        """Whether the address has as many sessions as it may have."""
        return self._players[address] >= self._allowance.connections_per_address and not self.is_exempt(
            address
        )

    def begin_session(self, address: str) -> None:
        """Count a session; then `end_session` must be called once."""
        self._players[address] += 1

    def end_session(self, address: str) -> None:
        _less(self._players, address)

    def wait_for_account(self, address: str) -> float:
        """Count a new account and return 0; or return the seconds until the address may open one."""
        return 0.0 if self.is_exempt(address) else self._accounts.of(address).try_take()


def _less(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if not counter[address]:
        del counter[address]


def _network(address: str) -> str:
    """What counts as one address: for IPv6 the /64 network, as one household has a whole one.

    >>> _network("2001:db8:1:2:3::4"), _network("::ffff:192.0.2.1"), _network("192.0.2.1")
    ('2001:db8:1:2::', '192.0.2.1', '192.0.2.1')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return "?"
    if not isinstance(ip, IPv6Address) or ip.is_loopback:
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(IPv6Address(int(ip) >> 64 << 64))


def _is_local(address: str) -> bool:
    return address != "?" and ip_address(address).is_loopback
