"""The storage interface for the devices of accounts, and for the codes that add one.

A code has two parts. The first finds the offer, the second proves that one was told the code. Wrong second
parts are counted with the offer, so guesses are few, however many nodes and addresses they come over.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.store.accounts.account import Device

MOST_GUESSES: Final = 5
"""How many wrong codes end an offer."""


class DeviceChange(Enum):
    """What became of a change."""

    DONE = "done"
    """It is as was wanted, now or already."""
    NO_ACCOUNT = "no-account"
    """There is no such account, or not any more."""
    FULL = "full"
    """The account has `MOST_DEVICES` already."""
    LAST = "last"
    """It is the only device that may do all, which can't be revoked, and keeps that right."""
    UNKNOWN = "unknown"
    """The account has no such device."""
    FORBIDDEN = "forbidden"
    """The device that asks for it does not manage the account, or not any more."""


@dataclass(frozen=True, slots=True)
class LinkOffer:
    """The permission to add a device to an account, for whoever has the code."""

    player: PlayerId
    replaces_all: bool = False
    """Whether the new device takes the place of all others, and may do all; else it may play."""

    @property
    def right(self) -> Right:
        """What the new device may do."""
        return Right.ACCOUNT if self.replaces_all else Right.PLAY


class DeviceStore(Protocol):
    """Changes of the devices of accounts; they are read with the account.

    ``by`` is the device that asks for a change, FORBIDDEN once it was revoked or may only play; None:
    no device does, as with a code. Every method may raise StoreUnavailable; it is then safe to call it again.
    """

    async def add(
        self, player: PlayerId, device: Device, *, by: DeviceId | None = None, replaces_all: bool = False
    ) -> DeviceChange:
        """Add a device to an account. Idempotent: one that is there already keeps the right that it has.

        ``replaces_all``: it is the only device then, as it is given, and the player's own offer has ended.
        DONE, NO_ACCOUNT, FULL or FORBIDDEN.
        """
        ...

    async def used(self, player: PlayerId, device: Device, now: Instant) -> None:
        """Note when a device last logged in. No effect if it is no device of the account any more."""
        ...

    async def allow(
        self, player: PlayerId, device: Device, right: Right, *, by: DeviceId | None = None
    ) -> DeviceChange:
        """Give a device of an account that right, in place of the one that it has.

        DONE, UNKNOWN, LAST or FORBIDDEN.
        """
        ...

    async def revoke(self, player: PlayerId, device: DeviceId, *, by: DeviceId | None = None) -> DeviceChange:
        """Remove a device from an account: DONE, UNKNOWN, LAST or FORBIDDEN.

        The player's own offer ends as well, unless it is LAST: the device may have asked for the code, or was
        added with it, and would come back.
        """
        ...

    async def offer(self, selector: str, digest: str, offer: LinkOffer, kept: Millis) -> bool:
        """Make an offer for some time, in place of an earlier one of that kind for that account.

        An offer that replaces all devices is the host's. A player's own offer does not end it: that player
        may be the thief of a device.
        ``selector`` is the first part of the code, and ``digest`` what tells the right code from others: a
        salt, a colon and a digest.
        False, with nothing changed, when another offer has that selector.
        """
        ...

    async def salt(self, selector: str) -> str | None:
        """The salt of the offer with that selector; None if there is none, or it has expired."""
        ...

    async def redeem(self, selector: str, digest: str, device: DeviceId) -> LinkOffer | None:
        """The offer with a code, which is of use to that device only from now on.

        None if there is none: it has expired, another device has used it, or the code is wrong, which ends
        the offer after `MOST_GUESSES`.
        """
        ...
