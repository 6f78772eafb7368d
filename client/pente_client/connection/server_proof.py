"""Whether a server that has greeted has the key of its id, now."""

from pente_protocol.errors import ProtocolError
from pente_protocol.login.keys import InvalidKey, key_from_text, server_of, signature_from_text
from pente_protocol.login.signatures import is_signed
from pente_protocol.login.signed_texts import Handshake, greeting_text, is_succession
from pente_protocol.messages.hello import Greeting


def proves_itself(greeting: Greeting, form: str, nonce: str) -> bool:
    """Whether a greeting is signed for this connection, and each former key in it has signed the next one.

    ``form`` is the subprotocol, ``nonce`` what was sent to open the connection. Raises MissingLibrary.
    """
    handshake = Handshake(form, nonce, greeting.nonce, greeting.server_key)
    try:
        key, signature = key_from_text(greeting.server_key), signature_from_text(greeting.signature)
        text = greeting_text(handshake, greeting.address, greeting.succeeds)
    except (InvalidKey, ProtocolError):
        return False
    is_theirs = server_of(key) == greeting.server_id and is_signed(key, text, signature)
    return is_theirs and is_succession(greeting.succeeds, greeting.server_key)
