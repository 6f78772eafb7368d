"""Vectors of sign-ins: every intermediate value, and what has to be refused, for other implementations."""

import json
from hashlib import sha512
from typing import Any, Final

from msgspec import structs

from pente_core.clock.instant import Instant
from pente_core.value import replace
from pente_protocol.codec import to_wire
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.login.keys import device_of, key_to_text, server_of, signature_to_text
from pente_protocol.login.signatures import public_key, sign
from pente_protocol.login.signed_texts import (
    NOT_SIGNED,
    greeting_text,
    hello_text,
    succeeded,
    succession_text,
)
from pente_protocol.messages.account import Guest
from pente_protocol.messages.hello import FormerKey
from pente_protocol.spec.samples.sign_ins import (
    ADDRESS,
    FORMER_SECRETS,
    GREETING_SIGNATURE,
    HANDSHAKE,
    KEY,
    PLAYER,
    ROTATED_SIGNATURE,
    SECRET,
    SERVER_ID,
    SERVER_SECRET,
    SIGN_INS,
    SUCCEEDS,
    hello_of,
)

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_Y: Final = (1 << 255) - 1
"""The bits of a point that are its y; the last one is the sign of its x."""
_OF_ORDER_EIGHT: Final = 2707385501144840649318225287225658788936804267575313519463743609750303402022
"""The y of two of the four points of order eight."""
_TEXT: Final = b"pente"


def vectors() -> dict[str, Any]:
    """The keys, a greeting, the hellos of one device, a server that has replaced its key twice, and keys and
    signatures that are refused.
    """
    return {
        "secret": SECRET.hex(),
        "key": key_to_text(KEY),
        "device": device_of(KEY),
        "account": PLAYER,
        "server_secret": SERVER_SECRET.hex(),
        "server_id": SERVER_ID,
        "fingerprint": fingerprint_of(SERVER_ID),
        "handshake": structs.asdict(HANDSHAKE),
        "greeting": {
            "address": ADDRESS,
            "text": greeting_text(HANDSHAKE, ADDRESS).decode(),
            "signature": GREETING_SIGNATURE,
        },
        "not_signed": [*NOT_SIGNED, "account.signature"],
        "hellos": [_vector(name) for name, account in SIGN_INS.items() if not isinstance(account, Guest)],
        "succession": _succession(),
        "refused": _refused(),
    }


def login_json() -> str:
    """The contents of ``login.json``."""
    return json.dumps(vectors(), indent=1) + "\n"


def _vector(name: str) -> dict[str, Any]:
    hello = to_wire(hello_of(name))
    return {"name": name, "text": hello_text(HANDSHAKE, hello).decode(), "hello": hello}


def _succession() -> dict[str, Any]:
    """The server of the other vectors, which had two keys before, and chains that it may not have."""
    first, second = SUCCEEDS
    (elsewhere,) = succeeded((), FORMER_SECRETS[1], key_to_text(KEY), second.at)
    refused: dict[str, tuple[FormerKey, ...]] = {
        "another time was signed": (first, replace(second, at=Instant(second.at + 1))),
        "the signature is that of another key": (first, replace(second, signature=first.signature)),
        "the keys are in another order": (second, first),
        "the last key has signed another successor": (first, elsewhere),
        "the last key is missing": (first,),
        "a key is there twice": (second, first, second),
    }
    return {
        "secrets": [secret.hex() for secret in FORMER_SECRETS],
        "ids": (ids := [server_of(public_key(secret)) for secret in FORMER_SECRETS]),
        "fingerprints": [*map(fingerprint_of, ids)],
        "texts": [
            succession_text(one.key, new, one.at).decode()
            for one, new in zip(SUCCEEDS, (second.key, HANDSHAKE.server_key), strict=True)
        ],
        "succeeds": [structs.asdict(one) for one in SUCCEEDS],
        "greeting": {
            "text": greeting_text(HANDSHAKE, ADDRESS, SUCCEEDS).decode(),
            "signature": ROTATED_SIGNATURE,
        },
        "refused": [
            {"why": why, "succeeds": [structs.asdict(one) for one in wrong]} for why, wrong in refused.items()
        ],
    }


def _refused() -> list[dict[str, str]]:
    """Keys and signatures of the text ``pente`` that some library takes, and nobody may take."""
    good = sign(SECRET, _TEXT)
    r, s = good[:32], int.from_bytes(good[32:], "little")
    return [
        _refusal("the key is of small order: 1", _little(1), _little(1) + _little(0)),
        _refusal("the key is of small order: 0", _little(0), _little(1) + _little(0)),
        _refusal("the key is of small order: -1", _little(_P - 1), _little(1) + _little(0)),
        _refusal("the key is of small order: eight", _little(_OF_ORDER_EIGHT), _little(1) + _little(0)),
        _refusal("the key is not canonical: p + 1", _little(_P + 1), _little(1) + _little(0)),
        _refusal("the key is not canonical: minus zero", _little(1 | 1 << 255), _little(1) + _little(0)),
        _refusal("R is not canonical: p + 1", KEY, _with_nonce_zero(_little(_P + 1))),
        _refusal("it is right only with a factor of eight", KEY, _with_torsion()),
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
    challenge = int.from_bytes(sha512(r + KEY + _TEXT).digest(), "little")
    return r + _little(challenge * _scalar(SECRET) % _L)


def _with_torsion() -> bytes:
    """A signature whose R is beside the right one by the point of order two: -x and -y of it."""
    nonce = public_key(bytes(32))
    r = _little((_P - (int.from_bytes(nonce, "little") & _Y)) | (0 if nonce[31] >> 7 else 1 << 255))
    challenge = int.from_bytes(sha512(r + KEY + _TEXT).digest(), "little")
    return r + _little((_scalar(bytes(32)) + challenge * _scalar(SECRET)) % _L)


def _scalar(secret: bytes) -> int:
    """The number behind a secret key (RFC 8032, 5.1.5)."""
    return int.from_bytes(sha512(secret).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254


def _little(number: int) -> bytes:
    return number.to_bytes(32, "little")
