"""Limits on connections: how many there may be, in all and from one address, and how many new ones."""

from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBuckets

HALF_OPEN: Final = 4
"""How many times as many sockets as connections an address may have: some are still shaking hands."""


class ConnectionLimiter:
    """Mutable: who is in, by address. This machine may do what it wants, within the limit for all."""

    def __init__(self, allowance: Allowance, *, is_behind_proxy: bool = False) -> None:
        self._allowance = allowance
        self._is_behind_proxy = is_behind_proxy
        self._sockets: Counter[str] = Counter()
        self._players: Counter[str] = Counter()
        self._opened = TokenBuckets(allowance.sockets, allowance.sockets_burst, monotonic)
        self._accounts = TokenBuckets(allowance.accounts, allowance.accounts_burst, monotonic)
        self._total = 0

    def address(self, peer: object, forwarded: Sequence[str] = ()) -> str:
        """Where somebody comes from: the peer of a socket, or who a proxy says in its headers.

        Only the last forwarded address counts, which the proxy itself has seen.
        """
        if self._is_behind_proxy and forwarded:
            return _network(forwarded[-1].rpartition(",")[2].strip())
        return _network(str(peer[0]) if isinstance(peer, tuple) and peer else "")

    def open_socket(self, address: str) -> bool:
        """Count a socket in, if there is room for it; then `close_socket` must be called."""
        if self._total >= self._allowance.connections:
            return False
        if not (self._is_behind_proxy or _is_local(address)) and self._is_crowded(address):
            return False
        self._sockets[address] += 1
        self._total += 1
        return True

    def _is_crowded(self, address: str) -> bool:
        """Whether too many come from there, at once or one after the other."""
        limit = HALF_OPEN * self._allowance.connections_per_address
        return self._sockets[address] >= limit or self._opened.of(address).try_take() > 0

    def close_socket(self, address: str) -> None:
        _less(self._sockets, address)
        self._total -= 1

    def is_full_for(self, address: str) -> bool:
        """Whether there are as many players from there as may be."""
        return self._players[address] >= self._allowance.connections_per_address and not _is_local(address)

    def begin_session(self, address: str) -> None:
        """Count a player in; then `end_session` must be called."""
        self._players[address] += 1

    def end_session(self, address: str) -> None:
        _less(self._players, address)

    def wait_for_account(self, address: str) -> float:
        """Count a new account; 0, or the seconds until there may be another one from there."""
        return 0.0 if _is_local(address) else self._accounts.of(address).try_take()


def _less(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if not counter[address]:
        del counter[address]


def _network(address: str) -> str:
    """What counts as one address: a household has a whole network of the newer kind.

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
