"""The greeting, and the sign-in of a client."""

from typing import Final

from pente_client.client_check.stage.accounts import Accounts, BadSignIn
from pente_client.client_check.stage.cast import VIEWER
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.peer import Peer, error
from pente_client.client_check.stage.stage import Proof, Stage, now
from pente_core.identity import Identity
from pente_core.value import replace
from pente_protocol.codec import plain
from pente_protocol.errors import ProtocolError
from pente_protocol.login.signed_texts import Handshake
from pente_protocol.messages import Wire
from pente_protocol.messages.account import Guest
from pente_protocol.messages.hello import Hello

_LIMITS: Final = [{"name": "made_up", "number": 8, "per": "connection"}]
_SERVER: Final = "pente-check/1"


def greeting(stage: Stage, peer: Peer) -> Wire:
    """The first message of the server, with a version and a feature that no client knows."""
    signer = Accounts() if stage.proof is Proof.OTHER_KEY else stage.accounts
    handshake = Handshake(peer.form.subprotocol, peer.client_nonce, peer.nonce, signer.server_key)
    if stage.proof is Proof.RECORDED:
        handshake = replace(handshake, client_nonce="another-client-s-nonce")
    address = f"ws://{peer.host}"
    signed: Wire = {
        "server_key": signer.server_key,
        "address": address,
        "signature": signer.sign_greeting(handshake, address),
    }
    return {
        "t": "greeting",
        "server_id": stage.accounts.server_id,
        "name": "check",
        "server": _SERVER,
        "features": ["made-up"],
        "limits": _LIMITS,
        "nonce": peer.nonce,
        "now": now(),
        "durability": "memory",
        **(signed if peer.client_nonce else {}),
    }


def _handshake(stage: Stage, peer: Peer) -> Handshake:
    return Handshake(peer.form.subprotocol, peer.client_nonce, peer.nonce, stage.accounts.server_key)


async def sign_in(stage: Stage, peer: Peer, hello: Hello, wire: Wire) -> bool:
    """Let the client in; the answer is whether it is. ``wire`` is the hello as it came."""
    admitted: Identity | None = None
    try:
        _check(hello)
        if hello.account is not None:
            admitted = stage.accounts.admit(hello.account, _handshake(stage, peer), wire)
    except (BadSignIn, ProtocolError) as problem:
        stage.findings.missed(Part.HANDSHAKE, str(problem))
        await peer.send(error(hello.id, "wrong-proof", str(problem)))
        return False
    stage.me = admitted
    for room_id, known in hello.rooms.items():
        if (room := stage.rooms.get(room_id)) is not None:
            peer.watched.add(room_id)
            await peer.send(*room.after(known))
    await peer.send(
        {
            "t": "welcome",
            "id": hello.id,
            "server": _SERVER,
            "now": now(),
            "durability": "memory",
            "player": plain(admitted or VIEWER),
        }
    )
    return True


def _check(hello: Hello) -> None:
    """Raises BadSignIn."""
    if hello.account is None and not hello.watch_only:
        raise BadSignIn("Its hello has no account. A viewer without an account has to say watch_only.")


def has_signed(hello: Hello) -> bool:
    """Whether a client has signed in with a key, which is only for a server that has proven itself."""
    return not (hello.account is None or isinstance(hello.account, Guest))
