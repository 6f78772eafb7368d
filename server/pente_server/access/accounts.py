"""Accounts: opening and renaming them."""

import secrets
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import GUEST_PREFIX, Identity, PlayerId, PlayerKind
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.login.keys import account_of
from pente_protocol.messages.account import NewAccount
from pente_protocol.names import check_new_name, skeleton
from pente_protocol.untrusted_text import BadName
from pente_server.limits.errors import RequestDenied
from pente_server.store import Account
from pente_server.store.accounts.account import Device
from pente_server.store.accounts.account_store import AccountStore

RENAMED_AGAIN_AFTER: Final = Millis(24 * 60 * 60 * 1000)
"""The time between two changes of a player's name."""
_GUEST_NAMES_TRIED = 8
HOUSE_LEVEL_NAMES: Final = ("easy-bot", "medium-bot", "strong-bot", "master-bot", "expert-bot")
"""The names by which players choose a level of the house: `pente play --level easy` challenges that account.
Nobody else can take one."""
_OF_HOUSE: Final = frozenset(map(skeleton, HOUSE_LEVEL_NAMES))


async def open_account(accounts: AccountStore, wanted: NewAccount, device: Device) -> Account:
    """Open an account with its first device; without a name for a guest, with a random one.

    Its public id follows from the device's, so that opening it again after a lost answer leads to the same
    account. Raises RequestDenied and StoreUnavailable.
    """
    player = account_of(device.key)
    if not wanted.name:
        return await open_guest_account(accounts, player, wanted.kind, device)
    _check_new_name(wanted.name)
    return await _open(accounts, Account(player, wanted.name, wanted.kind, devices=(device,)))


async def open_guest_account(
    accounts: AccountStore, player: PlayerId, kind: PlayerKind, *devices: Device
) -> Account:
    """Open an account with a random name. Raises RequestDenied and StoreUnavailable."""
    for _ in range(_GUEST_NAMES_TRIED):
        with suppress(RequestDenied):  # the name is taken
            name = f"{GUEST_PREFIX}{secrets.randbelow(10**6):06}"
            return await _open(accounts, Account(player, name, kind, devices=devices))
    raise RequestDenied(ErrorCode.NAME_TAKEN, "No guest name is free. Give a name.")


async def rename_account(accounts: AccountStore, player: Identity, name: str, now: Instant) -> Identity:
    """Change the name of an account, and return its player. Raises RequestDenied and StoreUnavailable."""
    account = await accounts.account(player.id)
    if account is None:
        raise RequestDenied(
            ErrorCode.UNKNOWN_PLAYER, "Your account was not used for too long and has expired. Open another."
        )
    if account.name != name:
        _check_new_name(name)
        since = None if account.renamed is None else elapsed(account.renamed, now)
        if since is not None and since < RENAMED_AGAIN_AFTER and account.name.casefold() != name.casefold():
            raise RequestDenied(
                ErrorCode.RATE_LIMITED,
                "You have had this name for less than a day. Change it later.",
                Millis(RENAMED_AGAIN_AFTER - since),
            )
        if not await accounts.rename(account, name, now):
            raise _taken(name)
    return replace(player, name=name)


async def _open(accounts: AccountStore, account: Account) -> Account:
    if not await accounts.open(account):
        raise _taken(account.name)
    return account


def _check_new_name(name: str) -> None:
    try:
        check_new_name(name)
    except BadName as error:
        raise RequestDenied(ErrorCode.BAD_NAME, str(error)) from None
    if skeleton(name) in _OF_HOUSE:
        text = (
            f"The name {name} is for a bot of the house, as players choose its level by it. Choose another."
        )
        raise RequestDenied(ErrorCode.BAD_NAME, text)


def _taken(name: str) -> RequestDenied:
    text = f"The name {name} belongs to another player, or looks like one that does. Choose another."
    return RequestDenied(ErrorCode.NAME_TAKEN, text)
