"""Limits on open and new connections, in total and per address."""

from collections import Counter
from copy import copy
from time import monotonic
from typing import Final

from websockets.datastructures import Headers

from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.net.addresses.client_address import ClientAddress, ClientAddresses

TOLD_FULL: Final = 32
"""The sockets above the total whose handshakes are read, so that their clients learn that the server is full.
They are of the files that the process keeps for itself.
"""
HALF_OPEN: Final = 8
"""The sockets per connection that an address may have open: some have not finished their handshake, and a
browser opens six for the files of a page.
"""
COST_OF_FILE: Final = 0.05
"""What a file of the page counts, in requests: there are dozens to a page, and each comes out of memory."""


class ConnectionLimiter:
    """The open sockets and sessions by address. Mutable.

    Clients on this machine and in exempt networks are exempt from all limits but the total. How many sockets
    an address has open is limited before anything is read. How fast it opens them is limited when the head of
    their request says what they are for: players and other requests have limits of their own.
    """

    def __init__(self, allowance: Allowance, trusted_proxies: Networks | None = None) -> None:
        self._allowance = allowance
        self._addresses = ClientAddresses(trusted_proxies or Networks())
        self._sockets: Counter[str] = Counter()
        self._players: Counter[str] = Counter()
        self._opened = TokenBuckets(*allowance.new_connections, monotonic)
        self._requests = TokenBuckets(*allowance.http_requests, monotonic)
        self._accounts = TokenBuckets(*allowance.accounts, monotonic)
        self._total = _Total()

    @property
    def open_sockets(self) -> int:
        """How many sockets are open, at all addresses."""
        return self._total.open_sockets

    def address(self, peer: object, headers: Headers | None = None) -> ClientAddress:
        """The client's address: as far as the socket tells, or with the headers of its handshake."""
        if headers is None:
            return self._addresses.of_socket(peer)
        return self._addresses.of_handshake(peer, headers)

    def address_for_page(self, peer: object, headers: Headers) -> ClientAddress:
        """The address of a client that asks for a page, by the headers of its request."""
        return self._addresses.of_page_request(peer, headers)

    def without_proxies(self) -> "ConnectionLimiter":
        """New limits for a socket that no proxy connects to."""
        return ConnectionLimiter(self._allowance)

    def for_gateways(self, networks: Networks) -> "ConnectionLimiter":
        """The same limits, with what they have counted, for a socket that only gateways in networks use."""
        same = copy(self)
        same._addresses = ClientAddresses(networks)  # noqa: SLF001 -- of this class
        return same

    @property
    def most(self) -> int:
        """How many connections there may be in total."""
        return self._allowance.connections

    @property
    def per_address(self) -> int:
        """How many connections one address may have."""
        return self._allowance.connections_per_address

    def is_exempt(self, address: ClientAddress) -> bool:
        """Whether an address is exempt from the limits per address."""
        return address.is_local or address.ip in self._allowance.exempt_network

    def open_socket(self, address: ClientAddress) -> "OpenSocket | None":
        """Count a socket, unless there are too many; None if there are. It must be closed at its end.

        A few may be open above the total: their clients are told that the server is full.
        """
        excess = self._total.open_sockets - self._allowance.connections
        if excess >= TOLD_FULL:
            return None
        if self._is_settled(address) and self._is_crowded(address.bucket):
            return None
        self._sockets[address.bucket] += 1
        self._total.open_sockets += 1
        return OpenSocket(self, address, is_one_too_many=excess >= 0)

    def _is_settled(self, socket: ClientAddress) -> bool:
        """Whether a socket can be limited before its request, which may tell another address."""
        return not (socket.is_provisional or self.is_exempt(socket))

    def _is_crowded(self, bucket: str) -> bool:
        return self._sockets[bucket] >= HALF_OPEN * self._allowance.connections_per_address

    def close_socket(self, address: ClientAddress) -> None:
        """Count a socket no longer; called by `OpenSocket`."""
        _less(self._sockets, address.bucket)
        self._total.open_sockets -= 1

    def is_full_for(self, address: ClientAddress) -> bool:
        """Whether the address has as many sessions as it may have."""
        is_full = self._players[address.bucket] >= self._allowance.connections_per_address
        return is_full and not self.is_exempt(address)

    def is_too_fast(self, address: ClientAddress) -> bool:
        """Count a WebSocket handshake, and say whether the address sends them too fast."""
        return not self.is_exempt(address) and self._opened.of(address.bucket).try_take() > 0

    def is_asking_too_fast(self, address: ClientAddress, cost: float = 1.0) -> bool:
        """Count a request that is no handshake, and say whether the address sends them too fast."""
        return not self.is_exempt(address) and self._requests.of(address.bucket).try_take(cost) > 0

    def begin_session(self, address: ClientAddress) -> None:
        """Count a connection of a player; then `end_session` must be called once."""
        self._players[address.bucket] += 1

    def end_session(self, address: ClientAddress) -> None:
        _less(self._players, address.bucket)

    def wait_for_account(self, address: ClientAddress) -> float:
        """Count a new account and return 0; or return the seconds until the address may open one."""
        return 0.0 if self.is_exempt(address) else self._accounts.of(address.bucket).try_take()


class _Total:
    """What limiters count together. Mutable."""

    open_sockets = 0


class OpenSocket:
    """A socket as the limits count it, from its beginning to its end. Mutable."""

    def __init__(
        self, limits: ConnectionLimiter, address: ClientAddress, *, is_one_too_many: bool = False
    ) -> None:
        """``is_one_too_many``: whether it was opened above the total, so that no player may use it."""
        self.limits = limits
        self.is_one_too_many = is_one_too_many
        self._address = address
        self._is_closed = False

    def close(self) -> None:
        """Count the socket no longer. Further calls have no effect."""
        if not self._is_closed:
            self._is_closed = True
            self.limits.close_socket(self._address)


def _less(counter: Counter[str], bucket: str) -> None:
    counter[bucket] -= 1
    if not counter[bucket]:
        del counter[bucket]
