"""Requests about the devices of the player's account: adding, listing and revoking them."""

from pente_protocol.errors import ErrorCode
from pente_protocol.messages import DeviceInfo, DeviceList, Devices, LinkOffered, OfferLink, RevokeDevice
from pente_server.access.link_codes import LINK_KEPT, offer_link
from pente_server.limits.errors import RequestDenied
from pente_server.live.revoked_devices import end_revoked
from pente_server.requests.people.players import own_account
from pente_server.requests.requester.requester import Requester
from pente_server.store import Account
from pente_server.store.accounts.device_store import DeviceChange


async def offer(requester: Requester, request: OfferLink) -> LinkOffered:
    """A code that adds a device. Raises RequestDenied and StoreUnavailable."""
    account = await own_account(requester)
    code = await offer_link(requester.ports.players.devices, account.id)
    return LinkOffered(request.id, code, LINK_KEPT)


async def list_devices(requester: Requester, request: Devices | RevokeDevice) -> DeviceList:
    """The devices of the account. Raises RequestDenied and StoreUnavailable."""
    return DeviceList(request.id, device_infos(requester, await own_account(requester)))


async def revoke(requester: Requester, request: RevokeDevice) -> DeviceList:
    """Remove a device, and end its connections, at other nodes soon.

    Raises RequestDenied and StoreUnavailable.
    """
    account = await own_account(requester)
    ports = requester.ports
    change = await ports.players.devices.revoke(account.id, request.device)
    if change is DeviceChange.LAST:
        text = "That is your only device. Add another one first, or delete the account."
        raise RequestDenied(ErrorCode.LAST_DEVICE, text)
    if change is not DeviceChange.DONE:
        raise RequestDenied(ErrorCode.UNKNOWN_DEVICE, "You have no such device. List your devices.")
    answer = await list_devices(requester, request) if request.device != requester.device else None
    ports.players.presence.account_changed(account.id, ports.players.now())
    await end_revoked(ports.players.accounts, ports.rooms.hub, account.id)
    return answer or DeviceList(request.id)


def device_infos(requester: Requester, account: Account) -> tuple[DeviceInfo, ...]:
    """The devices of the requester's account, as messages name them."""
    return tuple(
        DeviceInfo(device.id, device.name, device.added, device.used, device.id == requester.device)
        for device in account.devices
    )
