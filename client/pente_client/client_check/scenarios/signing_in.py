"""The first messages of a connection, and its last one."""

from pente_client.client_check.scenarios.common import is_alive
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.sign_in import has_signed
from pente_client.client_check.stage.stage import Proof, Stage
from pente_protocol.errors import CloseCode


async def check_handshake(stage: Stage) -> bool:
    """Wait for the first client; the answer is whether it has signed in."""
    if not await stage.until(lambda: stage.peers):
        return False
    if not await stage.until(lambda: stage.hellos):
        stage.findings.missed(
            Part.HANDSHAKE,
            "It sent no hello that the server could accept. The first message of a client is hello, once the "
            "greeting has come.",
        )
        await _send_away(stage)
        return False
    peer = stage.peer
    return stage.findings.expect(
        Part.HANDSHAKE,
        is_met=peer is not None and await is_alive(stage, peer),
        passed="It signs in, goes on after keys that it does not know, and answers pings.",
        missed="It was gone after the welcome, or did not answer a ping of the WebSocket in time. The "
        "welcome had keys that no client knows: ignore them.",
    )


async def _send_away(stage: Stage) -> None:
    if (peer := stage.peer) is not None:
        await peer.close(CloseCode.REFUSED_HELLO, "The client did not sign in.")


async def check_closing(stage: Stage) -> None:
    """Close for good: a client that comes back has not read the code."""
    count, peer = len(stage.peers), stage.peer
    if peer is None:
        return
    await peer.close(CloseCode.ACCOUNT_DELETED, "This account was deleted.")
    stage.findings.expect(
        Part.HANDSHAKE,
        is_met=not await stage.until(lambda: len(stage.peers) > count, stage.silence),
        passed=f"It stays away after close code {CloseCode.ACCOUNT_DELETED}.",
        missed=f"It connected again after close code {CloseCode.ACCOUNT_DELETED}. Codes from 4500 to 4999 "
        "mean that it makes no sense to come back.",
    )


async def check_proof(stage: Stage) -> None:
    """Say to be the server that the client knows, and prove it badly. Most clients end then, rightly."""
    if not any(has_signed(hello) for hello in stage.hellos):
        return
    for proof in (Proof.RECORDED, Proof.OTHER_KEY):
        stage.proof = proof
        if not await _meets(stage):
            stage.findings.unseen(Part.HANDSHAKE, f"It was not started again, to meet {proof}.")
            return
        stage.findings.expect(
            Part.HANDSHAKE,
            is_met=proof not in stage.believed,
            passed=f"It does not sign in where it meets {proof}.",
            missed=f"It signed in although it met {proof}. Before you send anything, check that the "
            "greeting's server_id is the hash of its server_key, and that this key has signed the nonce with "
            "which you have connected.",
        )


async def _meets(stage: Stage) -> bool:
    """Have the client started again; whether it was. It has time to send what it should not."""
    count = len(stage.peers)
    stage.ask(f"Start your client again, as before: now it meets {stage.proof}.")
    if not await stage.until(lambda: len(stage.peers) > count):
        return False
    peer = stage.peers[count]
    await stage.until(lambda: not peer.is_open, stage.silence)
    return True
