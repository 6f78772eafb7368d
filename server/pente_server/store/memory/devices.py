"""The devices of accounts in memory."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.store.accounts.account import MOST_DEVICES, Account, Device
from pente_server.store.accounts.device_store import MOST_GUESSES, DeviceChange, LinkOffer
from pente_server.store.memory.accounts import MemoryAccountData


@dataclass(slots=True)
class HeldOffer:
    """An offer, and what became of it. Mutable."""

    offer: LinkOffer
    digest: str
    until: Instant
    device: DeviceId | None = None
    """The device that has used it."""
    wrong: int = 0
    """How many wrong codes were tried."""


class MemoryDevices:
    """A `DeviceStore` in memory."""

    def __init__(
        self, register: MemoryAccountData, offers: dict[str, HeldOffer], now: Callable[[], Instant]
    ) -> None:
        """``offers`` are by the first part of their codes; ``now`` is the common clock of all stores."""
        self._register = register
        self._offers = offers
        self._now = now

    async def add(
        self, player: PlayerId, device: Device, *, by: DeviceId | None = None, replaces_all: bool = False
    ) -> DeviceChange:
        account = self._register.accounts.get(player)
        if account is None:
            return DeviceChange.NO_ACCOUNT
        if not _may_change(account, by):
            return DeviceChange.FORBIDDEN
        there = account.device(device.id)
        if there is None and not replaces_all and len(account.devices) >= MOST_DEVICES:
            return DeviceChange.FULL
        others = () if replaces_all else tuple(each for each in account.devices if each.id != device.id)
        self._keep(player, (*others, device if replaces_all else there or device))
        if replaces_all:
            self._withdraw(LinkOffer(player))
        return DeviceChange.DONE

    async def allow(
        self, player: PlayerId, device: Device, right: Right, *, by: DeviceId | None = None
    ) -> DeviceChange:
        account = self._register.accounts.get(player)
        known = None if account is None else account.device(device.id)
        if account is None or known is None:
            return DeviceChange.NO_ACCOUNT if account is None else DeviceChange.UNKNOWN
        if not _may_change(account, by):
            return DeviceChange.FORBIDDEN
        others = tuple(each for each in account.devices if each.id != device.id)
        if right is not Right.ACCOUNT and not _manages(others):
            return DeviceChange.LAST
        self._keep(player, (*others, replace(known, right=right)))
        return DeviceChange.DONE

    async def used(self, player: PlayerId, device: Device, now: Instant) -> None:
        account = self._register.accounts.get(player)
        known = None if account is None else account.device(device.id)
        if account is not None and known is not None:
            others = (each for each in account.devices if each.id != device.id)
            self._keep(player, (*others, replace(known, used=now)))

    async def revoke(self, player: PlayerId, device: DeviceId, *, by: DeviceId | None = None) -> DeviceChange:
        account = self._register.accounts.get(player)
        if account is None:
            return DeviceChange.NO_ACCOUNT
        if account.device(device) is None:
            self._withdraw(LinkOffer(player))
            return DeviceChange.UNKNOWN
        if not _may_change(account, by):
            return DeviceChange.FORBIDDEN
        devices = tuple(each for each in account.devices if each.id != device)
        if not _manages(devices):
            return DeviceChange.LAST
        self._keep(player, devices)
        self._withdraw(LinkOffer(player))
        return DeviceChange.DONE

    def _withdraw(self, offer: LinkOffer) -> None:
        """End the offer for the same account, of the same kind."""
        for each in [each for each, held in self._offers.items() if held.offer == offer]:
            del self._offers[each]

    def _keep(self, player: PlayerId, devices: tuple[Device, ...]) -> None:
        account = self._register.accounts[player]
        self._register.accounts[player] = replace(account, devices=_in_order(devices))

    async def offer(self, selector: str, digest: str, offer: LinkOffer, kept: Millis) -> bool:
        there = self._held(selector)
        if there is not None and there.digest != digest:
            return False
        self._withdraw(offer)
        self._offers[selector] = HeldOffer(offer, digest, later(self._now(), kept))
        return True

    async def salt(self, selector: str) -> str | None:
        held = self._held(selector)
        return None if held is None else held.digest.partition(":")[0]

    async def redeem(self, selector: str, digest: str, device: DeviceId) -> LinkOffer | None:
        held = self._held(selector)
        if held is None:
            return None
        if held.digest != digest:
            held.wrong += 1
            if held.wrong >= MOST_GUESSES:
                del self._offers[selector]
            return None
        if held.device not in (None, device):
            return None
        held.device = device
        return held.offer

    def _held(self, selector: str) -> HeldOffer | None:
        """The offer, unless it has expired."""
        held = self._offers.get(selector)
        if held is not None and held.until <= self._now():
            del self._offers[selector]
            return None
        return held


def _may_change(account: Account, by: DeviceId | None) -> bool:
    """Whether a device that asks for a change of an account's devices manages it."""
    asks = None if by is None else account.device(by)
    return by is None or (asks is not None and _manages((asks,)))


def _manages(devices: tuple[Device, ...]) -> bool:
    """Whether one of the devices may do all."""
    return any(each.right is Right.ACCOUNT for each in devices)


def _in_order(devices: tuple[Device, ...]) -> tuple[Device, ...]:
    return tuple(sorted(devices, key=lambda device: (device.added, device.id)))
