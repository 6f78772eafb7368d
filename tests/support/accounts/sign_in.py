"""Signing in as a device does, for peers that speak the protocol by themselves."""

from secrets import token_bytes, token_urlsafe
from typing import Final

from pente_core.identity import PlayerId, PlayerKind
from pente_core.value import replace
from pente_protocol.login.proof import (
    account_of,
    client_proof,
    is_signed,
    key_from_text,
    key_to_text,
    verifier_of,
)
from pente_protocol.login.signed_message import keys_from, signed_message
from pente_protocol.messages import (
    Greeting,
    KeyText,
    KnownDevice,
    LinkCode,
    NewAccount,
    Nonce,
    OldToken,
    ProvenSignIn,
    Welcome,
)
from pente_protocol.version import SUBPROTOCOL, VERSION

_NO_PROOF: Final = KeyText("")


class TestedDevice:
    """A device with a secret, and the account that it belongs to. Mutable."""

    __test__ = False

    def __init__(self, credential: str = "") -> None:
        """``credential`` is that of a known account, ``ID.SECRET``."""
        player, _, secret = credential.partition(".")
        self.secret = key_from_text(secret) if secret else token_bytes(32)
        self.verifier = verifier_of(self.secret)
        self.player = PlayerId(player) if player else account_of(self.verifier.device)
        self._signed = b""

    @property
    def credential(self) -> str:
        """What makes another one of the same device."""
        return f"{self.player}.{key_to_text(self.secret)}"

    def known(self) -> KnownDevice:
        """Sign in again, without a proof yet."""
        return KnownDevice(self.player, self.verifier.device, _nonce(), _NO_PROOF)

    def new(self, name: str = "", kind: PlayerKind = PlayerKind.PERSON) -> NewAccount:
        """Open an account, without a proof yet."""
        return NewAccount(keys_from(self.verifier, "test"), _nonce(), _NO_PROOF, name, kind)

    def old(self, token: str) -> OldToken:
        """Take over an old account, without a proof yet."""
        return OldToken(token, keys_from(self.verifier, "test"), _nonce(), _NO_PROOF)

    def link(self, code: str) -> LinkCode:
        """Use a code, without a proof yet."""
        return LinkCode(code, keys_from(self.verifier, "linked"), _nonce(), _NO_PROOF)

    def prove(self, request: ProvenSignIn, greeting: Greeting, form: str = SUBPROTOCOL) -> ProvenSignIn:
        """A sign-in with its proof, for the connection that was greeted so."""
        return self.prove_to(request, greeting.server_id, greeting.nonce, form)

    def prove_to(
        self, request: ProvenSignIn, server_id: str, nonce: str, form: str = SUBPROTOCOL
    ) -> ProvenSignIn:
        """A sign-in with its proof, for a server with an id that has sent a nonce."""
        self._signed = signed_message(
            request, form=form, version=VERSION, server_id=server_id, server_nonce=nonce
        )
        return replace(request, proof=key_to_text(client_proof(self.secret, self._signed)))

    def welcomed(self, welcome: Welcome) -> None:
        """Check the server's proof, and note whose account it is."""
        assert is_signed(self.verifier, self._signed, key_from_text(welcome.server_proof))
        self.player = welcome.player.id


def _nonce() -> Nonce:
    return Nonce(token_urlsafe(16))
