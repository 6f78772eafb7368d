"""Samples of every way to sign in, with valid proofs. The secret and the nonces are made up."""

from typing import Final

from pente_core.identity import PlayerId, PlayerKind
from pente_core.value import replace
from pente_protocol.login.proof import account_of, client_proof, key_to_text, server_signature, verifier_of
from pente_protocol.login.signed_message import keys_from, signed_message
from pente_protocol.messages import KeyText, KnownDevice, LinkCode, NewAccount, Nonce, OldToken, ProvenSignIn
from pente_protocol.version import SUBPROTOCOL, VERSION

SECRET: Final = bytes(range(32))
SERVER_ID: Final = "RkFM3Kx0aDq1c_-tTn5UGg"
SERVER_NONCE: Final = "b1Xw0YkVQx6h-Zr8uJm_3A"
CLIENT_NONCE: Final = Nonce("Jw5nE8uRz1GtMxKc3oBf6Q")
VERIFIER: Final = verifier_of(SECRET)
PLAYER: Final = PlayerId(account_of(VERIFIER.device))
_KEYS: Final = keys_from(VERIFIER, "laptop")
_NO_PROOF: Final = KeyText("")


def message_of(account: ProvenSignIn) -> bytes:
    """What the proof of a sample signs."""
    return signed_message(
        account, form=SUBPROTOCOL, version=VERSION, server_id=SERVER_ID, server_nonce=SERVER_NONCE
    )


def _proven(account: ProvenSignIn) -> ProvenSignIn:
    return replace(account, proof=key_to_text(client_proof(SECRET, message_of(account))))


SIGN_INS: Final[dict[str, ProvenSignIn]] = {
    "known device": _proven(KnownDevice(PLAYER, VERIFIER.device, CLIENT_NONCE, _NO_PROOF)),
    "new account": _proven(NewAccount(_KEYS, CLIENT_NONCE, _NO_PROOF, "Ann")),
    "new guest": _proven(NewAccount(_KEYS, CLIENT_NONCE, _NO_PROOF)),
    "new bot": _proven(NewAccount(_KEYS, CLIENT_NONCE, _NO_PROOF, "hexa-bot", PlayerKind.BOT)),
    "old token": _proven(OldToken("made-up-token", _KEYS, CLIENT_NONCE, _NO_PROOF)),
    "link code": _proven(LinkCode("K7QF-2M9XTR", _KEYS, CLIENT_NONCE, _NO_PROOF)),
}
SIGNATURE: Final = key_to_text(server_signature(VERIFIER, message_of(SIGN_INS["known device"])))
"""The server's answer to the known device."""
