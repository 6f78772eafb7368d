"""The accounts of the house bots, and the keys that open them at one node."""

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_protocol.login.keys import KEY_BYTES, device_of, key_to_text
from pente_protocol.login.signatures import public_key
from pente_protocol.messages.account import DeviceId
from pente_server.store import Account
from pente_server.store.accounts.account_store import AccountStore

_log = logging.getLogger(__name__)
_NAMES_TRIED: Final = 9


class HouseDevices:
    """The keys of house bots, in the memory of the node that runs them. Mutable."""

    def __init__(self) -> None:
        self._bots: dict[DeviceId, Identity] = {}

    def issue(self, bots: Iterable[Identity]) -> Mapping[str, str]:
        """A fresh credential for each bot, by name; all earlier ones become invalid.

        A credential is the id of the account and a secret, as `pente_client` takes it: ``ID.SECRET``.
        """
        drawn = {bot: secrets.token_bytes(KEY_BYTES) for bot in bots}
        self._bots = {device_of(public_key(secret)): bot for bot, secret in drawn.items()}
        return {bot.name: f"{bot.id}.{key_to_text(secret)}" for bot, secret in drawn.items()}

    def revoke(self) -> None:
        """Make all credentials invalid."""
        self._bots = {}

    def bot_with(self, device: DeviceId) -> Identity | None:
        """The house bot that a device belongs to."""
        return self._bots.get(device)


async def claim_house_accounts(accounts: AccountStore, names: Iterable[str]) -> dict[str, Identity]:
    """The accounts of the house bots, by the wanted names; opened where there are none.

    Where another player has a name, the bot gets another one, which is logged. Raises StoreUnavailable.
    """
    found = {name: await _claim(accounts, name) for name in names}
    return {name: bot for name, bot in found.items() if bot is not None}


async def _claim(accounts: AccountStore, name: str) -> Identity | None:
    for candidate in _candidates(name):
        account = await accounts.find(candidate) or _new(candidate)
        if _is_ours(account, candidate) and await accounts.reserve(account):
            if candidate != name:
                _log.warning("another player has the name %s; that house bot is called %s", name, candidate)
            return Identity(account.id, account.name, account.kind)
    _log.error("other players have the name %s and all like it; that house bot does not play", name)
    return None


def _is_ours(account: Account, name: str) -> bool:
    """Whether it is an account of the house that has this name now, not one that had it before."""
    return account.is_of_house and account.name.casefold() == name.casefold()


def _candidates(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in range(2, _NAMES_TRIED + 1))


def _new(name: str) -> Account:
    return Account(PlayerId(secrets.token_hex(16)), name, PlayerKind.BOT, is_of_house=True)
