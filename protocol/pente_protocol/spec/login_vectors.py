"""Vectors of sign-ins: every intermediate value, for tests of other implementations."""

import json
from typing import Any

from pente_protocol.codec import plain
from pente_protocol.login.proof import key_to_text, server_signature
from pente_protocol.messages import ProvenSignIn
from pente_protocol.spec.samples.sign_ins import (
    PLAYER,
    SECRET,
    SERVER_ID,
    SERVER_NONCE,
    SIGN_INS,
    VERIFIER,
    message_of,
)
from pente_protocol.version import SUBPROTOCOL, VERSION


def vectors() -> dict[str, Any]:
    """The keys of one secret, and the sign-ins with them."""
    return {
        "secret": SECRET.hex(),
        "stored_key": key_to_text(VERIFIER.stored_key),
        "server_key": key_to_text(VERIFIER.server_key),
        "device": VERIFIER.device,
        "account": PLAYER,
        "form": SUBPROTOCOL,
        "version": VERSION,
        "server_id": SERVER_ID,
        "server_nonce": SERVER_NONCE,
        "sign_ins": [_vector(name, account) for name, account in SIGN_INS.items()],
    }


def login_json() -> str:
    """The contents of ``login.json``."""
    return json.dumps(vectors(), indent=1) + "\n"


def _vector(name: str, account: ProvenSignIn) -> dict[str, Any]:
    message = message_of(account)
    return {
        "name": name,
        "auth_message": message.decode(),
        "account": plain(account),
        "signature": key_to_text(server_signature(VERIFIER, message)),
    }
