"""Devices and accounts for tests."""

from secrets import token_bytes, token_hex

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.login.keys import account_of
from pente_protocol.login.signatures import public_key
from pente_protocol.messages.base import Right
from pente_server.store import Account
from pente_server.store.accounts.account import Device


def a_device(
    name: str = "laptop", added: int = 1_000, *, secret: bytes = b"", right: Right = Right.ACCOUNT
) -> Device:
    """A device with a key of its own."""
    return Device(public_key(secret or token_bytes(32)), name, Instant(added), Instant(added), right)


def an_account(name: str, *devices: Device) -> Account:
    """A new account with devices, or one that nothing opens."""
    if devices:
        return Account(account_of(devices[0].key), name, PlayerKind.PERSON, devices=devices)
    return Account(PlayerId(token_hex(16)), name, PlayerKind.PERSON)
