"""How many people may be at the door, in total and from one address, and how fast they may come.

Who has not signed in yet waits in a pool of its own, so sockets that say nothing take nobody's session. In
that pool the newest always has room: the oldest goes, of those who take the most.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, TypeAlias

from pente_protocol.sentences import tell

RATE: Final = 0.5
"""Connections a second from one address, once it has used up its burst: each costs a key exchange."""
BURST: Final = 20.0
"""At least, and twice as many as an address may have sessions."""
WAITING: Final = 64
"""Connections at once that have not signed in, from everywhere."""
WAITING_PER_ADDRESS: Final = 8
"""The same from one address, at least, and as many as it may have sessions."""
_NETWORKS: Final = {4: ((32, 1.0), (24, math.inf)), 6: ((64, 1.0), (48, 4.0))}
"""By version of the protocol, smallest first: the bits of the networks that count, and how many times the
share of an address each may have. A household has an IPv6 /64; a /48, which is easily rented, is 65,536 of
those. An IPv4 /24 has no limit, as a whole school may be in it; it counts only where somebody has to go.
"""
_SWEPT_AT: Final = 4096
"""Networks that are remembered before those that have been quiet are forgotten."""
_Share: TypeAlias = tuple[str, float]
"""A network, and how many times an address's share it may have."""


@dataclass(frozen=True, slots=True)
class DoorLimits:
    """What the host allows."""

    sessions: int = 100
    """People at once who have signed in."""
    per_address: int = 8
    """The same from one address, or from one IPv6 network of a household (/64)."""
    idle: float = 3600.0
    """Seconds without a key after which a session is ended; watching may take as long as it likes."""
    login: float = 30.0
    """Seconds to sign in."""


class Refusal(Enum):
    """Why somebody is turned away: what they read, and what the log says, with places for `DoorLimits`."""

    TOO_FAST = (
        "door.too-fast",
        "too many connections in a short time",
    )
    ADDRESS_FULL = (
        "door.address-full",
        "all {0.per_address} sessions of one address (--sessions-per-address, or --ssh-sessions-per-address)",
    )
    DOOR_FULL = (
        "door.door-full",
        "all {0.sessions} sessions of the door (--sessions, or --ssh-sessions)",
    )
    CROWDED_OUT = (
        "door.crowded-out",
        "the oldest of too many that had not signed in",
    )
    TOO_SLOW = (
        "door.too-slow",
        "not signed in after {0.login:.15g} seconds",
    )
    TOO_MANY_TRIES = ("door.too-many-tries", "too many keys or answers")
    NO_ENTRANCE = (
        "door.no-entrance",
        "a user name that is no entrance",
    )
    NO_KEY = ("door.key-needed", "no SSH key, where one is needed")

    def __init__(self, key: str, reason: str) -> None:
        self._key = key
        self._reason = reason

    def for_person(self, limits: DoorLimits) -> str:
        """One sentence, with the remedy."""
        count = limits.per_address if self is Refusal.ADDRESS_FULL else limits.sessions
        return tell(self._key, count=count, seconds=f"{limits.login:.15g}")

    def for_log(self, limits: DoorLimits) -> str:
        """The reason, without a full stop."""
        return self._reason.format(limits)


class DoorPlace:
    """A connection's place at the door. Mutable: it waits, may become a session, and ends with `leave`."""

    def __init__(
        self, counter: "DoorCounter", shares: Sequence[_Share], crowd_out: Callable[[], None]
    ) -> None:
        self.shares = shares
        self.crowd_out = crowd_out
        self._counter = counter

    def sign_in(self) -> Refusal | None:
        """Wait no more; why not, where there is no room for another session."""
        return self._counter.sign_in(self)

    def leave(self) -> None:
        """Give the place up; again does nothing."""
        self._counter.leave(self)


