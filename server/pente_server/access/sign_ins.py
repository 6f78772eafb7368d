"""Sign-ins: whose account it is, as proven by the keys of a device.

Nothing is believed without a proof, not even a repeated request for a new account: else the verifiers in a
stolen backup would open all accounts.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity, PlayerId
from pente_protocol.errors import ErrorCode
from pente_protocol.login.proof import (
    InvalidKey,
    Verifier,
    account_of,
    is_proven,
    key_from_text,
    key_to_text,
    server_signature,
)
from pente_protocol.login.signed_message import verifier_in
from pente_protocol.messages import (
    DeviceId,
    DeviceKeys,
    Guest,
    KnownDevice,
    LinkCode,
    NewAccount,
    OldToken,
    ProvenSignIn,
    SignIn,
)
from pente_protocol.untrusted_text import clean
from pente_server.access.accounts import open_account, open_guest_account
from pente_server.access.house_accounts import HouseDevices
from pente_server.access.link_codes import parse_code
from pente_server.limits.errors import RequestDenied
from pente_server.store import Account
from pente_server.store.accounts.account import MOST_DEVICES, Device
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.device_store import DeviceChange, DeviceStore

USED_EXACT_TO: Final = Millis(24 * 60 * 60 * 1000)
"""How exact the last use of a device is stored, to save writes."""

AccountCheck = Callable[[PlayerId, str], None]
"""Raises RequestDenied when a player with that id and name may not connect."""
Wait = Callable[[], float]
"""Called before something that guessers or flooders would repeat: 0, or the seconds until it is allowed."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A device that has proven that it has the secret of its keys."""

    device: DeviceId
    """Empty for a guest, who has none."""
    signature: str
    """The server's own proof, for the welcome; empty for a guest."""
    verifier: Verifier | None = None
    """What a device is to be kept by that is not yet one of an account."""
    account: Account | None = None
    """The account that the device belongs to, or whose old token it has; None: that is still to be found."""
    house_bot: Identity | None = None
    """The house bot that it is."""


NO_DEVICE: Final = DeviceId("")
NOTHING_PROVEN: Final = Proven(NO_DEVICE, "")
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

    async def prove(self, request: ProvenSignIn, message: bytes) -> Proven:
        """Check the proof; ``message`` is what it signs. Opens and changes nothing.

        Raises RequestDenied, and StoreUnavailable.
        """
        if isinstance(request, KnownDevice):
            return await self._prove_known(request, message)
        verifier = _verifier(request.keys)
        signature = _check(verifier, message, request.proof)
        if isinstance(request, LinkCode):
            return Proven(verifier.device, signature, verifier)
        opens = request.token if isinstance(request, OldToken) else verifier.device
        account = await self._accounts.account(account_of(opens))
        if account is not None and account.device(verifier.device) is None:
            _check_token(account, request)
        return Proven(verifier.device, signature, verifier, account)

    async def _prove_known(self, request: KnownDevice, message: bytes) -> Proven:
        house = self._house.bot_with(request.device)
        if house is not None:
            bot, verifier = house
            signature = _check(verifier, message, request.proof)
            return Proven(request.device, signature, house_bot=bot)
        account = await self._accounts.account(request.player)
        device = None if account is None else account.device(request.device)
        if account is None or device is None:
            (is_deleted,) = await self._accounts.deleted([request.player])
            raise _deleted() if is_deleted else _unknown_device()
        signature = _check(device.verifier, message, request.proof)
        return Proven(request.device, signature, device.verifier, account)

    async def admit(
        self, request: SignIn, proven: Proven, wait: Wait, wait_for_guess: Wait, check: AccountCheck
    ) -> Identity:
        """Let in whoever has proven who they are: open an account or add a device if that was asked for.

        ``wait`` is called before an account is opened, and ``wait_for_guess`` before a code is looked at.
        Raises RequestDenied and StoreUnavailable.
        """
        if isinstance(request, Guest) or proven.verifier is None:
            return await self._open_for_guest(request, wait, check)
        device = Device(proven.verifier, _device_name(request), self._now(), self._now())
        if isinstance(request, LinkCode):
            account = await self._link(request, device, wait_for_guess, check)
        else:
            account = proven.account or await self._open(request, device, wait, check)
            check(account.id, account.name)
        await self._note_use(account, device)
        return Identity(account.id, account.name, account.kind)

    async def _open_for_guest(self, request: SignIn, wait: Wait, check: AccountCheck) -> Identity:
        """Open an account that nothing signs in to."""
        assert isinstance(request, Guest)
        player = PlayerId(secrets.token_hex(16))
        check(player, "")
        _wait(wait, "Too many new players come from your address. Try again later.")
        account = await open_guest_account(self._accounts, player, request.kind)
        return Identity(account.id, account.name, account.kind)

    async def _open(
        self, request: KnownDevice | NewAccount | OldToken, device: Device, wait: Wait, check: AccountCheck
    ) -> Account:
        if not isinstance(request, NewAccount):
            text = "This server has no account with your token. Give a name to open one."
            raise RequestDenied(ErrorCode.BAD_TOKEN, text)
        player = account_of(device.id)
        if (await self._accounts.deleted([player]))[0]:
            raise _deleted()
        check(player, request.name)
        _wait(wait, "Too many new players come from your address. Try again later.")
        return await open_account(self._accounts, request, device)

    async def _link(
        self, request: LinkCode, device: Device, wait_for_guess: Wait, check: AccountCheck
    ) -> Account:
        _wait(wait_for_guess, "Too many codes were tried from your address. Try again later.")
        code = parse_code(request.code)
        offer = code and await self._devices.redeem(code.selector, code.digest, device.id)
        account = offer and await self._accounts.account(offer.player)
        if not offer or not account or account.is_of_house:
            text = "No device can be added with that code. It may have expired; get another one."
            raise RequestDenied(ErrorCode.WRONG_CODE, text)
        check(account.id, account.name)
        await self._add(account, device, replaces_all=offer.replaces_all)
        return account

    async def _add(self, account: Account, device: Device, *, replaces_all: bool = False) -> None:
        change = await self._devices.add(account.id, device, replaces_all=replaces_all)
        if change is DeviceChange.FULL:
            text = f"The account {account.name} has {MOST_DEVICES} devices already. Revoke one of them first."
            raise RequestDenied(ErrorCode.TOO_MANY, text)
        if change is not DeviceChange.DONE:
            raise _deleted()

    async def _note_use(self, account: Account, device: Device) -> None:
        """Add a device that the account lacks, as with an old token; else note that it was used."""
        known = account.device(device.id)
        if known is None:
            await self._add(account, device)
        elif elapsed(known.used, self._now()) >= USED_EXACT_TO:
            await self._devices.used(account.id, known, self._now())


