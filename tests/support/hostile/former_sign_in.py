"""The sign-in of servers from before devices signed with keys, which benches still compare with: SCRAM."""

import base64
import secrets
from hashlib import sha256
from hmac import digest

from pente_core.identity import PlayerKind
from pente_protocol.messages import Wire


def former_hello(greeting: Wire, form: str, name: str, kind: PlayerKind) -> Wire:
    """A hello that opens an account, for a server that has greeted so; without its id."""
    secret, nonce = secrets.token_bytes(32), secrets.token_urlsafe(24)
    client_key, server_key = (digest(secret, word, "sha256") for word in (b"Client Key", b"Server Key"))
    stored_key = sha256(client_key).digest()
    device = _text(sha256(b"pente device " + stored_key + server_key).digest()[:16])
    lines = (
        "pente login",
        form,
        "1",
        greeting["server_id"],
        greeting["nonce"],
        nonce,
        "new_account",
        device,
        "",
    )
    signature = digest(stored_key, "\n".join(lines).encode(), "sha256")
    proof = _text(bytes(one ^ other for one, other in zip(client_key, signature, strict=True)))
    keys = {"stored_key": _text(stored_key), "server_key": _text(server_key)}
    account = {
        "t": "new_account",
        "keys": keys,
        "nonce": nonce,
        "proof": proof,
        "name": name,
        "kind": kind.value,
    }
    return {"t": "hello", "client": "test", "account": account}


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
