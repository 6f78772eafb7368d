"""Samples of every way to sign in, with valid signatures. The secrets and the nonces are made up."""

from typing import Any, Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.value import replace
from pente_protocol.login.keys import account_of, key_to_text, server_of, signature_to_text
from pente_protocol.login.signatures import public_key, sign
from pente_protocol.login.signed_texts import Handshake, greeting_text, sign_hello, succeeded
from pente_protocol.messages.account import (
    DeviceName,
    Guest,
    KeyText,
    KnownDevice,
    LinkCode,
    NewAccount,
    SignatureText,
    SignIn,
)
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Hello
from pente_protocol.version import SUBPROTOCOL

SECRET: Final = bytes(range(32))
KEY: Final = public_key(SECRET)
PLAYER: Final = account_of(KEY)
SERVER_SECRET: Final = bytes(range(32, 64))
SERVER_KEY: Final = public_key(SERVER_SECRET)
SERVER_ID: Final = server_of(SERVER_KEY)
ADDRESS: Final = "wss://pente.example.org"
HANDSHAKE: Final = Handshake(
    SUBPROTOCOL, "Jw5nE8uRz1GtMxKc3oBf6Q", "b1Xw0YkVQx6h-Zr8uJm_3A", key_to_text(SERVER_KEY)
)
GREETING_SIGNATURE: Final = signature_to_text(sign(SERVER_SECRET, greeting_text(HANDSHAKE, ADDRESS)))
FORMER_SECRETS: Final = (bytes(range(64, 96)), bytes(range(96, 128)))
"""The secret keys that the server had before."""
SUCCEEDS: Final = succeeded(
    succeeded((), FORMER_SECRETS[0], key_to_text(public_key(FORMER_SECRETS[1])), Instant(1_790_000_000_000)),
    FORMER_SECRETS[1],
    HANDSHAKE.server_key,
    Instant(1_800_000_000_000),
)
ROTATED_SIGNATURE: Final = signature_to_text(sign(SERVER_SECRET, greeting_text(HANDSHAKE, ADDRESS, SUCCEEDS)))
_NO_KEY: Final = KeyText("")
_UNSIGNED: Final = SignatureText("")
_LAPTOP: Final = DeviceName("laptop")

SIGN_INS: Final[dict[str, SignIn]] = {
    "guest": Guest(),
    "known device": KnownDevice(PLAYER, _NO_KEY, _UNSIGNED),
    "new account": NewAccount(_NO_KEY, _UNSIGNED, "Ann", device_name=_LAPTOP),
    "new guest": NewAccount(_NO_KEY, _UNSIGNED),
    "new bot": NewAccount(_NO_KEY, _UNSIGNED, "hexa-bot", PlayerKind.BOT),
    "link code": LinkCode("K7QF-2M9XTR", _NO_KEY, _UNSIGNED, _LAPTOP),
}


def hello_of(name: str, client: str = "pente/0.1.0", **fields: Any) -> Hello:
    """The hello of a way to sign in, with its signature if it has one; ``fields`` are others of it."""
    hello = replace(Hello(RequestId(1), client, SIGN_INS[name], address=ADDRESS), **fields)
    return hello if isinstance(hello.account, Guest) else sign_hello(hello, SECRET, HANDSHAKE)
