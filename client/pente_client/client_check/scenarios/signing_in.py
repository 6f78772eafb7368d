"""The first messages of a connection, and its last one."""

from pente_client.client_check.scenarios.common import is_alive
from pente_client.client_check.stage.findings import Level
from pente_client.client_check.stage.stage import Stage
from pente_protocol.errors import CloseCode


async def check_handshake(stage: Stage) -> bool:
    """Wait for the first client; the answer is whether it has signed in."""
    if not await stage.until(lambda: stage.peers):
        return False
    if not await stage.until(lambda: stage.hellos):
        stage.findings.missed(
            Level.HANDSHAKE,
            "It sent no hello that the server could accept. The first message of a client is hello, once the "
            "greeting has come.",
        )
        await _send_away(stage)
        return False
    peer = stage.peer
    return stage.findings.expect(
        Level.HANDSHAKE,
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
        Level.HANDSHAKE,
        is_met=not await stage.until(lambda: len(stage.peers) > count, stage.silence),
        passed=f"It stays away after close code {CloseCode.ACCOUNT_DELETED}.",
        missed=f"It connected again after close code {CloseCode.ACCOUNT_DELETED}. Codes from 4500 to 4999 "
        "mean that it makes no sense to come back.",
    )
