"""The accounts of the scripted server: it believes what a client proves, and forgets all when it ends."""

import secrets
from dataclasses import dataclass, field

from pente_core.identity import Identity, PlayerId
from pente_protocol.login.keys import (
    KEY_BYTES,
    InvalidKey,
    account_of,
    key_from_text,
    key_to_text,
    server_of,
    signature_from_text,
    signature_to_text,
)
from pente_protocol.login.signatures import is_signed, public_key, sign
from pente_protocol.login.signed_texts import Handshake, greeting_text, hello_text
from pente_protocol.messages import Wire
from pente_protocol.messages.account import Guest, KeyText, KnownDevice, LinkCode, SignatureText, SignIn


class BadSignIn(ValueError):
    """A sign-in that proves nothing; the message says what to do, in whole sentences."""


@dataclass(slots=True)
class Accounts:
    """Mutable."""

    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(KEY_BYTES))
    _known: dict[PlayerId, tuple[Identity, set[bytes]]] = field(default_factory=dict)

    @property
    def server_key(self) -> KeyText:
        """The server's public key."""
        return key_to_text(public_key(self._secret))

    @property
    def server_id(self) -> str:
        """The server's id, which follows from its key."""
        return server_of(public_key(self._secret))

    def sign_greeting(self, handshake: Handshake, address: str) -> SignatureText:
        """The signature of a greeting."""
        return signature_to_text(sign(self._secret, greeting_text(handshake, address)))

    def admit(self, account: SignIn, handshake: Handshake, wire: Wire) -> Identity:
        """Check a sign-in, and open the account if it is a new one. Raises BadSignIn and ProtocolError.

        ``wire`` is the hello as it came.
        """
        if isinstance(account, Guest):
            number = secrets.token_hex(16)
            return Identity(PlayerId(number), f"guest-{number[:6]}", account.kind)
        if isinstance(account, LinkCode):
            raise BadSignIn("This server knows no codes; open a new account.")
        if not handshake.client_nonce:
            raise BadSignIn("It connected without a nonce, and can sign in on no such connection.")
        try:
            key, signature = key_from_text(account.key), signature_from_text(account.signature)
        except InvalidKey as error:
            raise BadSignIn(f"A key or a signature of the hello is not valid: {error}.") from None
        if not is_signed(key, hello_text(handshake, wire), signature):
            raise BadSignIn(
                "The signature of the hello is wrong. Compare the text that it signs with that of sign-in.md;"
                " it has the nonces of this very connection, and all keys of the hello but for a few."
            )
        if not isinstance(account, KnownDevice):
            player = account_of(key)
            new = Identity(player, account.name or f"guest-{player[:6]}", account.kind)
            self._known.setdefault(player, (new, set()))[1].add(key)
            return new
        identity, keys = self._known.get(account.player, (None, set()))
        if identity is None or key not in keys:
            raise BadSignIn(
                "It signed in with a device that this server does not know. A server is known by its"
                " server_id, not by its address; open an account at a new one."
            )
        return identity
