"""Vectors of sign-ins: every intermediate value, and what has to be refused, for other implementations."""

import json
from hashlib import sha512
from typing import Any, Final

from msgspec import structs

from pente_protocol.codec import to_wire
from pente_protocol.login.keys import device_of, key_to_text, signature_to_text
from pente_protocol.login.signatures import sign
from pente_protocol.login.signed_texts import NOT_SIGNED, greeting_text, hello_text
from pente_protocol.messages import Guest
from pente_protocol.spec.samples.sign_ins import (
    ADDRESS,
    GREETING_SIGNATURE,
    HANDSHAKE,
    KEY,
    PLAYER,
    SECRET,
    SERVER_ID,
    SERVER_SECRET,
    SIGN_INS,
    hello_of,
)

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_TEXT: Final = b"pente"


def vectors() -> dict[str, Any]:
    """The keys, a greeting, the hellos of one device, and keys and signatures that are refused."""
    return {
        "secret": SECRET.hex(),
        "key": key_to_text(KEY),
        "device": device_of(KEY),
        "account": PLAYER,
        "server_secret": SERVER_SECRET.hex(),
        "server_id": SERVER_ID,
        "handshake": structs.asdict(HANDSHAKE),
        "greeting": {
            "address": ADDRESS,
            "text": greeting_text(HANDSHAKE, ADDRESS).decode(),
            "signature": GREETING_SIGNATURE,
        },
        "not_signed": [*NOT_SIGNED, "account.signature"],
        "hellos": [_vector(name) for name, account in SIGN_INS.items() if not isinstance(account, Guest)],
        "refused": _refused(),
    }


def login_json() -> str:
    """The contents of ``login.json``."""
    return json.dumps(vectors(), indent=1) + "\n"


def _vector(name: str) -> dict[str, Any]:
    hello = to_wire(hello_of(name))
    return {"name": name, "text": hello_text(HANDSHAKE, hello).decode(), "hello": hello}


def _refused() -> list[dict[str, str]]:
    """Keys and signatures of the text ``pente`` that some library takes, and nobody may take."""
    good = sign(SECRET, _TEXT)
    r, s = good[:32], int.from_bytes(good[32:], "little")
    return [
        _refusal("the key is of small order: 1", _little(1), _little(1) + _little(0)),
        _refusal("the key is of small order: 0", _little(0), _little(1) + _little(0)),
        _refusal("the key is not canonical: p + 1", _little(_P + 1), _little(1) + _little(0)),
        _refusal("the key is not canonical: minus zero", _little(1 | 1 << 255), _little(1) + _little(0)),
        _refusal("R is not canonical: p + 1", KEY, _with_nonce_zero(_little(_P + 1))),
        _refusal("S is not below L", KEY, r + _little(s + _L)),
        _refusal("another text was signed", KEY, sign(SECRET, b"ponte")),
    ]


def _refusal(why: str, key: bytes, signature: bytes) -> dict[str, str]:
    return {
        "why": why,
        "text": _TEXT.decode(),
        "key": key_to_text(key),
        "signature": signature_to_text(signature),
    }


def _with_nonce_zero(r: bytes) -> bytes:
    """A signature that is right for an R which stands for the neutral point, spelled in any way."""
    clamped = int.from_bytes(sha512(SECRET).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254
    challenge = int.from_bytes(sha512(r + KEY + _TEXT).digest(), "little")
    return r + _little(challenge * clamped % _L)


def _little(number: int) -> bytes:
    return number.to_bytes(32, "little")
