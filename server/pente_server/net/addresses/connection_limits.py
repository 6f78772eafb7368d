"""Limits on open and new connections, in total and per address."""

from collections import Counter
from time import monotonic
from typing import Final

from websockets.datastructures import Headers

from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.net.addresses.client_address import ClientAddress, ClientAddresses

HALF_OPEN: Final = 4
"""The sockets per connection that an address may have open: some have not finished their handshake."""


class ConnectionLimiter:
    """The open sockets and sessions by address. Mutable.

    Clients on this machine and in exempt networks are exempt from all limits but the total. Sockets are
    limited before their handshake, which costs more than most requests; those of proxies by the address that
    the handshake tells.
    """

    def __init__(self, allowance: Allowance, trusted_proxies: Networks | None = None) -> None:
        self._allowance = allowance
        self._addresses = ClientAddresses(trusted_proxies or Networks())
        self._sockets: Counter[str] = Counter()
        self._players: Counter[str] = Counter()
        self._opened = TokenBuckets(allowance.sockets, allowance.sockets_burst, monotonic)
        self._accounts = TokenBuckets(allowance.accounts, allowance.accounts_burst, monotonic)
        self._total = 0

    def address(self, peer: object, headers: Headers | None = None) -> ClientAddress:
        """The client's address: as far as the socket tells, or with the headers of its handshake."""
        if headers is None:
            return self._addresses.of_socket(peer)
        return self._addresses.of_handshake(peer, headers)

    def without_proxies(self) -> "ConnectionLimiter":
        """New limits for a socket that no proxy connects to."""
        return ConnectionLimiter(self._allowance)

    @property
    def per_address(self) -> int:
        """How many connections one address may have."""
        return self._allowance.connections_per_address

    def is_exempt(self, address: ClientAddress) -> bool:
        """Whether an address is exempt from the limits per address."""
        return address.is_local or address.ip in self._allowance.exempt_networks

    def open_socket(self, address: ClientAddress) -> bool:
        """Count a socket, unless there are too many; if True, `close_socket` must be called at its end."""
        if self._total >= self._allowance.connections:
            return False
        if self._is_settled(address) and self._is_crowded(address.bucket):
            return False
        self._sockets[address.bucket] += 1
        self._total += 1
        return True

    def _is_settled(self, socket: ClientAddress) -> bool:
        """Whether a socket can be limited before its handshake, which may tell another address."""
        return not (socket.is_provisional or self.is_exempt(socket))

    def _is_crowded(self, bucket: str) -> bool:
        """Whether an address has too many open sockets, or opens them too fast."""
        limit = HALF_OPEN * self._allowance.connections_per_address
        return self._sockets[bucket] >= limit or self._opened.of(bucket).try_take() > 0

    def close_socket(self, address: ClientAddress) -> None:
        _less(self._sockets, address.bucket)
        self._total -= 1

    def is_full_for(self, address: ClientAddress) -> bool:
        """Whether the address has as many sessions as it may have."""
        is_full = self._players[address.bucket] >= self._allowance.connections_per_address
        return is_full and not self.is_exempt(address)

    def is_too_fast(self, socket: ClientAddress, address: ClientAddress) -> bool:
        """Whether the address opens sockets too fast, if this one was not limited before its handshake."""
        if self._is_settled(socket) or self.is_exempt(address):
            return False
        return self._opened.of(address.bucket).try_take() > 0

    def begin_session(self, address: ClientAddress) -> None:
        """Count a session; then `end_session` must be called once."""
        self._players[address.bucket] += 1

    def end_session(self, address: ClientAddress) -> None:
        _less(self._players, address.bucket)

    def wait_for_account(self, address: ClientAddress) -> float:
        """Count a new account and return 0; or return the seconds until the address may open one."""
        return 0.0 if self.is_exempt(address) else self._accounts.of(address.bucket).try_take()


def _less(counter: Counter[str], bucket: str) -> None:
    counter[bucket] -= 1
    if not counter[bucket]:
        del counter[bucket]
