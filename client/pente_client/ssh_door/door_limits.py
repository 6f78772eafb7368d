"""How many people may be at the door, in total and from one address, and how fast they may come."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

RATE: Final = 0.5
"""Connections a second from one address, once it has used up its burst: each costs a key exchange."""
BURST: Final = 20.0
_SWEPT_AT: Final = 4096
"""Addresses that are remembered before those that have been quiet are forgotten."""


@dataclass(frozen=True, slots=True)
class DoorLimits:
    """What the host allows."""

    sessions: int = 100
    """Connections at once, whether they have signed in or not."""
    per_address: int = 8
    """Connections at once from one address, or from one IPv6 network of a household (/64)."""
    idle: float = 3600.0
    """Seconds without a key after which a session is ended; watching may take as long as it likes."""
    login: float = 30.0
    """Seconds to sign in."""


class DoorCounter:
    """Counts connections by address. Mutable."""

    def __init__(self, limits: DoorLimits, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds, and never goes back."""
        self._limits = limits
        self._clock = clock
        self._open: Counter[str] = Counter()
        self._spent: dict[str, tuple[float, float]] = {}
        """By address: how many connections of its burst were used, and when that was."""

    @property
    def count(self) -> int:
        """How many connections are open."""
        return self._open.total()

    def enter(self, address: str) -> bool:
        """Count a connection that is opened, if there is room; then `leave` must be called once."""
        bucket = bucket_of(address)
        is_full = self.count >= self._limits.sessions or self._open[bucket] >= self._limits.per_address
        if self._is_too_fast(bucket) or is_full:
            return False
        self._open[bucket] += 1
        return True

    def leave(self, address: str) -> None:
        bucket = bucket_of(address)
        self._open[bucket] -= 1
        if self._open[bucket] <= 0:
            del self._open[bucket]

    def _is_too_fast(self, bucket: str) -> bool:
        now = self._clock()
        if len(self._spent) >= _SWEPT_AT:
            self._spent = {one: left for one in self._spent if (left := self._left(one, now))[0] > 0}
        used, _ = self._left(bucket, now)
        self._spent[bucket] = (min(used + 1, BURST + 1), now)
        return used + 1 > BURST

    def _left(self, bucket: str, now: float) -> tuple[float, float]:
        used, at = self._spent.get(bucket, (0.0, now))
        return max(0.0, used - (now - at) * RATE), now


def bucket_of(address: str) -> str:
    """What counts as one address: for IPv6 the /64 network, as one household has a whole one.

    >>> bucket_of("192.0.2.1"), bucket_of("2001:db8:1:2:3::4"), bucket_of("::ffff:192.0.2.1"), bucket_of("")
    ('192.0.2.1', '2001:db8:1:2::', '192.0.2.1', '')
    """
    plain = plain_address(address)
    if ":" not in plain:
        return plain
    return str(IPv6Address(int(IPv6Address(plain)) >> 64 << 64))


def plain_address(address: str) -> str:
    """An address as it is written in a header: without a zone, IPv4 as such; empty if it is none.

    >>> plain_address("fe80::1%eth0"), plain_address("::ffff:192.0.2.1"), plain_address("/run/socket")
    ('fe80::1', '192.0.2.1', '')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    return str(mapped or ip)
