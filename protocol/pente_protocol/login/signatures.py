"""Signing and checking with Ed25519 (RFC 8032), by the library `cryptography`: only here it is imported, and
only when the first signature is made or checked, as guests, viewers and everything offline do without.

Who checks refuses what libraries disagree about: a public key that is not the only spelling of its point, or
is of small order, so that one signature would fit many messages. OpenSSL itself refuses an S that is not
below the order of the group, and an R that is not spelled as it would spell it.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pente_protocol.login.keys import KEY_BYTES, SIGNATURE_BYTES

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NEEDED: Final = "the Python package cryptography, which is missing here; pente doctor says what to do"
"""What a machine lacks on which no signature can be made."""
_P: Final = 2**255 - 19
_OF_ORDER_EIGHT: Final = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_SMALL_ORDER: Final = frozenset({0, 1, _P - 1, _OF_ORDER_EIGHT, _P - _OF_ORDER_EIGHT})
"""The y of the eight points of small order, which come in pairs but for two."""


class MissingLibrary(RuntimeError):
    """There is no `cryptography` here; the message says what to do."""


def public_key(secret: bytes) -> bytes:
    """The public key of a secret one. Raises MissingLibrary."""
    return _private(secret).public_key().public_bytes_raw()


def sign(secret: bytes, text: bytes) -> bytes:
    """The signature of a text. Raises MissingLibrary."""
    return _private(secret).sign(text)


def is_signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether the owner of a public key has signed a text. Raises MissingLibrary."""
    if len(signature) != SIGNATURE_BYTES or not is_good(key):
        return False
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise _missing() from error
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except InvalidSignature:
        return False
    return True


def is_good(key: bytes) -> bool:
    """Whether a public key is the only spelling of a point, and not one of small order.

    Whether there is such a point at all shows when a signature is checked.
    """
    y = int.from_bytes(key, "little") & (1 << 255) - 1
    return len(key) == KEY_BYTES and y < _P and y not in _SMALL_ORDER


@lru_cache(maxsize=8)
def _private(secret: bytes) -> "Ed25519PrivateKey":
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise _missing() from error
    return Ed25519PrivateKey.from_private_bytes(secret)


def _missing() -> MissingLibrary:
    return MissingLibrary(
        f"This needs {NEEDED}. Without it you can watch, be a guest without a name, or play in a browser."
    )
