"""Requests about the devices of the player's account: adding, listing and revoking them, and their rights."""

from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.login.keys import InvalidKey, key_from_text
from pente_protocol.login.signatures import is_good
from pente_protocol.messages import (
    AddDevice,
    AllowDevice,
    DeviceInfo,
    DeviceList,
    Devices,
    LinkOffered,
    OfferLink,
    RevokeDevice,
    Right,
)
from pente_protocol.untrusted_text import clean
from pente_server.access.link_codes import LINK_KEPT, offer_link
from pente_server.access.sign_ins import too_many_devices
from pente_server.limits.errors import RequestDenied
from pente_server.live.revoked_devices import note_devices
from pente_server.requests.people.players import own_account
from pente_server.requests.requester.requester import Requester
from pente_server.store import Account
from pente_server.store.accounts.account import Device
from pente_server.store.accounts.device_store import DeviceChange


async def offer(requester: Requester, request: OfferLink) -> LinkOffered:
    """A code that adds a device. Raises RequestDenied and StoreUnavailable."""
    account = await _managed_account(requester)
    code = await offer_link(requester.ports.players.devices, account.id)
    await _managed_account(requester)  # what was revoked meanwhile gets no code, and would come back with it
    return LinkOffered(request.id, code, LINK_KEPT)


async def _managed_account(requester: Requester) -> Account:
    """The account of the requester, whose device may still manage it: another node may have heard otherwise.

    Raises RequestDenied and StoreUnavailable.
    """
    account = await own_account(requester)
    device = account.device(requester.device)
    if device is None:
        text = "You are a guest, for as long as this connection lasts. To add devices, sign in with a key."
        raise RequestDenied(ErrorCode.NOT_ALLOWED, text)
    if device.right is not Right.ACCOUNT:
        raise _reduced()
    return account


def _reduced() -> RequestDenied:
    text = "Another device just said that this one may only play, or no longer."
    return RequestDenied(ErrorCode.NOT_ALLOWED, text)


async def list_devices(
    requester: Requester, request: Devices | AddDevice | AllowDevice | RevokeDevice
) -> DeviceList:
    """The devices of the account. Raises RequestDenied and StoreUnavailable."""
    return DeviceList(request.id, device_infos(requester, await own_account(requester)))


async def revoke(requester: Requester, request: RevokeDevice) -> DeviceList:
    """Remove a device, and end its connections, at other nodes soon.

    Raises RequestDenied and StoreUnavailable.
    """
    account = await _managed_account(requester)
    devices, by = requester.ports.players.devices, requester.device
    _check(await devices.revoke(account.id, request.device, by=by))
    answer = await list_devices(requester, request) if request.device != requester.device else None
    await _tell_nodes(requester)
    return answer or DeviceList(request.id)


async def allow(requester: Requester, request: AllowDevice) -> DeviceList:
    """Change what a device may do, at other nodes soon. Raises RequestDenied and StoreUnavailable."""
    account = await _managed_account(requester)
    device = account.device(request.device)
    if device is None:
        raise _unknown()
    devices, by = requester.ports.players.devices, requester.device
    _check(await devices.allow(account.id, device, request.right, by=by))
    await _tell_nodes(requester)
    return await list_devices(requester, request)


async def add(requester: Requester, request: AddDevice) -> DeviceList:
    """Add a device by its key. Raises RequestDenied, ProtocolError and StoreUnavailable."""
    account = await _managed_account(requester)
    try:
        key = key_from_text(request.key)
    except InvalidKey as error:
        raise ProtocolError(f"This can't be read: {error}.", "/key") from None
    if not is_good(key):
        raise ProtocolError("No device has such a public key.", "/key")
    now = requester.ports.players.now()
    device = Device(key, clean(request.device_name), now, now, request.right)
    change = await requester.ports.players.devices.add(account.id, device, by=requester.device)
    if change is DeviceChange.FULL:
        raise too_many_devices(account)
    _check(change)
    return await list_devices(requester, request)


def _check(change: DeviceChange) -> None:
    """Raises RequestDenied for a device that was not changed."""
    if change is DeviceChange.LAST:
        text = "That is your only device that manages the account. Let another one do so first."
        raise RequestDenied(ErrorCode.LAST_DEVICE, text)
    if change is DeviceChange.FORBIDDEN:
        raise _reduced()
    if change is not DeviceChange.DONE:
        raise _unknown()


def _unknown() -> RequestDenied:
    return RequestDenied(ErrorCode.UNKNOWN_DEVICE, "You have no such device. List your devices.")


async def _tell_nodes(requester: Requester) -> None:
    """Have the requester's sessions do what their devices may, elsewhere soon. Raises StoreUnavailable."""
    ports, player = requester.ports, requester.player.id
    ports.players.presence.account_changed(player, ports.players.now())
    await note_devices(ports.players.accounts, ports.rooms.hub, player)


def device_infos(requester: Requester, account: Account) -> tuple[DeviceInfo, ...]:
    """The devices of the requester's account, as messages name them."""
    return tuple(
        DeviceInfo(each.id, each.name, each.added, each.used, each.right, each.id == requester.device)
        for each in account.devices
    )
