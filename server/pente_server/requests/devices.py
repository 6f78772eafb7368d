"""Requests about the devices of the player's account: adding, listing and revoking them, and their rights."""

from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.login.keys import InvalidKey, key_from_text
from pente_protocol.login.signatures import is_good
from pente_protocol.messages.account import (
    AddDevice,
    AllowDevice,
    DeviceInfo,
    DeviceList,
    Devices,
    LinkOffered,
    OfferLink,
    RevokeDevice,
)
from pente_protocol.messages.base import RequestId, Right
from pente_protocol.untrusted_text import clean
from pente_server.access.link_codes import LINK_KEPT, offer_link
from pente_server.access.sign_ins import too_many_devices
from pente_server.limits.errors import RequestDenied
from pente_server.live.hub import Hub
from pente_server.live.presence.presence import Presence
from pente_server.live.revoked_devices import note_devices
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store import Account
from pente_server.store.accounts.account import Device
from pente_server.store.accounts.device_store import DeviceChange, DeviceStore


class DeviceRequests:
    """The devices of the player's account."""

    def __init__(
        self,
        devices: DeviceStore,
        accounts: RequestedAccounts,
        presence: Presence,
        hub: Hub,
        now: Callable[[], Instant],
    ) -> None:
        self._devices = devices
        self._accounts = accounts
        self._presence = presence
        self._hub = hub
        self._now = now

    @answers(OfferLink, cost=QUESTION)
    async def offer(self, requester: Requester, request: OfferLink) -> LinkOffered:
        """A code that adds a device. Raises RequestDenied and StoreUnavailable."""
        account = await self._managed_account(requester)
        code = await offer_link(self._devices, account.id)
        await self._managed_account(requester)  # what was revoked meanwhile gets no code to come back with
        return LinkOffered(request.id, code, LINK_KEPT)

    @answers(Devices, cost=QUESTION)
    async def list_devices(self, requester: Requester, request: Devices) -> DeviceList:
        """The devices of the account. Raises RequestDenied and StoreUnavailable."""
        return await self._listed(requester, request.id)

    @answers(RevokeDevice, cost=QUESTION)
    async def revoke(self, requester: Requester, request: RevokeDevice) -> DeviceList:
        """Remove a device, and end its connections, at other nodes soon.

        Raises RequestDenied and StoreUnavailable.
        """
        account = await self._managed_account(requester)
        _check(await self._devices.revoke(account.id, request.device, by=requester.device))
        answer = await self._listed(requester, request.id) if request.device != requester.device else None
        await self._tell_nodes(requester)
        return answer or DeviceList(request.id)

    @answers(AllowDevice, cost=QUESTION)
    async def allow(self, requester: Requester, request: AllowDevice) -> DeviceList:
        """Change what a device may do, at other nodes soon. Raises RequestDenied and StoreUnavailable."""
        account = await self._managed_account(requester)
        device = account.device(request.device)
        if device is None:
            raise _unknown()
        _check(await self._devices.allow(account.id, device, request.right, by=requester.device))
        await self._tell_nodes(requester)
        return await self._listed(requester, request.id)

    @answers(AddDevice, cost=QUESTION)
    async def add(self, requester: Requester, request: AddDevice) -> DeviceList:
        """Add a device by its key. Raises RequestDenied, ProtocolError and StoreUnavailable."""
        account = await self._managed_account(requester)
        try:
            key = key_from_text(request.key)
        except InvalidKey as error:
            raise ProtocolError(f"This can't be read: {error}.", "/key") from None
        if not is_good(key):
            raise ProtocolError("No device has such a public key.", "/key")
        now = self._now()
        device = Device(key, clean(request.device_name), now, now, request.right)
        change = await self._devices.add(account.id, device, by=requester.device)
        if change is DeviceChange.FULL:
            raise too_many_devices(account)
        _check(change)
        return await self._listed(requester, request.id)

    async def _listed(self, requester: Requester, id_: RequestId) -> DeviceList:
        return DeviceList(id_, device_infos(requester, await self._accounts.own(requester)))

    async def _managed_account(self, requester: Requester) -> Account:
        """The account of the requester, whose device may still manage it: another node may have heard
        otherwise.

        Raises RequestDenied and StoreUnavailable.
        """
        account = await self._accounts.own(requester)
        device = account.device(requester.device)
        if device is None:
            text = (
                "You are a guest, for as long as this connection lasts. To add devices, sign in with a key."
            )
            raise RequestDenied(ErrorCode.NOT_ALLOWED, text)
        if device.right is not Right.ACCOUNT:
            raise _reduced()
        return account

    async def _tell_nodes(self, requester: Requester) -> None:
        """Have the requester's sessions do what their devices may, elsewhere soon.

        Raises StoreUnavailable.
        """
        player = requester.player.id
        self._presence.account_changed(player, self._now())
        await note_devices(self._accounts.store, self._hub, player)


def _check(change: DeviceChange) -> None:
    """Raises RequestDenied for a device that was not changed."""
    if change is DeviceChange.LAST:
        text = "That is your only device that manages the account. Let another one do so first."
        raise RequestDenied(ErrorCode.LAST_DEVICE, text)
    if change is DeviceChange.FORBIDDEN:
        raise _reduced()
    if change is not DeviceChange.DONE:
        raise _unknown()


def _reduced() -> RequestDenied:
    text = "Another device just said that this one may only play, or no longer."
    return RequestDenied(ErrorCode.RIGHT_NEEDED, text)


def _unknown() -> RequestDenied:
    return RequestDenied(ErrorCode.UNKNOWN_DEVICE, "You have no such device. List your devices.")


def device_infos(requester: Requester, account: Account) -> tuple[DeviceInfo, ...]:
    """The devices of the requester's account, as messages name them."""
    return tuple(
        DeviceInfo(each.id, each.name, each.added, each.used, each.right, each.id == requester.device)
        for each in account.devices
    )
