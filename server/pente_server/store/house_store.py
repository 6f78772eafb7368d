"""The storage interface for the house: which node runs the house bots of a store."""

from enum import Enum
from typing import Final, NewType, Protocol

from pente_core.clock.instant import Millis

LeaseHolder = NewType("LeaseHolder", str)
"""Identifies a node that runs, or would run, the house bots; for the lifetime of its process."""

LEASE_KEPT: Final = Millis(4000)
"""How long a lease lasts without being renewed, in milliseconds of the store's clock."""


class Hold(Enum):
    """Who has the lease after this node has tried to hold it."""

    TAKEN = "taken"
    """This node, newly: it was free, or it had expired, or the store is another one."""
    RENEWED = "renewed"
    """This node, as before."""
    ELSEWHERE = "elsewhere"
    """Another node."""


class HouseStore(Protocol):
    """The lease of the house: at most one node has it at any time.

    Every method may raise StoreUnavailable; it is then safe to call it again.
    """

    async def hold(self, holder: LeaseHolder) -> Hold:
        """Take or renew the lease for `LEASE_KEPT`, unless another node has it."""
        ...

    async def release(self, holder: LeaseHolder) -> None:
        """Give the lease back, if this node has it."""
        ...