def _verifier(keys: DeviceKeys) -> Verifier:
    try:
        return verifier_in(keys)
    except InvalidKey as error:
        raise RequestDenied(ErrorCode.WRONG_PROOF, f"The keys can't be read: {error}.") from None


def _check(verifier: Verifier, message: bytes, proof: str) -> str:
    """The server's signature for a valid proof. Raises RequestDenied."""
    try:
        is_right = is_proven(verifier, message, key_from_text(proof))
    except InvalidKey:
        is_right = False
    if not is_right:
        text = "The proof does not fit this connection and this device. Sign in anew."
        raise RequestDenied(ErrorCode.WRONG_PROOF, text)
    return key_to_text(server_signature(verifier, message))


def _check_token(account: Account, request: ProvenSignIn) -> None:
    """Check that an account that does not know the device is opened by a token. Raises RequestDenied."""
    if not isinstance(request, OldToken):
        raise _unknown_device()
    if account.is_of_house:
        text = f"The account {account.name} belongs to a house bot now. Choose another name."
        raise RequestDenied(ErrorCode.BAD_TOKEN, text)
    if not compare_digest(account.token_sha256, sha256(request.token.encode()).hexdigest()):
        text = (
            f"Another device has taken over {account.name}. Run `pente account link` there, and then"
            " `pente account link CODE` here."
        )
        raise RequestDenied(ErrorCode.BAD_TOKEN, text)


def _device_name(request: ProvenSignIn) -> str:
    return "" if isinstance(request, KnownDevice) else clean(request.keys.name)


def _unknown_device() -> RequestDenied:
    text = (
        "This device is not one of the account's: it was revoked, or the account was not used for long and"
        " has expired."
    )
    return RequestDenied(ErrorCode.UNKNOWN_DEVICE, text)


def _deleted() -> RequestDenied:
    return RequestDenied(ErrorCode.ACCOUNT_DELETED, "This account was deleted. Choose another name.")


def _wait(wait: Wait, text: str) -> None:
    if seconds := wait():
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(seconds * 1000)))
