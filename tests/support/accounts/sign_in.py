"""Signing in as a device does, for peers that speak the protocol by themselves."""

from secrets import token_bytes
from typing import Final

from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.login.keys import (
    account_of,
    device_of,
    key_from_text,
    key_to_text,
    server_of,
    signature_from_text,
)
from pente_protocol.login.signatures import is_signed, public_key
from pente_protocol.login.signed_texts import Handshake, greeting_text, sign_hello
from pente_protocol.messages.account import (
    DeviceId,
    DeviceName,
    KeyText,
    KnownDevice,
    LinkCode,
    NewAccount,
    SignatureText,
)
from pente_protocol.messages.hello import Greeting, Hello
from pente_protocol.version import SUBPROTOCOL

NONCE: Final = "the-nonce-of-all-tests"
"""What test peers send as they connect: drawn once and for all, so that runs are alike."""
QUERY: Final = f"?nonce={NONCE}"
_NO_KEY: Final = KeyText("")
_UNSIGNED: Final = SignatureText("")


class TestedDevice:
    """A device with a secret, and the account that it belongs to. Mutable."""

    __test__ = False

    def __init__(self, credential: str = "") -> None:
        """``credential`` is that of a known account, ``ID.SECRET``."""
        player, _, secret = credential.partition(".")
        self.secret = key_from_text(secret) if secret else token_bytes(32)
        self.key = public_key(self.secret)
        self.player = PlayerId(player) if player else account_of(self.key)

    @property
    def id(self) -> DeviceId:
        """Its public id."""
        return device_of(self.key)

    @property
    def credential(self) -> str:
        """What makes another one of the same device."""
        return f"{self.player}.{key_to_text(self.secret)}"

    def known(self) -> KnownDevice:
        """Sign in again."""
        return KnownDevice(self.player, _NO_KEY, _UNSIGNED)

    def new(self, name: str = "", kind: PlayerKind = PlayerKind.PERSON) -> NewAccount:
        """Open an account."""
        return NewAccount(_NO_KEY, _UNSIGNED, name, kind, DeviceName("test"))

    def link(self, code: str) -> LinkCode:
        """Use a code."""
        return LinkCode(code, _NO_KEY, _UNSIGNED, DeviceName("linked"))

    def sign(self, hello: Hello, greeting: Greeting, form: str = SUBPROTOCOL) -> Hello:
        """A hello with its signature, for the connection that was greeted so; the greeting is checked."""
        handshake = handshake_of(greeting, form)
        text = greeting_text(handshake, greeting.address, greeting.succeeds)
        signature = signature_from_text(greeting.signature)
        key = key_from_text(greeting.server_key)
        assert server_of(key) == greeting.server_id
        assert is_signed(key, text, signature)
        return sign_hello(hello, self.secret, handshake)


def handshake_of(greeting: Greeting, form: str = SUBPROTOCOL) -> Handshake:
    """What makes a connection of a test peer one of its kind."""
    return Handshake(form, NONCE, greeting.nonce, greeting.server_key)