class DoorCounter:
    """Counts connections by network. Mutable."""

    def __init__(self, limits: DoorLimits, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds, and never goes back."""
        self._limits = limits
        self._clock = clock
        self._burst = max(BURST, 2.0 * limits.per_address)
        self._waiting_per_address = max(WAITING_PER_ADDRESS, limits.per_address)
        self._waiting: dict[DoorPlace, None] = {}
        """The oldest first."""
        self._sessions: set[DoorPlace] = set()
        self._waiting_of: Counter[str] = Counter()
        self._sessions_of: Counter[str] = Counter()
        self._spent: dict[str, tuple[float, float]] = {}
        """By network: how many connections of its burst were used, and when that was."""
        self._swept_at = _SWEPT_AT

    @property
    def count(self) -> int:
        """How many connections are open."""
        return len(self._waiting) + len(self._sessions)

    def enter(self, address: str, crowd_out: Callable[[], None]) -> DoorPlace | Refusal:
        """A place for a connection that is opened, or why there is none.

        ``crowd_out`` is called when it has to go for another while it waits; the place is left then.
        """
        shares = shares_of(address)
        refusal = Refusal.TOO_FAST if self._is_too_fast(shares) else self._no_session_for(shares)
        if refusal is not None:
            return refusal
        place = DoorPlace(self, shares, crowd_out)
        self._waiting[place] = None
        self._waiting_of.update(network for network, _ in shares)
        if (leaver := self._who_must_go(shares)) is not None:
            self.leave(leaver)
            leaver.crowd_out()
        return place

    def sign_in(self, place: DoorPlace) -> Refusal | None:
        """See `DoorPlace.sign_in`."""
        refusal = self._no_session_for(place.shares)
        if refusal is None and place in self._waiting:
            self.leave(place)
            self._sessions.add(place)
            self._sessions_of.update(network for network, _ in place.shares)
        return refusal

    def leave(self, place: DoorPlace) -> None:
        """See `DoorPlace.leave`."""
        if place in self._waiting:
            del self._waiting[place]
            counts = self._waiting_of
        elif place in self._sessions:
            self._sessions.remove(place)
            counts = self._sessions_of
        else:
            return
        for network, _ in place.shares:
            counts[network] -= 1
            if not counts[network]:
                del counts[network]

    def _no_session_for(self, shares: Sequence[_Share]) -> Refusal | None:
        if any(self._sessions_of[network] >= share * self._limits.per_address for network, share in shares):
            return Refusal.ADDRESS_FULL
        return Refusal.DOOR_FULL if len(self._sessions) >= self._limits.sessions else None

    def _who_must_go(self, shares: Sequence[_Share]) -> DoorPlace | None:
        """Who has to go for the last one that came.

        The oldest of a network that has more than its share; if all are too many, of those who take the most.
        """
        for network, share in shares:
            if self._waiting_of[network] > share * self._waiting_per_address:
                return next(place for place in self._waiting if (network, share) in place.shares)
        return max(self._waiting, key=self._taken) if len(self._waiting) > WAITING else None

    def _taken(self, place: DoorPlace) -> list[int]:
        """How many places the networks take that somebody is in, largest network first."""
        return [self._waiting_of[network] for network, _ in reversed(place.shares)]

    def _is_too_fast(self, shares: Sequence[_Share]) -> bool:
        """Count a connection that comes, but not for an address of a network that is too fast itself."""
        return any(self._spends_too_much(network, share) for network, share in reversed(shares))

    def _spends_too_much(self, network: str, share: float) -> bool:
        if math.isinf(share):
            return False
        now = self._clock()
        if len(self._spent) >= self._swept_at:
            self._spent = {one: spent for one, spent in self._spent.items() if self._used(one, now)}
            self._swept_at = max(_SWEPT_AT, 2 * len(self._spent))
        used = self._used(network, now) + 1 / share
        self._spent[network] = (min(used, self._burst + 1), now)
        return used > self._burst

    def _used(self, network: str, now: float) -> float:
        used, at = self._spent.get(network, (0.0, now))
        return max(0.0, used - (now - at) * RATE)


def shares_of(address: str) -> Sequence[_Share]:
    """The networks in which an address counts, smallest first.

    >>> shares_of("::ffff:192.0.2.1"), shares_of("")
    ((('192.0.2.1/32', 1.0), ('192.0.2.0/24', inf)), (('', 1.0),))
    >>> shares_of("2001:db8:1:2:3::4")
    (('2001:db8:1:2::/64', 1.0), ('2001:db8:1::/48', 4.0))
    """
    plain = plain_address(address)
    if not plain:
        return (("", 1.0),)
    networks = _NETWORKS[ip_address(plain).version]
    return tuple((str(ip_network(f"{plain}/{bits}", strict=False)), share) for bits, share in networks)


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
