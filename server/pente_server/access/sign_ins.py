"""Sign-ins: whose account it is, as the signature of a device proves.

Nothing is believed without a signature, not even a repeated request for a new account: a stolen store has
the public keys of all devices, and opens none of their accounts.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity, PlayerId
from pente_protocol.errors import ErrorCode
from pente_protocol.login.keys import InvalidKey, account_of, device_of, key_from_text, signature_from_text
from pente_protocol.login.signatures import is_signed
from pente_protocol.messages.account import (
    DeviceId,
    Guest,
    KnownDevice,
    LinkCode,
    NewAccount,
    SignedSignIn,
    SignIn,
)
from pente_protocol.messages.base import Right
from pente_protocol.untrusted_text import clean
from pente_server.access.accounts import open_account, open_guest_account
from pente_server.access.house_accounts import HouseDevices
from pente_server.access.link_codes import parse_code, redeem_link
from pente_server.limits.errors import RequestDenied
from pente_server.store import Account
from pente_server.store.accounts.account import MOST_DEVICES, Device
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.device_store import DeviceChange, DeviceStore

_log = logging.getLogger(__name__)

SAID_AGAIN_AFTER: Final = Millis(24 * 60 * 60 * 1000)
"""How long the log says nothing more of accounts that are not here."""
USED_EXACT_TO: Final = Millis(24 * 60 * 60 * 1000)
"""How exact the last use of a device is stored, to save writes."""

AccountCheck = Callable[[PlayerId, str], None]
"""Raises RequestDenied when a player with that id and name may not connect."""
Wait = Callable[[], float]
"""Called before something that guessers or flooders would repeat: 0, or the seconds until it is allowed."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A device that has proven that it has the secret of its key."""

    key: bytes
    """Its public key; empty for a guest, who has none."""
    account: Account | None = None
    """The account that the device belongs to; None: that is still to be found."""
    house_bot: Identity | None = None
    """The house bot that it is."""

    @property
    def device(self) -> DeviceId:
        """The device's id; empty for a guest."""
        return device_of(self.key) if self.key else NO_DEVICE


@dataclass(frozen=True, slots=True)
class Admitted:
    """A player who was let in, and what the device may do."""

    player: Identity
    right: Right


NO_DEVICE: Final = DeviceId("")
NOTHING_PROVEN: Final = Proven(b"")
"""That of a guest."""


