"""The accounts that requests are about."""

from typing import Final

from pente_core.identity import PlayerId
from pente_protocol.errors import ErrorCode
from pente_server.access.accounts import HOUSE_LEVEL_NAMES
from pente_server.limits.errors import RequestDenied, unknown_player
from pente_server.requests.requester import Requester
from pente_server.store import Account
from pente_server.store.accounts.account_store import AccountStore

_LONGEST_NAME: Final = 20
"""No id is as short."""


class RequestedAccounts:
    """The accounts that requests are about: the requester's own, and those that are named."""

    def __init__(self, store: AccountStore) -> None:
        self.store = store

    async def check(self, requester: Requester) -> None:
        """Check that the account was not deleted at another node.

        Raises RequestDenied and StoreUnavailable.
        """
        (is_deleted,) = await self.store.deleted([requester.player.id])
        if is_deleted:
            raise _deleted()

    async def own(self, requester: Requester) -> Account:
        """The account of the requester, who must still have it, on a device that is still one of its devices.

        It may have been deleted, or the device revoked, at another node. A guest has none, and a house bot
        has none in the store. Raises RequestDenied and StoreUnavailable.
        """
        accounts, player = self.store, requester.player.id
        (account,) = await accounts.by_ids([player])
        if account is None:
            (is_deleted,) = await accounts.deleted([player])
            if is_deleted:
                raise _deleted()
            text = "This server has no account of yours any more: it was not used for too long. Open another."
            raise RequestDenied(ErrorCode.UNKNOWN_PLAYER, text)
        if requester.device and account.device(requester.device) is None:
            raise RequestDenied(ErrorCode.UNKNOWN_DEVICE, "This device was revoked.")
        return account

    async def find_player(self, player: str) -> Account:
        """The account with an id or a name. Raises RequestDenied if there is none, and StoreUnavailable."""
        account = None
        if len(player) > _LONGEST_NAME:
            (account,) = await self.store.by_ids([PlayerId(player)])
        if account is None:
            account = await self.store.find(player)
        if account is None:
            raise _unknown(player)
        return account


def _unknown(player: str) -> RequestDenied:
    if player.casefold() not in HOUSE_LEVEL_NAMES:
        return unknown_player(player)
    text = (
        f"This server has no {player.casefold()}. Choose of the bots in its lobby; where the engine is"
        " not compiled, master-bot is the strongest, with level 10."
    )
    return RequestDenied(ErrorCode.UNKNOWN_PLAYER, text)


def _deleted() -> RequestDenied:
    text = "You have deleted this account. Choose another name."
    return RequestDenied(ErrorCode.ACCOUNT_DELETED, text)
