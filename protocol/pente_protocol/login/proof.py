"""Proving whose account it is, in both directions, without sending the secret: SCRAM after RFC 5802.

A device draws a secret of 32 random bytes for each account, and keeps it. The keys are those of RFC 5802,
section 3, with SHA-256::

    ClientKey       = HMAC(secret, "Client Key")
    StoredKey       = SHA-256(ClientKey)
    ServerKey       = HMAC(secret, "Server Key")
    ClientSignature = HMAC(StoredKey, AuthMessage)
    ClientProof     = ClientKey XOR ClientSignature
    ServerSignature = HMAC(ServerKey, AuthMessage)

There the secret is SaltedPassword: a password that was hashed slowly, with a salt, since it can be guessed.
Nobody can guess 256 random bits, so here neither salt nor iterations would make anything safer.

The server keeps StoredKey and ServerKey, a `Verifier`. Whoever steals it can't log in: the proof needs
ClientKey. (One who has stolen it *and* reads a login on the wire gets ClientKey; and with ServerKey one can
pass for the server.) AuthMessage is `auth_message` and not that of SASL, as nothing is negotiated here. It
has a nonce of each side, so an old proof proves nothing, and it names the server, so a proof for one server
is worthless at another.

What this does not stop: a machine in the middle that passes everything on while it happens, nonces included,
and uses the connection once the player is logged in. Against that helps an encrypted connection (wss) to an
address that is known to be the server's; clients ask before they use a name at a new address.

Nonces, keys, proofs and signatures travel as base64url without padding: 43 characters for 32 bytes.
"""

import base64
import binascii
from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Final

from pente_core.identity import PlayerId
from pente_core.value import Value
from pente_protocol.messages import DeviceId, KeyText

SECRET_BYTES: Final = 32
"""The length of a device's secret."""
KEY_BYTES: Final = 32
"""The length of keys, proofs and signatures."""

_PREFIX: Final = "pente login"


class InvalidKey(ValueError):
    """A text that is not a key in its one spelling."""


class Verifier(Value):
    """What a server keeps of a device: enough to check its proofs, and not enough to make one."""

    stored_key: bytes
    server_key: bytes

    @property
    def device(self) -> DeviceId:
        """The id of these keys, which belongs to no others."""
        found = sha256(b"pente device " + self.stored_key + self.server_key).digest()
        return DeviceId(_text(found[:16]))


class LoginContext(Value):
    """What both sides know of a login, and what its proofs are bound to."""

    form: str
    """The form of the messages: the chosen subprotocol of the WebSocket."""
    version: int
    """The version of the protocol that the hello names."""
    server_id: str
    server_nonce: str
    client_nonce: str
    action: str
    """The tag of the ``account`` in the hello, such as ``known_device``."""
    device: DeviceId
    player: str = ""
    """The id of the account that the hello names; empty if it names none."""


def auth_message(context: LoginContext) -> bytes:
    r"""The bytes that are signed: nine lines of ASCII, with ``\n`` between them.

    Raises ValueError if a part is empty, or could be taken for more or less than one line. Only the player
    may be empty.
    """
    parts = (
        _PREFIX,
        context.form,
        str(context.version),
        context.server_id,
        context.server_nonce,
        context.client_nonce,
        context.action,
        context.device,
        context.player,
    )
    if not all(part.isascii() and part.isprintable() for part in parts) or not all(parts[:-1]):
        raise ValueError("a part of a login is empty or no line of printable ASCII")
    return "\n".join(parts).encode()


def verifier_of(secret: bytes) -> Verifier:
    """The verifier that belongs to a device's secret."""
    return Verifier(sha256(_client_key(secret)).digest(), digest(secret, b"Server Key", "sha256"))


def client_proof(secret: bytes, message: bytes) -> bytes:
    """The proof that one has the secret; ``message`` is an `auth_message`."""
    client_key = _client_key(secret)
    return _xor(client_key, digest(sha256(client_key).digest(), message, "sha256"))


def is_proven(verifier: Verifier, message: bytes, proof: bytes) -> bool:
    """Whether a proof was made with the secret that a verifier belongs to; takes equally long either way."""
    if len(proof) != KEY_BYTES:
        return False
    client_key = _xor(proof, digest(verifier.stored_key, message, "sha256"))
    return compare_digest(sha256(client_key).digest(), verifier.stored_key)


def server_signature(verifier: Verifier, message: bytes) -> bytes:
    """The server's proof that it has the verifier, for the client to check."""
    return digest(verifier.server_key, message, "sha256")


def is_signed(verifier: Verifier, message: bytes, signature: bytes) -> bool:
    """Whether a server that has the verifier made the signature."""
    return compare_digest(server_signature(verifier, message), signature)


def key_to_text(key: bytes) -> KeyText:
    """A key of 32 bytes as text; the twin of `key_from_text`."""
    return KeyText(_text(key))


def key_from_text(text: str) -> bytes:
    """Read a key; each has only one spelling. Raises InvalidKey."""
    try:
        key = base64.b64decode(f"{text}=", altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise InvalidKey("a key is 43 characters of base64url") from None
    if len(key) != KEY_BYTES or _text(key) != text:
        raise InvalidKey("a key is 43 characters of base64url, in the only spelling that it has")
    return key


def account_of(text: str) -> PlayerId:
    """The id of the account that was opened by the device with that id: 128 bits in hex.

    The same is true of the tokens that clients sent before there were devices. The id is public, and neither
    a token nor a device's id can be computed from it.
    """
    return PlayerId(sha256(b"pente player " + text.encode()).hexdigest()[:32])


def _client_key(secret: bytes) -> bytes:
    return digest(secret, b"Client Key", "sha256")


def _xor(one: Sequence[int], other: Sequence[int]) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=True))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
