"""Changed devices: those that were revoked lose their connections, the others may do what they may now."""

from typing import Final

from pente_core.identity import PlayerId
from pente_protocol.errors import CloseCode
from pente_server.live.hub import Hub
from pente_server.store.accounts.account_store import AccountStore

_REVOKED: Final = "this device was revoked"
_OR_RESET: Final = "this device was revoked, or a code of the host has replaced all devices of the account"


async def note_devices(accounts: AccountStore, hub: Hub, player: PlayerId) -> None:
    """Have the sessions of a player at this node do what their devices may, and end those on revoked ones.

    Accounts without any device, as those of the house, have lost none. Raises StoreUnavailable.
    """
    (account,) = await accounts.by_ids([player])
    if account is not None and account.devices:
        rights = {device.id: device.right for device in account.devices}
        reason = _OR_RESET if len(rights) == 1 else _REVOKED
        hub.devices_changed(player, rights, CloseCode.REFUSED_HELLO, reason)
