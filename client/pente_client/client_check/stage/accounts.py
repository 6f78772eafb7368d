"""The accounts of the scripted server: it believes what a client proves, and forgets all when it ends."""

import secrets
from dataclasses import dataclass, field

from pente_core.identity import Identity, PlayerId
from pente_protocol.login.proof import (
    InvalidKey,
    Verifier,
    account_of,
    is_proven,
    key_from_text,
    key_to_text,
    server_signature,
)
from pente_protocol.login.signed_message import signed_message, verifier_in
from pente_protocol.messages import (
    DeviceId,
    Guest,
    KnownDevice,
    LinkCode,
    NewAccount,
    OldToken,
    ProvenSignIn,
    SignIn,
)
from pente_protocol.version import VERSION


class BadSignIn(ValueError):
    """A sign-in that proves nothing; the message says what to do, in whole sentences."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A player who has signed in."""

    player: Identity
    signature: str
    """The server's proof, for the welcome."""


@dataclass(slots=True)
class Accounts:
    """Mutable."""

    server_id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    _known: dict[PlayerId, tuple[Identity, dict[DeviceId, Verifier]]] = field(default_factory=dict)

    def admit(self, account: SignIn, form: str, nonce: str) -> Admitted:
        """Check a sign-in, and open the account if it is a new one. Raises BadSignIn."""
        if isinstance(account, Guest):
            number = secrets.token_hex(16)
            return Admitted(Identity(PlayerId(number), f"guest-{number[:6]}", account.kind), "")
        try:
            verifier, player = self._claimed(account)
            message = signed_message(
                account, form=form, version=VERSION, server_id=self.server_id, server_nonce=nonce
            )
            proof = key_from_text(account.proof)
        except InvalidKey as error:
            raise BadSignIn(f"A key of the sign-in is not valid: {error}.") from None
        if not is_proven(verifier, message, proof):
            raise BadSignIn(
                "The proof of the sign-in is wrong. Compare the lines that it signs with those of "
                "protocol.md; they have the nonces of this very connection."
            )
        _, devices = self._known.setdefault(player.id, (player, {}))
        devices[verifier.device] = verifier
        return Admitted(player, key_to_text(server_signature(verifier, message)))

    def _claimed(self, account: ProvenSignIn) -> tuple[Verifier, Identity]:
        """The keys and the player that a sign-in claims. Raises BadSignIn and InvalidKey."""
        match account:
            case KnownDevice(player=player, device=device):
                known = self._known.get(player)
                if known is None or device not in known[1]:
                    raise BadSignIn(
                        "It signed in with a device that this server does not know. A server is known by its "
                        "server_id, not by its address; open an account at a new one."
                    )
                return known[1][device], known[0]
            case NewAccount(keys=keys, name=name, kind=kind):
                verifier = verifier_in(keys)
                player = account_of(verifier.device)
                return verifier, Identity(player, name or f"guest-{player[:6]}", kind)
            case OldToken() | LinkCode():
                raise BadSignIn("This server knows no tokens and no codes; open a new account.")
