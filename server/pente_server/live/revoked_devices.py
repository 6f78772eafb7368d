"""Revoked devices: their connections end."""

from pente_core.identity import PlayerId
from pente_protocol.errors import CloseCode
from pente_server.live.hub import Hub
from pente_server.store.accounts.account_store import AccountStore


async def end_revoked(accounts: AccountStore, hub: Hub, player: PlayerId) -> None:
    """End the sessions at this node on devices that the player's account no longer has.

    Accounts without any device, as those of the house, have lost none. Raises StoreUnavailable.
    """
    (account,) = await accounts.by_ids([player])
    if account is not None and account.devices:
        devices = [device.id for device in account.devices]
        hub.end_former_devices(player, devices, CloseCode.REFUSED_HELLO, "this device was revoked")
