"""The keys by which devices and servers are known: their spelling, and the ids that follow from them.

A key is a public key of Ed25519. A device has one for each account at each server, so that no two servers can
tell that a player is the same; a server has one for all its nodes. Keys, signatures, nonces and ids travel as
base64url without padding, in the only spelling that each has.
"""

import base64
import binascii
from functools import lru_cache
from hashlib import sha256
from typing import Final

from pente_core.identity import PlayerId
from pente_protocol.messages.account import DeviceId, KeyText, SignatureText

KEY_BYTES: Final = 32
"""The length of secret and public keys."""
SIGNATURE_BYTES: Final = 64
_ID_BYTES: Final = 16
_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"


class InvalidKey(ValueError):
    """What is no key or no signature; the message says why."""


def key_to_text(key: bytes) -> KeyText:
    """A key as text; the twin of `key_from_text`."""
    return KeyText(_text(key))


def key_from_text(text: str) -> bytes:
    """Read a key; each has only one spelling. Raises InvalidKey."""
    return _bytes(text, KEY_BYTES, "a key")


def signature_to_text(signature: bytes) -> SignatureText:
    """A signature as text; the twin of `signature_from_text`."""
    return SignatureText(_text(signature))


def signature_from_text(text: str) -> bytes:
    """Read a signature; each has only one spelling. Raises InvalidKey."""
    return _bytes(text, SIGNATURE_BYTES, "a signature")


@lru_cache(maxsize=1024)
def device_of(key: bytes) -> DeviceId:
    """The id of the device with a public key."""
    return DeviceId(_text(_hash("device", key)))


def account_of(key: bytes) -> PlayerId:
    """The id of the account that the device with a public key opens: 128 bits in hex."""
    return PlayerId(_hash("account", key).hex())


def device_words(device: DeviceId) -> str:
    """Four words by which people compare the keys of devices: 64 bits of the id, which follows from the key.

    They are proquints, five letters for 16 bits each (A. Wilkerson, arXiv 0901.4016).

    >>> device_words(DeviceId("fwAAAQAAAAAAAAAAAAAAAA"))
    'lusab-babad-babab-babab'
    """
    data = base64.urlsafe_b64decode(device + "==")[:8]
    return "-".join(_word(int.from_bytes(data[at : at + 2])) for at in range(0, len(data), 2))


def _word(bits: int) -> str:
    """Consonants for four bits and vowels for two, in turn."""
    letters = [(12, _CONSONANTS), (10, _VOWELS), (6, _CONSONANTS), (4, _VOWELS), (0, _CONSONANTS)]
    return "".join(row[bits >> shift & len(row) - 1] for shift, row in letters)


def server_of(key: bytes) -> str:
    """The id of the server with a public key."""
    return _text(_hash("server", key))


def _hash(kind: str, key: bytes) -> bytes:
    """The first half of a hash for one purpose."""
    return sha256(f"pente {kind} 1\0".encode() + key).digest()[:_ID_BYTES]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str, length: int, what: str) -> bytes:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        data = b""
    if len(data) != length or _text(data) != text:
        characters = (length * 8 + 5) // 6
        raise InvalidKey(f"{what} is {characters} characters of base64url, in the only spelling that it has")
    return data