class SignIns:
    """Checks sign-ins, and opens accounts and adds devices where these are asked for."""

    def __init__(
        self, accounts: AccountStore, devices: DeviceStore, house: HouseDevices, now: Callable[[], Instant]
    ) -> None:
        self._accounts = accounts
        self._devices = devices
        self._house = house
        self._now = now
        self._redeeming = asyncio.Semaphore()
        """One code after the other: guesses that wait find that the offer has ended, and cost nothing."""
        self._missed: Instant | None = None
        """When the log has last said that an account is not here."""

    async def prove(self, request: SignedSignIn, text: bytes) -> Proven:
        """Check the signature; ``text`` is what it signs. Opens and changes nothing.

        Raises RequestDenied, and StoreUnavailable.
        """
        key = _signer(request, text)
        if isinstance(request, LinkCode):
            return Proven(key)
        bot = self._house.bot_with(device_of(key))
        if bot is not None:
            return Proven(key, house_bot=bot)
        player = request.player if isinstance(request, KnownDevice) else account_of(key)
        account = await self._accounts.account(player)
        if account is not None and account.device(device_of(key)) is not None:
            return Proven(key, account)
        if account is None and isinstance(request, NewAccount):
            return Proven(key)
        (is_deleted,) = await self._accounts.deleted([player])
        if account is None and not is_deleted and player == account_of(key):
            self._note_missing(player)
        raise _deleted() if is_deleted else _unknown_device()

    def _note_missing(self, player: PlayerId) -> None:
        """Say in the log that somebody knows this server by an account that is not here.

        Its owner has opened it at a server with this key. Nothing else tells that there are two of them, as
        they share no store; but a key that was never used for an account looks the same.
        """
        now = self._now()
        if self._missed is None or elapsed(self._missed, now) >= SAID_AGAIN_AFTER:
            self._missed = now
            _log.warning(
                "somebody has signed in to an account that is not here (%s): it has expired; or these data"
                " have gone back to a backup; or another server runs with this server's key, as a copy does:"
                " stop one of them, or give one another key with pente admin identity new",
                player,
            )

    async def admit(
        self, request: SignIn, proven: Proven, wait: Wait, wait_for_guess: Wait, check: AccountCheck
    ) -> Admitted:
        """Let in whoever has proven who they are: open an account or add a device if that was asked for.

        ``wait`` is called before an account is opened, and ``wait_for_guess`` before a code is looked at.
        Raises RequestDenied and StoreUnavailable.
        """
        match request:
            case Guest():
                player = await self._open_for_guest(request, wait, check)
                return Admitted(player, Right.ACCOUNT)  # it lasts as long as the connection
            case LinkCode():
                account = await self._link(request, proven, wait_for_guess, check)
            case NewAccount() if proven.account is None:
                device = self._new_device(proven, request, Right.ACCOUNT)
                account = await self._open(request, device, wait, check)
            case _:
                assert proven.account is not None
                account = proven.account
                check(account.id, account.name)
                await self._note_use(account, proven.device)
        known = account.device(proven.device)
        right = Right.PLAY if known is None else known.right  # None: it was revoked just now
        return Admitted(Identity(account.id, account.name, account.kind), right)

    def _new_device(self, proven: Proven, request: NewAccount | LinkCode, right: Right) -> Device:
        return Device(proven.key, clean(request.device_name), self._now(), self._now(), right)

    async def _open_for_guest(self, request: Guest, wait: Wait, check: AccountCheck) -> Identity:
        """Open an account that nothing signs in to."""
        player = PlayerId(secrets.token_hex(16))
        check(player, "")
        _wait(wait, "Too many new players come from your address. Try again later.")
        account = await open_guest_account(self._accounts, player, request.kind)
        return Identity(account.id, account.name, account.kind)

    async def _open(self, request: NewAccount, device: Device, wait: Wait, check: AccountCheck) -> Account:
        player = account_of(device.key)
        if (await self._accounts.deleted([player]))[0]:
            raise _deleted()
        check(player, request.name)
        _wait(wait, "Too many new players come from your address. Try again later.")
        return await open_account(self._accounts, request, device)

    async def _link(
        self, request: LinkCode, proven: Proven, wait_for_guess: Wait, check: AccountCheck
    ) -> Account:
        _wait(wait_for_guess, "Too many codes were tried from your address. Try again later.")
        code = parse_code(request.code)
        async with self._redeeming:
            offer = code and await redeem_link(self._devices, code, proven.device)
        account = offer and await self._accounts.account(offer.player)
        if not offer or not account or account.is_of_house:
            text = "No device can be added with that code. It may have expired; get another one."
            raise RequestDenied(ErrorCode.WRONG_CODE, text)
        check(account.id, account.name)
        device = self._new_device(proven, request, offer.right)
        await self._add(account, device, replaces_all=offer.replaces_all)
        return await self._accounts.account(account.id) or account

    async def _add(self, account: Account, device: Device, *, replaces_all: bool = False) -> None:
        change = await self._devices.add(account.id, device, replaces_all=replaces_all)
        if change is DeviceChange.FULL:
            raise too_many_devices(account)
        if change is not DeviceChange.DONE:
            raise _deleted()

    async def _note_use(self, account: Account, device: DeviceId) -> None:
        known = account.device(device)
        if known is not None and elapsed(known.used, self._now()) >= USED_EXACT_TO:
            await self._devices.used(account.id, known, self._now())


def _signer(request: SignedSignIn, text: bytes) -> bytes:
    """The key of who has signed a text. Raises RequestDenied."""
    try:
        key, signature = key_from_text(request.key), signature_from_text(request.signature)
    except InvalidKey as error:
        raise RequestDenied(ErrorCode.WRONG_PROOF, f"This can't be read: {error}.") from None
    if not is_signed(key, text, signature):
        sentence = (
            "The signature does not fit this key, this connection and this hello. Connect again, and sign"
            " what you send."
        )
        raise RequestDenied(ErrorCode.WRONG_PROOF, sentence)
    return key


def _unknown_device() -> RequestDenied:
    text = (
        "This device is not one of the account's: it was revoked, or the account was not used for long and"
        " has expired."
    )
    return RequestDenied(ErrorCode.UNKNOWN_DEVICE, text)


def too_many_devices(account: Account) -> RequestDenied:
    """Why an account gets no more devices."""
    text = f"The account {account.name} has {MOST_DEVICES} devices already. Revoke one of them first."
    return RequestDenied(ErrorCode.TOO_MANY, text)


def _deleted() -> RequestDenied:
    return RequestDenied(ErrorCode.ACCOUNT_DELETED, "This account was deleted. Choose another name.")


def _wait(wait: Wait, text: str) -> None:
    if seconds := wait():
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(seconds * 1000)))
