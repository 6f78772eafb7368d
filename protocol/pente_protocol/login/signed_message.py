"""What a sign-in proves: its keys, and the message that is signed, as both sides compute them."""

from pente_core.identity import PlayerId
from pente_protocol.login.proof import LoginContext, Verifier, auth_message, key_from_text, key_to_text
from pente_protocol.messages import DeviceKeys, KnownDevice, ProvenSignIn
from pente_protocol.tags import tag_of


def keys_from(verifier: Verifier, name: str = "") -> DeviceKeys:
    """A verifier as the keys of a message; the twin of `verifier_in`."""
    return DeviceKeys(key_to_text(verifier.stored_key), key_to_text(verifier.server_key), name)


def verifier_in(keys: DeviceKeys) -> Verifier:
    """The verifier in the keys of a message. Raises InvalidKey."""
    return Verifier(key_from_text(keys.stored_key), key_from_text(keys.server_key))


def signed_message(
    account: ProvenSignIn, *, form: str, version: int, server_id: str, server_nonce: str
) -> bytes:
    """The `auth_message` of a sign-in, whatever its proof is. Raises InvalidKey, and ValueError.

    ``form`` is the subprotocol, ``version`` that of the hello, ``server_id`` and ``server_nonce`` those of
    the greeting.
    """
    if isinstance(account, KnownDevice):
        device, player = account.device, account.player
    else:
        device, player = verifier_in(account.keys).device, PlayerId("")
    return auth_message(
        LoginContext(
            form=form,
            version=version,
            server_id=server_id,
            server_nonce=server_nonce,
            client_nonce=account.nonce,
            action=tag_of(type(account)),
            device=device,
            player=player,
        )
    )
