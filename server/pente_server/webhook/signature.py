"""The signature of a notification: HMAC-SHA256 over its id, the time and the body.

The headers are those of Standard Webhooks, so that receivers can verify them with a library.
"""

import hmac
from base64 import b64decode, b64encode
from binascii import Error
from hashlib import sha256
from typing import Final

SHORTEST_SECRET: Final = 16
"""Characters, or bytes of a secret in base64."""
_PREFIX: Final = "whsec_"


class InvalidSecret(ValueError):
    """A secret can't be used; the message says what to do."""


def read_secret(text: str) -> bytes:
    """The key of a secret: the bytes of the base64 behind ``whsec_``, else the text itself.

    Raises InvalidSecret.
    """
    try:
        key = (
            b64decode(text.removeprefix(_PREFIX), validate=True)
            if text.startswith(_PREFIX)
            else text.encode()
        )
    except (Error, ValueError):
        raise InvalidSecret("the secret of the webhook is not valid base64 behind whsec_") from None
    if len(key) < SHORTEST_SECRET:
        raise InvalidSecret(
            f"the secret of the webhook is too short; use at least {SHORTEST_SECRET} characters"
        )
    return key


def signed_headers(secret: bytes, id_: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers that show a receiver from whom a notification is, and when it was sent."""
    signed = f"{id_}.{seconds}.".encode() + body
    signature = b64encode(hmac.new(secret, signed, sha256).digest()).decode()
    return {"webhook-id": id_, "webhook-timestamp": str(seconds), "webhook-signature": f"v1,{signature}"}
